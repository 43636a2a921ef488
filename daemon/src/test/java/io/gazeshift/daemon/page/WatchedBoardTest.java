package io.gazeshift.daemon.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WatchedBoardTest {

  @Test
  void aBoardThatCannotBeOpenedIsTriedAgain() throws InterruptedException {
    CountDownLatch tries = new CountDownLatch(2);
    try (WatchedBoard board =
        new WatchedBoard(
            () -> {
              tries.countDown();
              throw new IllegalStateException("no broker");
            },
            System::nanoTime)) {
      assertThat(board.get()).isEmpty();
      assertThat(tries.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void anErrorOfItsThreadIsReported() {
    CompletableFuture<String> died = new CompletableFuture<>();
    UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, error) -> died.complete(thread.getName() + ": " + error.getMessage()));
    try (WatchedBoard board =
        new WatchedBoard(
            () -> {
              throw new OutOfMemoryError("no native memory");
            },
            System::nanoTime)) {
      assertThat(board.get()).isEmpty();
      assertThat(died.join()).isEqualTo("live-board: no native memory");
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }
}
