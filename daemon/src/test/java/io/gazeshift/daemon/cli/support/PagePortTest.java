package io.gazeshift.daemon.cli.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.config.ConfigLoader;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.GivenValue;
import io.gazeshift.daemon.config.GazeshiftConfig;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PagePortTest {

  @Test
  void aPortIsTakenWhileAnotherProgramListensThere() throws Exception {
    int port;
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = other.getLocalPort();
      assertThat(PagePort.isTaken(port)).isTrue();
    }
    assertThat(PagePort.isTaken(port)).isFalse();
  }

  @Test
  void thePageMovesToAnyPortOnlyIfItsDefaultIsTaken() {
    Optional<Integer> moved = PagePort.insteadOfTaken(effective(List.of()), port -> true);
    Optional<Integer> stays = PagePort.insteadOfTaken(effective(List.of()), port -> false);

    assertThat(moved).contains(0);
    assertThat(stays).isEmpty();
  }

  @Test
  void aConfiguredAddressIsNeverChanged() {
    for (String listen : List.of("9464", "8080", "off")) {
      EffectiveConfig configured =
          effective(List.of(GivenValue.text("http.listen", listen, "--set")));
      assertThat(PagePort.insteadOfTaken(configured, port -> true)).as(listen).isEmpty();
    }
  }

  private static EffectiveConfig effective(List<GivenValue> values) {
    return new ConfigLoader(GazeshiftConfig.schema(), Map.of()).load(Optional.empty(), values);
  }
}
