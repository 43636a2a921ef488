package io.gazeshift.inference.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.protocol.v1.GazeTargets;
import io.gazeshift.protocol.v1.GazeUncertainty;
import io.gazeshift.targets.config.DomainTargets;
import io.gazeshift.targets.shape.PixelSize;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.ScreenPlace;
import io.gazeshift.targets.shape.Target;
import io.gazeshift.targets.shape.TargetShape;
import io.gazeshift.targets.shape.TargetShape.Unit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PredictedTargetsTest {

  /** A screen of 400 x 300 mm around the camera, and a mirror far to the image's left. */
  private final PredictedTargets targets =
      new PredictedTargets(
          List.of(
              new DomainTargets(
                  "lab",
                  List.of(
                      new Target(
                          "mirror",
                          new TargetShape.Disc(new PointMm(-600, 0, 0), 60, Unit.MILLIMETRES)),
                      new Target(
                          "monitor",
                          new TargetShape.Screen(
                              ScreenPlace.ofCentre(
                                  new PointMm(0, 0, 0), 400, 300, new PointMm(0, 0, 1)),
                              Optional.of(new PixelSize(1600, 1200)))),
                      new Target("sky", new TargetShape.Direction(Gaze.ofDegrees(60, 0), 5))),
                  600)));

  private static GazePrediction.Builder prediction(double pitchDeg, double yawDeg) {
    return GazePrediction.newBuilder()
        .setIdentity(FaceIdentity.newBuilder().setCamera("cam0").setDomain("lab"))
        .setCamera(Gaze.ofDegrees(pitchDeg, yawDeg).toMessage())
        .addAllOrigin(List.of(0.0, 0.0, 600.0))
        .setUncertainty(GazeUncertainty.newBuilder().setSigma(Math.toRadians(3)));
  }

  @Test
  void theMostProbableTargetComesFirstWithItsPointInMillimetresAndPixels() {
    GazeTargets found = targets.of(prediction(0, 0)).orElseThrow();

    assertThat(found.getTargetsList()).extracting(GazeTarget::getName).startsWith("monitor");
    GazeTarget monitor = found.getTargets(0);
    assertThat(monitor.getProbability()).isGreaterThan(0.99f);
    assertThat(monitor.getInside()).isTrue();
    assertThat(monitor.getPointList()).containsExactly(0f, 0f, 0f);
    assertThat(monitor.getScreen().getRightMm()).isCloseTo(200, within(1e-3f));
    assertThat(monitor.getScreen().getRightPx()).isCloseTo(800, within(1e-3f));
    assertThat(monitor.getScreen().getDownPx()).isCloseTo(600, within(1e-3f));
  }

  @Test
  void aGazeBesideTheScreenHasAPointThatIsFlagged() {
    // 600 mm away, 30 degrees to the image's left: 346 mm beside the middle, which the person
    // facing the camera sees on the right.
    GazePrediction beside = seen(prediction(0, 30));
    GazeTarget monitor = named(beside, "monitor");

    assertThat(monitor.getInside()).isFalse();
    assertThat(monitor.getPoint(0)).isCloseTo(-346.4f, within(0.1f));
    assertThat(monitor.getScreen().getRightPx()).isCloseTo(800 + 4 * 346.4f, within(0.5f));
    assertThat(PredictedTargets.mostProbable(beside)).isEmpty();
  }

  @Test
  void whatHasNoPlaceHasNoPoint() {
    assertThat(named(seen(prediction(60, 0)), "sky").getPointList()).isEmpty();
    assertThat(PredictedTargets.mostProbable(seen(prediction(60, 0))))
        .hasValueSatisfying(best -> assertThat(best.getName()).isEqualTo("sky"));
  }

  @Test
  void theProbabilityFollowsTheUncertaintyOfThePrediction() {
    GazePrediction.Builder sure = prediction(0, 45);
    GazePrediction.Builder unsure = prediction(0, 45);
    unsure.getUncertaintyBuilder().setSigma(Math.toRadians(15));

    assertThat(named(seen(sure), "mirror").getProbability())
        .isGreaterThan(2 * named(seen(unsure), "mirror").getProbability());
  }

  @Test
  void allProbabilitiesSumToOne() {
    for (double yaw = -60; yaw <= 60; yaw += 7) {
      GazeTargets found = targets.of(prediction(3, yaw)).orElseThrow();
      double sum = found.getTargetsList().stream().mapToDouble(GazeTarget::getProbability).sum();
      assertThat(sum + found.getElsewhere()).isCloseTo(1, within(1e-5));
    }
  }

  @Test
  void aDomainWithoutTargetsHasNone() {
    GazePrediction.Builder other = prediction(0, 0);
    other.getIdentityBuilder().setDomain("hall");

    assertThat(targets.of(other)).isEmpty();
    assertThat(PredictedTargets.none().of(prediction(0, 0))).isEmpty();
    assertThat(PredictedTargets.mostProbable(other.build())).isEmpty();
  }

  private GazePrediction seen(GazePrediction.Builder prediction) {
    return prediction.setTargets(targets.of(prediction).orElseThrow()).build();
  }

  private static GazeTarget named(GazePrediction prediction, String name) {
    return prediction.getTargets().getTargetsList().stream()
        .filter(target -> target.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
