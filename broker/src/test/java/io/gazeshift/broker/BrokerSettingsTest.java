package io.gazeshift.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokerSettingsTest {

  private static final BrokerSettings DEFAULTS = BrokerSettings.in(Path.of("data"));

  @Test
  void listensOnTheLoopbackAloneUnlessToldOtherwise() {
    assertThat(DEFAULTS.bindAddress()).isEqualTo("127.0.0.1");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 65_536})
  void aNumberThatIsNoPortIsRejected(int port) {
    assertThatThrownBy(() -> DEFAULTS.withPort(port))
        .isInstanceOf(UserError.class)
        .hasMessage("broker.port: %d is not a port; use 1 to 65535, or 0 for a free one", port);
  }

  @Test
  void aWildcardCannotBeAdvertised() {
    assertThatThrownBy(() -> with("0.0.0.0", 256, Duration.ofSeconds(3)))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("broker.advertised-host: clients cannot connect to '0.0.0.0'");
  }

  @Test
  void aHeapNoBrokerFitsInIsRejected() {
    assertThatThrownBy(() -> with("127.0.0.1", 64, Duration.ofSeconds(3)))
        .isInstanceOf(UserError.class)
        .hasMessage("broker.heap: 64 MiB is too little for a broker; use at least 128 MiB");
  }

  @Test
  void aSessionTooShortToSurviveABusyMomentIsRejected() {
    assertThatThrownBy(() -> with("127.0.0.1", 256, Duration.ofMillis(10)))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("broker.session-timeout: 10 ms is too short");
  }

  @Test
  void theChildIsToldExactlyWhatTheParentMeans() {
    NodeOptions options = NodeOptions.of(DEFAULTS, 9092, 9093);

    assertThat(NodeOptions.parse(options.toArgs().toArray(String[]::new))).isEqualTo(options);
  }

  @Test
  void anIpv6AddressIsPutInBrackets() {
    NodeOptions options = new NodeOptions(Path.of("data"), "::1", "::1", 9092, 9093, 3000, 10_000);

    assertThat(options.bootstrap()).isEqualTo("[::1]:9092");
  }

  private static BrokerSettings with(String advertisedHost, int heapMiB, Duration session) {
    return new BrokerSettings(
        DEFAULTS.dataDir(),
        "0.0.0.0",
        advertisedHost,
        9092,
        heapMiB,
        session,
        DEFAULTS.startTimeout(),
        DEFAULTS.stopTimeout(),
        DEFAULTS.minFreeMiB());
  }
}
