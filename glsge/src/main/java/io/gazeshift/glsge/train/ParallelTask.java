package io.gazeshift.glsge.train;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Runs work in another thread while the caller continues. */
final class ParallelTask {

  private ParallelTask() {}

  /**
   * Starts a computation; the caller must call the returned supplier, which waits for the result.
   */
  static <T> Supplier<T> start(Executor executor, Supplier<T> work) {
    CompletableFuture<T> later = CompletableFuture.supplyAsync(work, executor);
    return () -> {
      try {
        return later.join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        throw e;
      }
    };
  }
}
