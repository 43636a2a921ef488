package io.gazeshift.ingest.tflite;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.gazeshift.common.UserError;
import io.gazeshift.ingest.tflite.TfliteGraph.Tensor;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;

/**
 * A network that takes one square picture, on one thread. Needs OpenCV to be loaded; holds native
 * memory; used by one thread at a time.
 */
public final class TfliteNet implements AutoCloseable {

  /**
   * What it takes.
   *
   * @param mean of 0 to 255, what becomes 0
   * @param scale applied after the mean was taken off
   */
  public record Input(int side, double mean, double scale) {}

  /** One of its answers, by the name it has in the file, and how many numbers it has. */
  public record Output(String name, int count) {}

  private static final int CHANNELS = 3;

  private final String name;
  private final Input format;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final OrtSession session;
  private final Mat channel = new Mat();

  /** Blue, green and red of the network's input, which lie there the other way round. */
  private final List<Mat> planes = new ArrayList<>();

  private final Map<String, OnnxTensor> inputs;
  private final Map<String, OnnxTensor> outputs = new HashMap<>();
  private final List<FloatBuffer> answers = new ArrayList<>();

  /**
   * Reads the network.
   *
   * @param name what people call the file
   * @throws UserError if this is no network, or another one
   */
  public TfliteNet(String name, byte[] content, Input format, Output... wanted) {
    this.name = name;
    this.format = format;
    try {
      TfliteGraph graph = read(content);
      for (Output output : wanted) {
        outputs.put(output.name(), takeOutput(graph, output));
      }
      this.session = keep(OnnxRuntime.session(Translation.of(graph, outputs.keySet())));
      this.inputs = Map.of(Translation.name(graph.inputs().get(0)), takeInput());
    } catch (OrtException e) {
      close();
      throw rejected(e.getMessage(), e);
    } catch (UnsupportedNetworkException e) {
      close();
      throw rejected(e.getMessage(), e);
    } catch (IndexOutOfBoundsException | BufferUnderflowException | IllegalArgumentException e) {
      close();
      throw rejected("it is truncated or damaged", e);
    }
  }

  /** A network as the ONNX file that is run here, to be run elsewhere. */
  public static byte[] onnx(byte[] content, Set<String> outputs) {
    return Translation.of(new TfliteGraph(content), outputs);
  }

  /** A network as an ONNX file with the operators of its own file, to be run elsewhere. */
  public static byte[] literalOnnx(byte[] content, Set<String> outputs) {
    return Translation.literally(new TfliteGraph(content), outputs);
  }

  private UserError rejected(String why, Exception cause) {
    return new UserError("%s: not the expected network: %s".formatted(name, why), cause);
  }

  private TfliteGraph read(byte[] content) {
    TfliteGraph graph = new TfliteGraph(content);
    List<Integer> picture = List.of(1, format.side(), format.side(), CHANNELS);
    if (graph.inputs().size() != 1
        || !graph.tensor(graph.inputs().get(0)).shape().equals(picture)) {
      throw new UnsupportedNetworkException("it does not accept pictures of " + picture);
    }
    return graph;
  }

  private OnnxTensor takeInput() throws OrtException {
    int side = format.side();
    ByteBuffer memory = memory(CHANNELS * side * side);
    for (int i = CHANNELS - 1; i >= 0; i--) {
      int bytes = side * side * Float.BYTES;
      planes.add(new Mat(side, side, CvType.CV_32F, memory.slice(i * bytes, bytes)));
    }
    return keep(OnnxRuntime.tensor(memory.asFloatBuffer(), List.of(1, CHANNELS, side, side)));
  }

  private OnnxTensor takeOutput(TfliteGraph graph, Output output) throws OrtException {
    Tensor tensor =
        graph.outputs().stream()
            .map(graph::tensor)
            .filter(candidate -> candidate.name().equals(output.name()))
            .filter(candidate -> TfliteGraph.count(candidate) == output.count())
            .findFirst()
            .orElseThrow(() -> new UnsupportedNetworkException("it has no output like " + output));
    FloatBuffer memory = memory(output.count()).asFloatBuffer();
    answers.add(memory);
    return keep(OnnxRuntime.tensor(memory, tensor.shape()));
  }

  /** Java's, but outside of its heap, so that OpenCV and ONNX Runtime can work on it. */
  private static ByteBuffer memory(int floats) {
    return ByteBuffer.allocateDirect(floats * Float.BYTES).order(ByteOrder.nativeOrder());
  }

  private <T extends AutoCloseable> T keep(T opened) {
    open.push(opened);
    return opened;
  }

  /** Runs the network on a picture of its size; writes each output into the array of its place. */
  public void run(Mat bgr, float[]... into) {
    for (int i = 0; i < CHANNELS; i++) {
      Core.extractChannel(bgr, channel, i);
      channel.convertTo(
          planes.get(i), CvType.CV_32F, format.scale(), -format.mean() * format.scale());
    }
    try (OrtSession.Result result = session.run(inputs, outputs)) {
      for (int i = 0; i < into.length; i++) {
        answers.get(i).get(0, into[i]);
      }
    } catch (OrtException e) {
      throw new IllegalStateException(name + ": ONNX Runtime could not run it", e);
    }
  }

  @Override
  public void close() {
    channel.release();
    planes.forEach(Mat::release);
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException(name + ": ONNX Runtime could not close it", e);
      }
    }
  }
}
