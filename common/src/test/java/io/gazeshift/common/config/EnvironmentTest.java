package io.gazeshift.common.config;

import static io.gazeshift.common.config.ConfigLoaderTest.assertErrors;
import static io.gazeshift.common.config.Samples.load;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvironmentTest {

  @Test
  void everySettingHasAVariable() {
    assertThat(Samples.PORT.variable()).isEqualTo("GAZESHIFT_BROKER_PORT");
    assertThat(Samples.SPEED.variable()).isEqualTo("GAZESHIFT_MOTOR_TOP_SPEED");
    assertThat(Samples.NAME.variable()).isEqualTo("GAZESHIFT_WHEELS_<n>_NAME");
    assertThat(Samples.EXTRA.variable()).isEqualTo("GAZESHIFT_BROKER_EXTRA_<KEY>");
  }

  @Test
  void anUnknownVariableIsRejectedWithWhatWasProbablyMeant() {
    assertErrors(
        () -> load(Map.of("GAZESHIFT_BROKER_PROT", "1")),
        "GAZESHIFT_BROKER_PROT: unknown variable; did you mean GAZESHIFT_BROKER_PORT?");
    assertErrors(
        () -> load(Map.of("GAZESHIFT_WHEELS_3_NMAE", "1")),
        "GAZESHIFT_WHEELS_3_NMAE: unknown variable; did you mean GAZESHIFT_WHEELS_3_NAME?");
    assertErrors(
        () -> load(Map.of("GAZESHIFT_COFFEE", "1")),
        "GAZESHIFT_COFFEE: unknown variable; unset it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GAZESHIFT_OPTS", "GAZESHIFT_HOME", "GAZESHIFT_CONFIG", "PATH", "OTHER"})
  void variablesOfTheStartScriptAndOfOthersAreLeftAlone(String name) {
    assertThat(load(Map.of(name, "x")).get(Samples.PORT)).isZero();
  }

  /** Without this, a pod next to a service called gazeshift-broker would not start. */
  @ParameterizedTest
  @CsvSource({
    "GAZESHIFT_SERVICE_HOST,10.0.0.1",
    "GAZESHIFT_SERVICE_PORT,9092",
    "GAZESHIFT_SERVICE_PORT_HTTP,80",
    "GAZESHIFT_INFER_PORT,tcp://10.0.0.1:80",
    "GAZESHIFT_BROKER_PORT,tcp://10.0.0.1:9092",
    "GAZESHIFT_BROKER_PORT_9092_TCP,tcp://10.0.0.1:9092",
    "GAZESHIFT_BROKER_PORT_9092_TCP_ADDR,10.0.0.1"
  })
  void serviceLinksOfKubernetesAreNoSettings(String name, String value) {
    assertThat(load(Map.of(name, value)).origin("broker.port")).isEqualTo("default");
  }
}
