package io.gazeshift.daemon.roles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.inference.person.ExpectedGaze;
import io.gazeshift.protocol.Rotation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PriorGazeTest {

  private PriorGaze gaze;

  @BeforeEach
  void everyKindOfPrior(@TempDir Path dir) throws IOException {
    String yaml =
        """
        cameras:
          - {id: lab, source: 'synthetic:lab'}
        domains:
          - {name: mean, prior: -5 3}
          - {name: law, prior: -5 3 4 6 1 0.5}
          - {name: glances, prior: glances}
          - {name: silent, shadow: 100}
        """;
    Path file = Files.writeString(dir.resolve("gazeshift.yaml"), yaml);
    gaze = new PriorGaze(GazeshiftConfig.load(Optional.of(file), Map.of(), List.of()).domains());
  }

  @Test
  void aDistributionHasItsMeanAndSpread() {
    ExpectedGaze.Moments law = gaze.of("law", Rotation.IDENTITY).orElseThrow();
    assertThat(Math.toDegrees(law.mean().pitch())).isCloseTo(-5, within(1e-3));
    assertThat(Math.toDegrees(law.mean().yaw())).isCloseTo(3, within(1e-3));
    assertThat(Math.toDegrees(law.spread().yaw())).isCloseTo(6, within(1e-2));
  }

  @Test
  void aMeanAloneIsTakenForWide() {
    ExpectedGaze.Moments mean = gaze.of("mean", Rotation.IDENTITY).orElseThrow();
    assertThat(Math.toDegrees(mean.mean().pitch())).isCloseTo(-5, within(1e-3));
    assertThat(Math.toDegrees(mean.spread().pitch())).isCloseTo(15, within(1e-9));
  }

  @Test
  void itTurnsWithTheVirtualCamera() {
    Rotation turned = Rotation.about(0, 1, 0, Math.toRadians(10));
    double yaw = gaze.of("law", turned).orElseThrow().mean().yaw();
    assertThat(Math.abs(Math.toDegrees(yaw) - 3)).isCloseTo(10, within(0.5));
  }

  @Test
  void otherDomainsAreUnknown() {
    assertThat(gaze.of("glances", Rotation.IDENTITY)).isEmpty();
    assertThat(gaze.of("silent", Rotation.IDENTITY)).isEmpty();
    assertThat(gaze.of("elsewhere", Rotation.IDENTITY)).isEmpty();
  }
}
