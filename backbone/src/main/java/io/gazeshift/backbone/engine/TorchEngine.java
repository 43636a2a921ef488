package io.gazeshift.backbone.engine;

import ai.djl.engine.Engine;
import ai.djl.pytorch.jni.JniUtils;
import io.gazeshift.common.UserError;

/** DJL's PyTorch engine, set up for this program. */
public final class TorchEngine {

  private static final String NAME = "PyTorch";
  private static final String GRAPH_OPTIMIZER = "ai.djl.pytorch.graph_optimizer";

  private TorchEngine() {}

  /** Whether it is on the class path; the edge distribution goes without. */
  public static boolean isIncluded() {
    return Engine.hasEngine(NAME);
  }

  /** Fails where it is missing; a command calls it before work that would be lost. */
  public static void require() {
    if (!isIncluded()) {
      throw new UserError(
          "this distribution has no PyTorch, which pretraining and TorchScript networks need; use"
              + " the full variant of the distribution or of the image");
    }
  }

  /** Threads are counted for the whole process; 0 leaves them as they are. */
  public static Engine open(int threads) {
    require();
    System.setProperty("ai.djl.offline", System.getProperty("ai.djl.offline", "true"));
    // It would compile a network anew for every size of batch, within the stream.
    System.setProperty(GRAPH_OPTIMIZER, System.getProperty(GRAPH_OPTIMIZER, "false"));
    try {
      Engine engine = Engine.getEngine(NAME);
      if (threads > 0) {
        JniUtils.setNumThreads(threads);
      }
      return engine;
    } catch (RuntimeException | LinkageError e) {
      throw new UserError("cannot start PyTorch: " + e.getMessage(), e);
    }
  }
}
