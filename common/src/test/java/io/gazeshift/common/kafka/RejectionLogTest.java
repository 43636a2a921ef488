package io.gazeshift.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RejectionLogTest {

  private final List<String> lines = new ArrayList<>();
  private Instant now = Instant.EPOCH;
  private final RejectionLog log =
      new RejectionLog(() -> now, "written to the dead-letter topic", lines::add);

  @Test
  void theFirstOfEachReasonIsToldAtOnceAndTheRestCountedOnceAMinute() {
    for (int i = 0; i < 100; i++) {
      log.rejected("WRONG_SIZE", "patch is 112 x 112 pixels");
    }
    log.rejected("MALFORMED", "is not protobuf");
    assertThat(lines)
        .containsExactly(
            "1 record(s) rejected (WRONG_SIZE), written to the dead-letter topic; the last"
                + " one: patch is 112 x 112 pixels",
            "1 record(s) rejected (MALFORMED), written to the dead-letter topic; the last one:"
                + " is not protobuf");

    now = now.plus(Duration.ofMinutes(1));
    log.rejected("WRONG_SIZE", "patch is 64 x 64 pixels");
    assertThat(lines)
        .hasSize(3)
        .last()
        .asString()
        .startsWith("100 record(s)")
        .endsWith("64 pixels");
  }
}
