package io.gazeshift.backbone.export;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.OnnxEngine;
import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.head.Head;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;

/**
 * Runs an exported file in ONNX Runtime itself, as its users would, on random input, and compares
 * it with what this program computes.
 */
public final class ExportCheck {

  /** In radians, or of the largest angle where that is above 1. */
  public static final double TOLERANCE = 1e-4;

  private static final int ROWS = 4;

  private final Random random;

  public ExportCheck(Random random) {
    this.random = random;
  }

  /** The largest difference over random features, in radians. */
  public double head(Path file, Head head) {
    FloatBuffer features = normals(ROWS * head.inputs());
    float[] rows = new float[ROWS * head.inputs()];
    features.get(0, rows);
    return compared(file, features, predicted(head, rows), head.inputs());
  }

  /** The largest difference over random faces, in radians. */
  public double whole(Path file, Backbone backbone, Head head) {
    BackboneInput input = backbone.input();
    FloatBuffer faces = normals(ROWS * input.floatsPerFace());
    float[] rows = backbone.features(faces, ROWS);
    long[] shape = input.shape().stream().mapToLong(Long::longValue).toArray();
    return compared(file, faces, predicted(head, rows), shape);
  }

  private static float[] predicted(Head head, float[] rows) {
    float[] angles = new float[ROWS * Head.OUTPUTS];
    head.predict(rows, 0, ROWS, angles, 0);
    return angles;
  }

  private static double compared(Path file, FloatBuffer input, float[] expected, long... shape) {
    float[] angles = run(file, input, shape);
    double difference = 0;
    double largest = 1;
    for (int i = 0; i < expected.length; i++) {
      largest = Math.max(largest, Math.abs(expected[i]));
      double off = Math.abs(angles[i] - expected[i]);
      difference = Double.isNaN(off) ? Double.POSITIVE_INFINITY : Math.max(difference, off);
    }
    if (difference > TOLERANCE * largest) {
      throw new UserError(
          ("the exported model's gaze differs by %.1e rad from this program's, so the"
                  + " file was deleted")
              .formatted(difference));
    }
    return difference;
  }

  private static float[] run(Path file, FloatBuffer input, long... shape) {
    // DJL has to make the runtime's environment, or it cannot be used afterwards.
    OnnxEngine.open();
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession session = environment.createSession(file.toString())) {
      Map.Entry<String, NodeInfo> node = session.getInputInfo().entrySet().iterator().next();
      long batch = ((TensorInfo) node.getValue().getInfo()).getShape()[0];
      int step = batch == 1 ? 1 : ROWS;
      int floats = input.capacity() / ROWS;
      float[] angles = new float[ROWS * Head.OUTPUTS];
      for (int row = 0; row < ROWS; row += step) {
        long[] dimensions = new long[shape.length + 1];
        dimensions[0] = step;
        System.arraycopy(shape, 0, dimensions, 1, shape.length);
        try (OnnxTensor tensor =
                OnnxTensor.createTensor(
                    environment, input.slice(row * floats, step * floats), dimensions);
            OrtSession.Result result = session.run(Map.of(node.getKey(), tensor))) {
          ((OnnxTensor) result.get(0))
              .getFloatBuffer()
              .get(angles, row * Head.OUTPUTS, step * Head.OUTPUTS);
        }
      }
      return angles;
    } catch (OrtException e) {
      throw new UserError(
          "ONNX Runtime rejects the exported file, so it was deleted: " + e.getMessage(), e);
    }
  }

  private FloatBuffer normals(int count) {
    FloatBuffer values =
        ByteBuffer.allocateDirect(Math.multiplyExact(count, Float.BYTES))
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    for (int i = 0; i < count; i++) {
      values.put(i, (float) random.nextGaussian());
    }
    return values;
  }
}
