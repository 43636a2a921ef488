package io.gazeshift.daemon.backbone;

import ai.djl.MalformedModelException;
import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.inference.Predictor;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.translate.NoopTranslator;
import ai.djl.translate.TranslateException;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import io.gazeshift.common.UserError;
import io.gazeshift.daemon.onnx.OnnxSignature;
import io.gazeshift.daemon.onnx.OnnxSignature.Value;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * An ONNX network run by ONNX Runtime through DJL. What does not fit is refused when it is opened,
 * by looking at the file and by running two blank patches, never at the first face.
 */
public final class OnnxBackbone implements Backbone {

  private static final int CHANNELS = 3;

  private final String source;
  private final int inputSize;
  private final String fingerprint;
  private final String device;
  private final int outputIndex;
  private final SessionOptions sessionOptions;
  private final Model model;
  private final Predictor<NDList, NDList> predictor;
  private final int featureSize;

  /** Opens a network from its file's bytes; {@code source} names it in messages. */
  public static OnnxBackbone open(
      byte[] onnx, Preprocessing preprocessing, BackboneOptions options, String source) {
    OnnxSignature signature = OnnxSignature.of(onnx, source);
    refuseMisfit(signature, preprocessing, source);
    int output = outputIndex(signature, preprocessing, source);
    String fingerprint =
        fingerprint(onnx, preprocessing.canonical(signature.outputs().get(output).name()));
    Engine engine = OnnxEngine.open();
    DeviceChoice choice = DeviceChoice.of(options.device(), DeviceChoice.Offer.here());
    Model model = engine.newModel("backbone", choice.device());
    SessionOptions sessionOptions = sessionOptions(options);
    try {
      model.load(new ByteArrayInputStream(onnx), Map.of("sessionOptions", sessionOptions));
      return new OnnxBackbone(
          source, preprocessing.inputSize(), fingerprint, choice, output, sessionOptions, model);
    } catch (IOException | MalformedModelException | RuntimeException e) {
      model.close();
      sessionOptions.close();
      if (e instanceof UserError refused) {
        throw refused;
      }
      throw new UserError("%s: ONNX Runtime refuses it: %s".formatted(source, rootMessage(e)), e);
    }
  }

  private OnnxBackbone(
      String source,
      int inputSize,
      String fingerprint,
      DeviceChoice choice,
      int outputIndex,
      SessionOptions sessionOptions,
      Model model) {
    this.source = source;
    this.inputSize = inputSize;
    this.fingerprint = fingerprint;
    this.device = choice.reason();
    this.outputIndex = outputIndex;
    this.sessionOptions = sessionOptions;
    this.model = model;
    this.predictor = model.newPredictor(new NoopTranslator());
    this.featureSize = probe();
  }

  @Override
  public int featureSize() {
    return featureSize;
  }

  @Override
  public int inputSize() {
    return inputSize;
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }

  @Override
  public String device() {
    return device;
  }

  @Override
  public float[] features(FloatBuffer patches, int count) {
    try (NDManager manager = model.getNDManager().newSubManager()) {
      NDArray output = run(manager, patches, count);
      refuseShape(output.getShape(), count, featureSize);
      return output.toFloatArray();
    } catch (TranslateException e) {
      throw new IllegalStateException(
          "%s: failed on a batch of %d: %s".formatted(source, count, rootMessage(e)), e);
    }
  }

  @Override
  public void close() {
    predictor.close();
    model.close();
    sessionOptions.close();
  }

  private NDArray run(NDManager manager, FloatBuffer patches, int count) throws TranslateException {
    FloatBuffer used = patches.slice(0, count * CHANNELS * inputSize * inputSize);
    NDArray input = manager.create(used, new Shape(count, CHANNELS, inputSize, inputSize));
    NDList outputs = predictor.predict(new NDList(input));
    outputs.attach(manager);
    return outputs.get(outputIndex);
  }

  /** Runs two blank patches and says how long their features are. */
  private int probe() {
    int count = 2;
    FloatBuffer blank =
        ByteBuffer.allocateDirect(count * CHANNELS * inputSize * inputSize * Float.BYTES)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    try (NDManager manager = model.getNDManager().newSubManager()) {
      Shape shape = run(manager, blank, count).getShape();
      refuseShape(shape, count, shape.dimension() == 2 ? shape.get(1) : 1);
      return Math.toIntExact(shape.get(1));
    } catch (TranslateException e) {
      throw new UserError(
          "%s: fails on two blank patches: %s".formatted(source, rootMessage(e)), e);
    }
  }

  private void refuseShape(Shape shape, long count, long size) {
    if (shape.dimension() != 2 || shape.get(0) != count || shape.get(1) != size) {
      throw new UserError(
          ("%s: gives the shape %s for %d patches, needs (%d, features); flatten the output"
                  + " before exporting")
              .formatted(source, shape, count, count));
    }
  }

  private static void refuseMisfit(
      OnnxSignature signature, Preprocessing preprocessing, String source) {
    if (signature.inputs().size() != 1) {
      throw new UserError(
          "%s: takes %s, a backbone has one input".formatted(source, signature.inputs()));
    }
    Value input = signature.inputs().get(0);
    long side = preprocessing.inputSize();
    List<Long> needed = List.of(OnnxSignature.ANY, (long) CHANNELS, side, side);
    boolean fits = input.isFloat() && input.shape().size() == needed.size();
    for (int i = 1; fits && i < needed.size(); i++) {
      long length = input.shape().get(i);
      fits = length == OnnxSignature.ANY || length == needed.get(i);
    }
    if (!fits) {
      throw new UserError(
          "%s: takes %s, needs float32 [any, 3, %d, %d]; compare input_size in %s"
              .formatted(source, input, side, side, Preprocessing.FILE_NAME));
    }
    if (input.shape().get(0) != OnnxSignature.ANY) {
      throw new UserError(
          "%s: takes batches of %d only; export it with dynamic_axes={'%s': {0: 'batch'}}"
              .formatted(source, input.shape().get(0), input.name()));
    }
  }

  private static int outputIndex(
      OnnxSignature signature, Preprocessing preprocessing, String source) {
    List<String> names = signature.outputs().stream().map(Value::name).toList();
    if (preprocessing.output() == null && names.size() != 1) {
      throw new UserError(
          "%s: gives %s; name the features with \"output\" in %s"
              .formatted(source, names, Preprocessing.FILE_NAME));
    }
    int index = preprocessing.output() == null ? 0 : names.indexOf(preprocessing.output());
    if (index < 0) {
      throw new UserError(
          "%s: gives %s, not the \"output\" '%s' that %s names"
              .formatted(source, names, preprocessing.output(), Preprocessing.FILE_NAME));
    }
    return index;
  }

  private static SessionOptions sessionOptions(BackboneOptions options) {
    SessionOptions session = new SessionOptions();
    try {
      session.setIntraOpNumThreads(options.threads());
      // Threads that spin between batches would take the cores from decoding and Kafka.
      session.addConfigEntry("session.intra_op.allow_spinning", "0");
      return session;
    } catch (OrtException e) {
      session.close();
      throw new UserError("ONNX Runtime refuses its options: " + e.getMessage(), e);
    }
  }

  private static String fingerprint(byte[] onnx, String preprocessing) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(onnx);
      digest.update(preprocessing.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static String rootMessage(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage()).lines().findFirst().orElse("no message");
  }
}
