package io.gazeshift.glsge.train;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Work that may be done in another thread while the caller does its own. */
final class ParallelTask {

  private ParallelTask() {}

  /** Starts a computation; whoever starts it must ask for its result, which waits for it. */
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
