package io.gazeshift.inference.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.protocol.v1.GazeTargets;
import io.gazeshift.protocol.v1.GazeUncertainty;
import io.gazeshift.targets.config.DriverProfile;
import io.gazeshift.targets.event.DriverRules;
import io.gazeshift.targets.event.DriverRules.Source;
import io.gazeshift.targets.event.Driving;
import io.gazeshift.targets.shape.PointMm;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DriverFramesTest {

  private static final long START = 1_700_000_000_000_000L;

  private final DriverFrames frames =
      new DriverFrames(
          List.of(
              new DriverProfile(
                  "van",
                  DriverRules.of(
                      List.of(Source.ADDW), List.of("Road"), Duration.ofSeconds(60), 0.15),
                  70,
                  Optional.of(new PointMm(250, 0, 750)))));

  private static GazePrediction.Builder prediction(String domain) {
    return GazePrediction.newBuilder()
        .setIdentity(FaceIdentity.newBuilder().setDomain(domain).setCaptureMicros(START))
        .addAllOrigin(List.of(260.0, 20.0, 900.0))
        .setTargets(GazeTargets.newBuilder().addTargets(GazeTarget.newBuilder().setName("road")));
  }

  @Test
  void withoutASpeedOneIsAssumed() {
    assertThat(frames.of(prediction("van").build())).contains(new Driving(70, true));

    frames.speeds().add("van", START - 1_000_000, 12.5);
    assertThat(frames.of(prediction("van").build())).contains(new Driving(12.5, true));
  }

  @Test
  void passengersAndOtherDomainsHaveNoDriver() {
    assertThat(frames.of(prediction("lab").build())).isEmpty();
    assertThat(frames.rules("lab")).isEmpty();
    assertThat(frames.of(prediction("van").setOrigin(0, -300).build())).isEmpty();
  }

  @Test
  void whereTheRoadIsNoTargetOrTheGazeIsTooUncertainItIsUnknown() {
    assertThat(frames.of(prediction("van").clearTargets().build()))
        .contains(new Driving(70, false));
    assertThat(frames.of(uncertain(10))).contains(new Driving(70, true));
    assertThat(frames.of(uncertain(20))).contains(new Driving(70, false));
  }

  private static GazePrediction uncertain(double sigmaDeg) {
    return prediction("van")
        .setUncertainty(GazeUncertainty.newBuilder().setSigma(Math.toRadians(sigmaDeg)))
        .build();
  }
}
