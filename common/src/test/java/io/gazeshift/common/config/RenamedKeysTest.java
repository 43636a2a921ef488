package io.gazeshift.common.config;

import static io.gazeshift.common.config.ConfigLoaderTest.assertErrors;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gazeshift.common.config.RenamedKeys.Renamed;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenamedKeysTest {

  private static final Schema SCHEMA =
      new Schema(
          List.of(Samples.PORT, Samples.NAME, Samples.SIZE),
          new RenamedKeys(
              List.of(
                  new Renamed("broker.door", "broker.port", "2.0"),
                  new Renamed("wheels[].width-mm", "wheels[].size", "2.1"))));

  @TempDir Path dir;

  @Test
  void anOldKeyInTheFileIsAnErrorThatNamesTheNewOne() {
    Path file =
        Samples.file(dir, "broker:\n  door: 7\nwheels:\n- name: a\n- name: b\n  width-mm: 3\n");

    assertErrors(
        () -> load(Optional.of(file), Map.of()),
        "broker.door was renamed in 2.0; use broker.port (gazeshift.yaml:2)",
        "wheels[1].width-mm was renamed in 2.1; use wheels[1].size (gazeshift.yaml:6)");
  }

  @Test
  void anOldKeyGivenByAFlagIsTheSameError() {
    assertErrors(
        () -> load(Optional.empty(), Map.of(), GivenValue.text("broker.door", "7", "--set")),
        "broker.door was renamed in 2.0; use broker.port (--set)");
  }

  @Test
  void anOldVariableIsAnErrorThatNamesTheNewOne() {
    assertErrors(
        () -> load(Optional.empty(), Map.of("GAZESHIFT_BROKER_DOOR", "7")),
        "GAZESHIFT_BROKER_DOOR was renamed in 2.0; use GAZESHIFT_BROKER_PORT");
    assertErrors(
        () -> load(Optional.empty(), Map.of("GAZESHIFT_WHEELS_1_WIDTH_MM", "7")),
        "GAZESHIFT_WHEELS_1_WIDTH_MM was renamed in 2.1; use GAZESHIFT_WHEELS_1_SIZE");
  }

  @Test
  void otherUnknownKeysGetTheUsualError() {
    assertErrors(
        () -> load(Optional.empty(), Map.of(), GivenValue.text("broker.prot", "7", "--set")),
        "broker.prot: unknown key; did you mean broker.port? (--set)");
    assertThat(load(Optional.empty(), Map.of()).get(Samples.PORT)).isZero();
  }

  @Test
  void theNewNameMustBeASettingAndTheOldOneMustNot() {
    assertThatIllegalArgumentException().isThrownBy(() -> renamed("broker.door", "broker.gate"));
    assertThatIllegalArgumentException().isThrownBy(() -> renamed("broker.port", "broker.port"));
  }

  private static Schema renamed(String oldPath, String newPath) {
    return new Schema(
        List.of(Samples.PORT), new RenamedKeys(List.of(new Renamed(oldPath, newPath, "2.0"))));
  }

  private static EffectiveConfig load(
      Optional<Path> file, Map<String, String> environment, GivenValue... flags) {
    return new ConfigLoader(SCHEMA, environment).load(file, List.of(flags));
  }
}
