package io.gazeshift.backbone.engine;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.util.cuda.CudaUtils;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtProvider;
import io.gazeshift.common.UserError;
import java.lang.reflect.Field;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * DJL's ONNX Runtime engine, with telemetry disabled. DJL has to create the runtime's environment
 * itself, so nothing else may touch {@link OrtEnvironment} first.
 */
public final class OnnxEngine {

  static final String NAME = "OnnxRuntime";

  private static final Logger log = LoggerFactory.getLogger(OnnxEngine.class);

  private OnnxEngine() {}

  public static Engine open() {
    setUnlessSet("ai.djl.offline", "true");
    setUnlessSet("OPT_OUT_TRACKING", "true");
    // Otherwise every array would bring up PyTorch, only to be ready for operators we never call.
    setUnlessSet("ai.djl.onnx.disable_alternative", "true");
    try {
      Engine engine = Engine.getEngine(NAME);
      OrtEnvironment.getEnvironment().setTelemetry(false);
      if (OrtEnvironment.getAvailableProviders().contains(OrtProvider.CUDA)
          && CudaUtils.getGpuCount() == 0) {
        preferCpu(engine);
      }
      return engine;
    } catch (OrtException | RuntimeException | LinkageError e) {
      throw new UserError("cannot start ONNX Runtime: " + e.getMessage(), e);
    }
  }

  /**
   * Tells DJL what it would find out. To find out, it would have ONNX Runtime unpack and load
   * several hundred megabytes for CUDA, which fails here with a native line on standard error.
   */
  private static void preferCpu(Engine engine) {
    try {
      Field device = Engine.class.getDeclaredField("defaultDevice");
      device.setAccessible(true);
      device.set(engine, Device.cpu());
    } catch (ReflectiveOperationException | RuntimeException e) {
      // Another DJL: it asks for itself, at that price.
      log.debug("cannot set DJL's default device", e);
    }
  }

  private static void setUnlessSet(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
