package io.gazeshift.targets.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.ConfigLoader;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Problems;
import io.gazeshift.common.config.Schema;
import io.gazeshift.common.config.Setting;
import io.gazeshift.targets.event.DriverRules;
import io.gazeshift.targets.event.DriverRules.Source;
import io.gazeshift.targets.shape.PointMm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverProfileTest {

  private static final String ROAD = "targets: [road direction 0 0 radius 9deg]\n";

  @TempDir Path dir;

  @Test
  void theNamesOfTheRulesAreEnough() {
    assertThat(read(ROAD + "driver: [addw, ncap]"))
        .containsExactly(
            new DriverProfile(
                "van",
                new DriverRules(
                    Set.of(Source.ADDW, Source.NCAP), Set.of("road"), Duration.ofSeconds(60), 0.15),
                50,
                Optional.empty()));
  }

  @Test
  void whatCountsAndWhatIsAssumedCanBeSaid() {
    assertThat(
            read(
                """
                targets: [Road direction 0 0 radius 9deg, mirror disc 900 0 0 radius 90mm]
                driver: addw, perclos
                driver-road: road, Mirror
                driver-assumed-kmh: 0
                driver-head: 250 0 750
                driver-perclos: 0.08
                driver-perclos-window: 3m
                """))
        .singleElement()
        .satisfies(
            profile -> {
              assertThat(profile.rules().isRoad("mirror")).isTrue();
              assertThat(profile.rules().isRoad("elsewhere")).isFalse();
              assertThat(profile.rules().perclosWindow()).isEqualTo(Duration.ofMinutes(3));
              assertThat(profile.rules().perclosBound()).isEqualTo(0.08);
              assertThat(profile.assumedKmh()).isZero();
              assertThat(profile.head()).contains(new PointMm(250, 0, 750));
            });
  }

  @Test
  void aDomainThatNamesNoRulesIsNoVehicle() {
    assertThat(read(ROAD)).isEmpty();
    assertThat(read("driver-road: sky")).isEmpty();
  }

  @Test
  void closedEyesNeedNoRoad() {
    assertThat(read("driver: perclos")).hasSize(1);
  }

  @Test
  void rulesAboutTheRoadNeedATargetThatCountsAsIt() {
    assertRejected(
        "driver: addw",
        "domains[0].driver: 'van' has no target 'road' to count as the road; describe one in its"
            + " targets, or name those that do in driver-road (gazeshift.yaml");
    assertRejected(ROAD + "driver: ncap\ndriver-road: windscreen", "has no target 'windscreen'");
    assertRejected(
        ROAD + "driver: ncap\ndriver-road: ''",
        "domains[0].driver-road: the list is empty, but addw and ncap need a target of 'van' that"
            + " counts as the road; name it, or remove the key if it is 'road' (gazeshift.yaml");
    assertRejected(
        ROAD + "driver: eeuu", "domains[0].driver: 'eeuu' is not one of addw, ncap, perclos");
    assertRejected(ROAD + "driver: addw\ndriver-perclos: 2", "driver-perclos: '2' is not a number");
  }

  private void assertRejected(String yaml, String message) {
    assertThatThrownBy(() -> read(yaml))
        .as(yaml)
        .isInstanceOf(UserError.class)
        .hasMessageContaining(message);
  }

  private List<DriverProfile> read(String yaml) {
    List<Setting<?>> settings = new ArrayList<>(List.of(DomainTargets.NAME));
    settings.addAll(DomainTargets.GEOMETRY);
    settings.addAll(DriverProfile.SETTINGS);
    try {
      Path file =
          Files.writeString(
              dir.resolve("gazeshift.yaml"), "domains:\n  - name: van\n" + yaml.indent(4));
      EffectiveConfig config =
          new ConfigLoader(new Schema(settings), Map.of()).load(Optional.of(file), List.of());
      Problems problems = new Problems();
      List<DriverProfile> profiles = DriverProfile.from(config, problems);
      problems.throwIfAny();
      return profiles;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
