package io.gazeshift.daemon.roles;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.process.NativeThread;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a model on a thread of its own, while the process still waits for its broker. It owns the
 * backbone: closing it closes that, after all that use it.
 */
final class ModelLoading implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ModelLoading.class);

  /** A driver may hang; then the thread is abandoned. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** A model whose backbone is open. */
  record Loaded(ModelDirectory model, Backbone backbone) {}

  private final FutureTask<Loaded> task;
  private final Thread thread;

  /** Begins at once. */
  ModelLoading(Path directory, BackboneOptions options) {
    this.task = new FutureTask<>(() -> load(directory, options));
    this.thread = new NativeThread(task, "model-loading");
    thread.start();
  }

  private static Loaded load(Path directory, BackboneOptions options) {
    ModelDirectory model = ModelDirectory.of(directory);
    return new Loaded(model, model.openBackbone(options));
  }

  /** Waits for it; throws what made it fail, such as an unusable model. */
  Loaded await() {
    try {
      return task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the model was loading", e);
    }
  }

  @Override
  public void close() throws InterruptedException {
    thread.join(PATIENCE.toMillis());
    if (thread.isAlive()) {
      log.warn("the model did not open within {} s; abandoning its thread", PATIENCE.toSeconds());
      return;
    }
    try {
      task.get().backbone().close();
    } catch (ExecutionException e) {
      log.debug("the model was never open", e);
    }
  }
}
