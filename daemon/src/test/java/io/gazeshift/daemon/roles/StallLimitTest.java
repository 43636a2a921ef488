package io.gazeshift.daemon.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class StallLimitTest {

  private final AtomicReference<Duration> age = new AtomicReference<>(Duration.ZERO);
  private final StallLimit limit = new StallLimit(Duration.ofSeconds(60), "cuda:0", age::get);

  @Test
  void aFaceThatWaitsTooLongIsAFailureThatNamesTheDevice() {
    assertThat(limit.get()).isEmpty();
    age.set(Duration.ofSeconds(60));
    assertThat(limit.get()).isEmpty();
    age.set(Duration.ofSeconds(61));
    assertThat(limit.get())
        .hasValueSatisfying(
            failure ->
                assertThat(failure)
                    .hasMessage(
                        "inference hangs: a face has waited 61 s for its prediction on cuda:0;"
                            + " check the device and its driver, or raise infer.stall-timeout"));
  }
}
