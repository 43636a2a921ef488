package io.gazeshift.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.ClockJumps;
import io.gazeshift.common.UserError;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
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
      await().atMost(Duration.ofMinutes(1)).until(() -> begun.get() == 3);
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
      await().atMost(Duration.ofMinutes(1)).until(() -> thread.failure().isPresent());
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
      await().atMost(Duration.ofMinutes(1)).until(() -> thread.failure().isPresent());
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
    await().atMost(Duration.ofMinutes(1)).until(() -> running.getCount() == 0);
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
    await().atMost(Duration.ofMinutes(1)).until(() -> running.getCount() == 0);
    thread.close();
    assertThat(thread.failure()).isEmpty();
  }

  @Test
  void aClockThatIsSetBackMakesItBeginAgainAtOnce() {
    assertThat(looksUntilItBeginsAgain(-7_200_000)).isPositive();
  }

  @Test
  void oneThatIsSetBackLittleByLittleMakesItBeginAgainOnceThatIsMuch() {
    assertThat(looksUntilItBeginsAgain(-900, -1_800, -2_700)).isGreaterThanOrEqualTo(3);
  }

  @Test
  void oneThatIsSetAheadDoesNotButGoingBackFromThereDoes() {
    assertThat(looksUntilItBeginsAgain(3_600_000, 0)).isGreaterThanOrEqualTo(2);
    assertThat(looksUntilItBeginsAgain(1_500, -600)).isGreaterThanOrEqualTo(2);
  }

  /**
   * How many looks at the clock it took, at most, until the work was begun again.
   *
   * @param aheadMillis what each look since the first beginning shows, and all after the last one
   */
  private int looksUntilItBeginsAgain(long... aheadMillis) {
    begun.set(0);
    restarts.set(0);
    AtomicInteger looks = new AtomicInteger();
    AtomicInteger looksThen = new AtomicInteger();
    InstantSource wall =
        () -> {
          if (begun.get() == 0) {
            return Instant.EPOCH;
          }
          int look = Math.min(looks.getAndIncrement(), aheadMillis.length - 1);
          return Instant.EPOCH.plusMillis(aheadMillis[look]);
        };
    try (KafkaThread thread =
        new KafkaThread(
            "test",
            GRACE,
            life -> {
              looksThen.set(looks.get());
              begun.incrementAndGet();
              CountDownLatch woken = new CountDownLatch(1);
              life.wakeBy(woken::countDown);
              woken.await();
              throw new WakeupException();
            },
            restarts::incrementAndGet,
            new ClockJumps(wall, () -> 0, Duration.ZERO))) {
      thread.start();
      await().atMost(Duration.ofMinutes(1)).until(() -> begun.get() == 2);
      assertThat(restarts).hasValue(1);
      assertThat(thread.failure()).isEmpty();
    }
    return looksThen.get();
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
