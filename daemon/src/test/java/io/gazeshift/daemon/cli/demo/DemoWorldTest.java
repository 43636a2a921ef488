package io.gazeshift.daemon.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.config.DomainConfig;
import io.gazeshift.adaptation.config.GazeCluster;
import io.gazeshift.adaptation.config.PriorConfig;
import io.gazeshift.common.config.ConfigLoader;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.GivenValue;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.targets.draw.SeenSize;
import io.gazeshift.targets.shape.Target;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DemoWorldTest {

  private static final Path STATE = Path.of("/state/demo");

  @Test
  void twoScenesWithThatSeedArePlacesOfWhichSomethingIsKnown() {
    GazeshiftConfig config = configured(new DemoWorld(5, false));

    assertThat(config.cameras())
        .extracting(CameraConfig::source)
        .containsExactly("synthetic:lab?seed=5", "synthetic:vehicle?seed=5");
    assertThat(config.cameras()).extracting(CameraConfig::domain).containsExactly("lab", "vehicle");
    assertThat(config.domains())
        .allSatisfy(domain -> assertThat(domain.prior()).isInstanceOf(PriorConfig.Clusters.class));
    assertThat(((PriorConfig.Clusters) config.domains().get(1).prior()).clusters()).hasSize(6);
    assertThat(config.events().enabled()).isTrue();
    assertThat(config.adapt().gate()).isEqualTo(AdaptConfig.GateMode.ENFORCE);
    assertThat(config.adapt().samples().pause()).hasMillis(200);
    assertThat(config.broker().dataDir()).isEqualTo(STATE);
  }

  @Test
  void theTargetsAreThoseOfTheScenesAndLieWhereThePriorSays() {
    GazeshiftConfig config = configured(new DemoWorld(1, false));
    DomainConfig lab = config.domains().get(0);
    DomainConfig vehicle = config.domains().get(1);

    assertThat(lab.targets().targets()).extracting(Target::name).containsExactly("screen");
    assertThat(lab.distanceMm()).isEqualTo(620);
    assertThat(vehicle.targets().targets())
        .extracting(Target::name)
        .containsExactly(
            "road", "left-mirror", "centre-mirror", "right-mirror", "instruments", "console");
    assertThat(((PriorConfig.Clusters) vehicle.prior()).clusters())
        .allSatisfy(
            cluster ->
                assertThat(vehicle.targets().targets())
                    .anyMatch(target -> isWithinOneDegree(target, vehicle, cluster)));
  }

  private static boolean isWithinOneDegree(
      Target target, DomainConfig domain, GazeCluster cluster) {
    Gaze middle = SeenSize.of(target.shape(), domain.targets().head()).orElseThrow().gaze();
    Gaze mean = Gaze.ofDegrees(cluster.pitchDeg(), cluster.yawDeg());
    return Math.toDegrees(middle.angleToRad(mean)) < 1;
  }

  @Test
  void aChangeOfSceneIsOneOfTheLightAndIsToBeNoticedAsDrift() {
    GazeshiftConfig config = configured(new DemoWorld(1, true));

    assertThat(config.cameras())
        .extracting(CameraConfig::source)
        .allMatch(source -> source.endsWith("&change=120s:light=left"));
    assertThat(config.adapt().triggers().driftSignificance()).isPositive();
  }

  @Test
  void whatTheUserConfiguredStays() {
    GazeshiftConfig config =
        configured(
            new DemoWorld(1, false),
            GivenValue.text("cameras[0].id", "mine", "--set"),
            GivenValue.text("cameras[0].source", "/dev/video0", "--set"),
            GivenValue.text("adapt.interval", "7s", "--set"));

    assertThat(config.cameras()).extracting(CameraConfig::id).containsExactly("mine");
    assertThat(config.domains()).isEmpty();
    assertThat(config.adapt().triggers().interval()).hasSeconds(7);
  }

  private static GazeshiftConfig configured(DemoWorld world, GivenValue... byUser) {
    EffectiveConfig configured = load(List.of(byUser));
    List<GivenValue> all = new ArrayList<>(List.of(byUser));
    all.addAll(world.defaults(configured, STATE).given());
    return GazeshiftConfig.from(load(all));
  }

  private static EffectiveConfig load(List<GivenValue> given) {
    return new ConfigLoader(GazeshiftConfig.schema(), Map.of("HOME", "/home/user"))
        .load(Optional.empty(), given);
  }
}
