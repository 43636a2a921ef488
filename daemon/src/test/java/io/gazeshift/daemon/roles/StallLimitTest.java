package io.gazeshift.daemon.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class StallLimitTest {

  private final AtomicReference<Duration> age = new AtomicReference<>(Duration.ZERO);
  private final AtomicLong nanos = new AtomicLong();
  private final StallLimit limit =
      new StallLimit(Duration.ofSeconds(60), "cuda:0", age::get, nanos::get);

  @Test
  void aFaceThatWaitsTooLongIsAFailureThatNamesTheDevice() {
    assertThat(limit.get()).isEmpty();
    age.set(Duration.ofSeconds(60));
    assertThat(limit.get()).isEmpty();
    age.set(Duration.ofSeconds(61));
    assertThat(limit.get()).isEmpty();
    nanos.addAndGet(StallLimit.SECOND_LOOK.toNanos());
    age.set(Duration.ofSeconds(66));
    assertThat(limit.get())
        .hasValueSatisfying(
            failure ->
                assertThat(failure)
                    .hasMessage(
                        "inference hangs: a face has waited 66 s for its prediction on cuda:0;"
                            + " check the device and its driver, or raise infer.stall-timeout"));
  }

  @Test
  void aProcessThatWasSuspendedGoesOn() {
    age.set(Duration.ofSeconds(3600));
    assertThat(limit.get()).as("the first look after it").isEmpty();
    nanos.addAndGet(Duration.ofMillis(500).toNanos());
    age.set(Duration.ofMillis(20));
    assertThat(limit.get()).isEmpty();
    nanos.addAndGet(StallLimit.SECOND_LOOK.toNanos());
    age.set(Duration.ofSeconds(3600));
    assertThat(limit.get()).as("once more").isEmpty();
  }
}
