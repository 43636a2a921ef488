package io.gazeshift.ingest.tflite;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import ai.onnxruntime.OrtSession.SessionOptions.OptLevel;
import io.gazeshift.common.UserError;
import java.nio.FloatBuffer;
import java.util.List;

/**
 * ONNX Runtime set up for small networks. A process has one environment: if DJL uses it too, DJL
 * must create it first, or DJL fails to start.
 */
final class OnnxRuntime {

  private OnnxRuntime() {}

  /** Every camera has a thread of its own: a pool would only have them fight for cores. */
  static OrtSession session(byte[] onnx) throws OrtException {
    OrtEnvironment environment = environment();
    try (SessionOptions options = new SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      options.setOptimizationLevel(OptLevel.ALL_OPT);
      return environment.createSession(onnx, options);
    }
  }

  /** Works on the very memory of the buffer, which must be a direct one. */
  static OnnxTensor tensor(FloatBuffer memory, List<Integer> shape) throws OrtException {
    return OnnxTensor.createTensor(
        environment(), memory, shape.stream().mapToLong(Integer::longValue).toArray());
  }

  private static OrtEnvironment environment() throws OrtException {
    try {
      OrtEnvironment environment = OrtEnvironment.getEnvironment();
      environment.setTelemetry(false);
      return environment;
    } catch (LinkageError e) {
      throw new UserError(
          "cannot load ONNX Runtime's native library, which face detection needs: "
              + e.getMessage(),
          e);
    }
  }
}
