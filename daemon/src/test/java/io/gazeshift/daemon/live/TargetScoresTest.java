package io.gazeshift.daemon.live;

import static io.gazeshift.daemon.live.LiveFaces.feature;
import static io.gazeshift.daemon.live.LiveFaces.identity;
import static io.gazeshift.daemon.live.LiveFaces.prediction;
import static io.gazeshift.daemon.live.LiveFaces.truth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gazeshift.inference.targets.PredictedTargets;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.targets.config.DomainTargets;
import io.gazeshift.targets.hit.TargetMap;
import io.gazeshift.targets.score.GlanceScore;
import io.gazeshift.targets.shape.PixelSize;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.ScreenPlace;
import io.gazeshift.targets.shape.Target;
import io.gazeshift.targets.shape.TargetShape;
import io.gazeshift.targets.shape.TargetShape.Unit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Faces are 600 mm in front of the camera, ten frames a second. */
class TargetScoresTest {

  /** 2 mm a pixel; its middle is straight ahead. */
  private static final Target SCREEN =
      new Target(
          "screen",
          new TargetShape.Screen(
              ScreenPlace.ofCentre(new PointMm(0, 0, 0), 400, 300, new PointMm(0, 0, 1)),
              Optional.of(new PixelSize(200, 150))));

  private static final Target MIRROR =
      new Target("mirror", new TargetShape.Disc(new PointMm(-600, 0, 0), 10, Unit.DEGREES));

  private static final List<Target> TARGETS = List.of(SCREEN, MIRROR);
  private static final PredictedTargets PREDICTED =
      new PredictedTargets(List.of(new DomainTargets("seat", TARGETS, 600)));
  private static final Gaze AT_SCREEN = at(0, 0);
  private static final Gaze AT_MIRROR = at(-600, 0);
  private static final Gaze BESIDE = at(600, -600);

  private final TargetScores scores = new TargetScores(new TargetMap(TARGETS));
  private long frame;

  @Test
  void bothHeadsAreComparedWithWhatTheTrueGazeMeets() {
    face(AT_SCREEN, AT_SCREEN, AT_SCREEN, 1);
    face(AT_SCREEN, AT_MIRROR, AT_SCREEN, 1);
    face(AT_MIRROR, BESIDE, AT_SCREEN, 1);
    face(BESIDE, BESIDE, BESIDE, 1);

    TargetPeriodView period = only();

    assertThat(period.version()).isEqualTo(1);
    assertThat(period.active().targets().names()).containsExactly("screen", "mirror", "elsewhere");
    assertThat(period.active().targets().counts())
        .containsExactly(List.of(2L, 0L, 0L), List.of(1L, 0L, 0L), List.of(0L, 0L, 1L));
    assertThat(period.source().targets().counts())
        .containsExactly(List.of(1L, 1L, 0L), List.of(0L, 0L, 1L), List.of(0L, 0L, 1L));
    assertThat(period.active().targets().correct()).isEqualTo(0.75);
  }

  @Test
  void thePointOnAScreenIsOffInMillimetresAndPixels() {
    for (int i = 0; i < 5; i++) {
      face(at(30, 40), at(-70, 40), at(30, 70), 1);
    }
    // Looks past the plane: as far off as can be, but the median does not mind.
    face(at(30, 40), Gaze.along(0, 0, 1), at(30, 70), 1);
    face(AT_MIRROR, AT_MIRROR, AT_MIRROR, 1);

    ScreenErrorView active = only().active().screens().get(0);
    ScreenErrorView source = only().source().screens().get(0);

    assertThat(active.target()).isEqualTo("screen");
    assertThat(active.faces()).isEqualTo(6);
    assertThat(active.millimetres()).isCloseTo(30, withinPercentage(1.01));
    assertThat(active.pixels().orElseThrow()).isCloseTo(15, withinPercentage(1.01));
    assertThat(source.faces()).isEqualTo(6);
    assertThat(source.millimetres()).isCloseTo(100, withinPercentage(1.01));
  }

  @Test
  void everyHeadHasItsOwnFaces() {
    face(AT_SCREEN, AT_SCREEN, AT_SCREEN, 0);
    face(AT_SCREEN, AT_MIRROR, AT_SCREEN, 2);

    assertThat(scores.periods("seat"))
        .extracting(TargetPeriodView::version)
        .containsExactly(0L, 2L);
    assertThat(scores.periods("seat"))
        .allMatch(period -> period.active().targets().faces() == 1)
        .allMatch(period -> period.domain().equals("seat"));
  }

  @Test
  void glancesAreFoundWithTheirStartAndTheOneThatGoesOnAsWell() {
    look(20, AT_SCREEN, AT_SCREEN, AT_SCREEN);
    // The source head sees nothing of the mirror, the active head is one frame late.
    look(1, AT_MIRROR, AT_SCREEN, AT_SCREEN);
    look(9, AT_MIRROR, AT_SCREEN, AT_MIRROR);
    look(20, AT_SCREEN, AT_SCREEN, AT_SCREEN);

    assertThat(only().active().glances()).isEqualTo(new GlanceScore(3, 3, 0, OptionalDouble.of(0)));
    GlanceScore source = only().source().glances();
    assertThat(source.truths()).isEqualTo(3);
    assertThat(source.found()).isEqualTo(1);
    assertThat(source.spurious()).isZero();
  }

  @Test
  void predictionsThatSayNothingOfTheLidsAreOfOpenEyesAsEventsHaveThem() {
    for (Gaze gaze : List.of(AT_SCREEN, AT_MIRROR, AT_SCREEN)) {
      for (int i = 0; i < 15; i++) {
        face(gaze, gaze, gaze, 1, GazePrediction.Builder::clearQuality);
      }
    }

    assertThat(only().active().glances()).isEqualTo(new GlanceScore(3, 3, 0, OptionalDouble.of(0)));
    assertThat(only().source().glances()).isEqualTo(new GlanceScore(3, 3, 0, OptionalDouble.of(0)));
  }

  @Test
  void aFaceWhosePredictionNamesNoTargetsIsNotCounted() {
    FaceIdentity identity = identity("seat", 0);
    scores.add(
        new FaceJoin.Whole(
            prediction(identity, AT_SCREEN, 1),
            feature(identity, 0, Rotation.IDENTITY),
            truth(identity, AT_SCREEN)),
        AT_SCREEN);

    assertThat(scores.periods("seat")).isEmpty();
  }

  private TargetPeriodView only() {
    assertThat(scores.periods("seat")).hasSize(1);
    return scores.periods("seat").get(0);
  }

  private void look(int frames, Gaze truth, Gaze source, Gaze active) {
    for (int i = 0; i < frames; i++) {
      face(truth, source, active, 1);
    }
  }

  private void face(Gaze truth, Gaze source, Gaze active, long version) {
    face(truth, source, active, version, UnaryOperator.identity());
  }

  private void face(
      Gaze truth,
      Gaze source,
      Gaze active,
      long version,
      UnaryOperator<GazePrediction.Builder> change) {
    FaceIdentity identity = identity("seat", frame++);
    GazePrediction.Builder said = change.apply(prediction(identity, active, version).toBuilder());
    PREDICTED.of(said).ifPresent(said::setTargets);
    scores.add(
        new FaceJoin.Whole(
            said.build(), feature(identity, 0, Rotation.IDENTITY), truth(identity, truth)),
        source);
  }

  private static Gaze at(double x, double y) {
    return Gaze.along(x, y, -600);
  }
}
