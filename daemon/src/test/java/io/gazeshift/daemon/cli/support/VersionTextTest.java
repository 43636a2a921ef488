package io.gazeshift.daemon.cli.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.v1.HeadModel;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionTextTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "2026-03-01T12:00:05Z, 0 s",
    "2026-03-01T11:59:01Z, 59 s",
    "2026-03-01T11:01:00Z, 59 min",
    "2026-02-28T13:00:00Z, 23 h",
    "2026-02-27T13:00:00Z, 47 h",
    "2026-02-27T12:00:00Z, 2 d"
  })
  void anAgeIsToldInTheUnitThatFits(Instant created, String age) {
    HeadModel head =
        HeadModel.newBuilder().setCreatedMicros(created.getEpochSecond() * 1_000_000).build();
    assertThat(new VersionText(NOW).age(head)).isEqualTo(age);
  }

  @Test
  void textsOfOthersCannotSteerTheTerminal() {
    HeadModel head = HeadModel.newBuilder().setAuthor("person \u001b[31meve\n").build();
    assertThat(VersionText.who(head)).isEqualTo("[31meve");
    assertThat(VersionText.oneLine("two\nlines\u001b[0m")).isEqualTo("two lines [0m");
  }
}
