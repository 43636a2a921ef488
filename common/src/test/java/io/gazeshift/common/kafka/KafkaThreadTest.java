package io.gazeshift.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.SetBack;
import io.gazeshift.common.UserError;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class KafkaThreadTest {

  private static final Duration GRACE = Duration.ofSeconds(20);

  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger restarts = new AtomicInteger();

  @Test
  void workThatKafkaFailsIsBegunAgain() {
    try (KafkaThread thread =
        thread(
            life -> {
              if (begun.incrementAndGet() < 3) {
                throw new KafkaException("the broker is away");
              }
              untilWoken(life);
            })) {
      thread.start();
      await().until(() -> begun.get() == 3);
      assertThat(restarts).hasValue(2);
      assertThat(thread.failure()).isEmpty();
    }
  }

  @Test
  void aWrongSettingOfTheClientsEndsItWithTheReason() {
    try (KafkaThread thread =
        thread(
            life -> {
              throw new ConfigException("no such protocol");
            })) {
      thread.start();
      await().until(() -> thread.failure().isPresent());
      assertThat(thread.failure().get())
          .isInstanceOf(UserError.class)
          .hasMessage("kafka.properties: no such protocol");
      assertThat(restarts).hasValue(0);
    }
  }

  @Test
  void anErrorEndsItAndIsToldAsItsFailure() {
    try (KafkaThread thread =
        thread(
            life -> {
              throw new AssertionError("a defect");
            })) {
      thread.start();
      await().until(() -> thread.failure().isPresent());
      assertThat(thread.failure().get()).hasRootCauseMessage("a defect");
    }
  }

  @Test
  void closingWakesTheWorkOnceThatIsThere() {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    KafkaThread thread =
        thread(
            life -> {
              try {
                running.countDown();
                untilWoken(life);
              } finally {
                ended.countDown();
              }
            });
    thread.start();
    await().until(() -> running.getCount() == 0);
    thread.close();
    assertThat(ended.getCount()).isZero();
    assertThat(thread.failure()).isEmpty();
  }

  @Test
  void workThatCannotBeWokenIsInterruptedAfterItsGrace() {
    CountDownLatch running = new CountDownLatch(1);
    KafkaThread thread =
        new KafkaThread(
            "test",
            Duration.ofMillis(50),
            life -> {
              running.countDown();
              new CountDownLatch(1).await();
            },
            restarts::incrementAndGet);
    thread.start();
    await().until(() -> running.getCount() == 0);
    thread.close();
    assertThat(thread.failure()).isEmpty();
  }

  @Test
  void aClockThatIsSetBackMakesItBeginAgainAtOnce() {
    AtomicReference<Instant> wall = new AtomicReference<>(Instant.now());
    try (KafkaThread thread =
        new KafkaThread(
            "test",
            GRACE,
            life -> {
              begun.incrementAndGet();
              CountDownLatch woken = new CountDownLatch(1);
              life.wakeBy(woken::countDown);
              woken.await();
              throw new WakeupException();
            },
            restarts::incrementAndGet,
            new SetBack(wall::get, () -> 0))) {
      thread.start();
      await().until(() -> begun.get() == 1);
      wall.updateAndGet(now -> now.plusSeconds(3600));
      wall.updateAndGet(now -> now.minusSeconds(7200));
      await().until(() -> begun.get() == 2);
      assertThat(restarts).hasValue(1);
      assertThat(thread.failure()).isEmpty();
    }
  }

  private KafkaThread thread(KafkaThread.Work work) {
    return new KafkaThread("test", GRACE, work, restarts::incrementAndGet);
  }

  private static void untilWoken(KafkaThread.Life life) throws InterruptedException {
    CountDownLatch woken = new CountDownLatch(1);
    life.wakeBy(woken::countDown);
    woken.await();
    assertThat(life.isStopping()).isTrue();
    throw new WakeupException();
  }
}
