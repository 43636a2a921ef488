package io.gazeshift.backbone.engine;

import ai.djl.engine.Engine;
import ai.djl.pytorch.jni.JniUtils;
import io.gazeshift.common.UserError;

/** DJL's PyTorch engine, set up for this program. */
public final class TorchEngine {

  private static final String GRAPH_OPTIMIZER = "ai.djl.pytorch.graph_optimizer";

  private TorchEngine() {}

  /** Threads are counted for the whole process; 0 leaves them as they are. */
  public static Engine open(int threads) {
    System.setProperty("ai.djl.offline", System.getProperty("ai.djl.offline", "true"));
    // It would compile a network anew for every size of batch, within the stream.
    System.setProperty(GRAPH_OPTIMIZER, System.getProperty(GRAPH_OPTIMIZER, "false"));
    try {
      Engine engine = Engine.getEngine("PyTorch");
      if (threads > 0) {
        JniUtils.setNumThreads(threads);
      }
      return engine;
    } catch (RuntimeException | LinkageError e) {
      throw new UserError("cannot start PyTorch: " + e.getMessage(), e);
    }
  }
}
