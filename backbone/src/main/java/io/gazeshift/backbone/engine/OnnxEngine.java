package io.gazeshift.backbone.engine;

import ai.djl.engine.Engine;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import io.gazeshift.common.UserError;

/**
 * DJL's ONNX Runtime engine, with telemetry disabled. DJL has to create the runtime's environment
 * itself, so nothing else may touch {@link OrtEnvironment} first.
 */
public final class OnnxEngine {

  static final String NAME = "OnnxRuntime";

  private OnnxEngine() {}

  public static Engine open() {
    setUnlessSet("ai.djl.offline", "true");
    setUnlessSet("OPT_OUT_TRACKING", "true");
    // Otherwise every array would bring up PyTorch, only to be ready for operators we never call.
    setUnlessSet("ai.djl.onnx.disable_alternative", "true");
    try {
      Engine engine = Engine.getEngine(NAME);
      OrtEnvironment.getEnvironment().setTelemetry(false);
      return engine;
    } catch (OrtException | RuntimeException | LinkageError e) {
      throw new UserError("cannot start ONNX Runtime: " + e.getMessage(), e);
    }
  }

  private static void setUnlessSet(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
