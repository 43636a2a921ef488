package io.gazeshift.common.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListenAddressTest {

  @Test
  void offIsNoAddress() {
    assertThat(ListenAddress.orOff().parse("off")).contains(Optional.empty());
  }

  @Test
  void aPortAloneIsForThisMachine() {
    assertThat(ListenAddress.orOff().parse("8090"))
        .contains(Optional.of(new ListenAddress(Optional.empty(), 8090)));
  }

  @Test
  void aHostCanBeGiven() {
    assertThat(ListenAddress.orOff().parse("0.0.0.0:8090"))
        .contains(Optional.of(new ListenAddress(Optional.of("0.0.0.0"), 8090)));
    assertThat(ListenAddress.orOff().parse("[::]:8090"))
        .contains(Optional.of(new ListenAddress(Optional.of("[::]"), 8090)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "on", "65536", "-1", "host:", ":80", "http://host:80", "a b:80"})
  void whatIsNoAddressIsRejected(String text) {
    assertThat(ListenAddress.orOff().parse(text)).isEmpty();
  }
}
