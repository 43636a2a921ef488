package io.gazeshift.adaptation.versions;

import static org.assertj.core.api.Assertions.assertThat;

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
        "seat@99999999999999999999"
      })
  void whatIsNoKeyIsNotRead(String text) {
    assertThat(HistoryKey.parse(text)).isEmpty();
    assertThat(HistoryKey.parse(null)).isEmpty();
  }
}
