package io.gazeshift.adaptation.versions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryKeyTest {

  @Test
  void aKeyIsReadBackThoughTheDomainHasAnAtSign() {
    HistoryKey key = HistoryKey.of("seat@van", 12);
    assertThat(key.text()).isEqualTo("seat@van@12");
    assertThat(HistoryKey.parse(key.text())).contains(key);
  }

  @Test
  void everyPossibleVersionIsReadBackAndNoOther() {
    SplittableRandom random = new SplittableRandom(20);
    for (int i = 0; i < 10_000; i++) {
      // Every magnitude alike, so that the edges are met.
      long version = random.nextLong() >>> random.nextInt(64);
      HistoryKey key = HistoryKey.of("seat", version);
      assertThat(HistoryKey.parse(key.text()).filter(key::equals).isPresent())
          .as(key.text())
          .isEqualTo(version > 0 && version < 1L << 53);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "seat",
        "@3",
        "seat@",
        "seat@x",
        "seat@0",
        "seat@-1",
        "seat@9007199254740992",
        "seat@9223372036854775807",
        "seat@9223372036854775808",
        "seat@99999999999999999999"
      })
  void whatIsNoKeyIsNotRead(String text) {
    assertThat(HistoryKey.parse(text)).isEmpty();
    assertThat(HistoryKey.parse(null)).isEmpty();
  }
}
