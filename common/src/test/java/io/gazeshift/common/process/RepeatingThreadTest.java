package io.gazeshift.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Thread.UncaughtExceptionHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RepeatingThreadTest {

  private static final Duration PAUSE = Duration.ofMillis(1);

  @Test
  void itGoesOnAfterAnException() throws InterruptedException {
    CountDownLatch turns = new CountDownLatch(3);
    try (RepeatingThread repeating =
        RepeatingThread.start(
            "heartbeat",
            PAUSE,
            () -> {
              turns.countDown();
              throw new IllegalStateException("a client is gone");
            })) {
      assertThat(turns.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void anErrorReachesTheHandlerOfUncaughtExceptions() {
    CompletableFuture<String> died = new CompletableFuture<>();
    UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, error) -> died.complete(thread.getName() + ": " + error.getMessage()));
    try (RepeatingThread repeating =
        RepeatingThread.start(
            "heartbeat",
            PAUSE,
            () -> {
              throw new OutOfMemoryError("no native memory");
            })) {
      assertThat(died.join()).isEqualTo("heartbeat: no native memory");
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @Test
  void closingItInterruptsATurnAndEndsTheThread() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Thread> interrupted = new CompletableFuture<>();
    RepeatingThread repeating =
        RepeatingThread.start(
            "heartbeat",
            PAUSE,
            () -> {
              begun.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.complete(Thread.currentThread());
              }
            });
    begun.await();
    repeating.close();
    assertThat(interrupted.join().isAlive()).isFalse();
  }
}
