package io.gazeshift.daemon.live;

import static io.gazeshift.daemon.live.LiveFaces.BACKBONE;
import static io.gazeshift.daemon.live.LiveFaces.SOURCE;
import static io.gazeshift.daemon.live.LiveFaces.feature;
import static io.gazeshift.daemon.live.LiveFaces.identity;
import static io.gazeshift.daemon.live.LiveFaces.prediction;
import static io.gazeshift.daemon.live.LiveFaces.truth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaceScorerTest {

  private static final Offset<Double> CLOSE = within(1e-4);

  @TempDir private Path directory;

  @Test
  void theActiveHeadAndTheSourceHeadAreScoredOnTheSameFace() {
    FaceScorer scorer = new FaceScorer(Optional.of(SOURCE), Optional.empty());

    FaceScore score =
        scorer.score(face(0, new Gaze(0.25, 0), 0.125f, Rotation.IDENTITY, new Gaze(0.5, 0))).get();

    assertThat(score.version()).isEqualTo(3);
    assertThat(score.degrees()).isCloseTo(Math.toDegrees(0.25), CLOSE);
    assertThat(score.sourceDegrees()).isCloseTo(Math.toDegrees(0.375), CLOSE);
    assertThat(score.prior()).isEmpty();
    assertThat(score.captured()).isEqualTo(LiveFaces.captured(0));
  }

  @Test
  void theControlPullsTowardsTheMeanOfTheSourceHeadSoFarByEachFactor() {
    FaceScorer scorer = new FaceScorer(Optional.of(SOURCE), Optional.empty());
    Gaze any = Gaze.INTO_CAMERA;

    FaceScore first = scorer.score(face(0, any, 0.125f, Rotation.IDENTITY, any)).get();
    FaceScore second = scorer.score(face(1, any, 0.375f, Rotation.IDENTITY, any)).get();

    // Of one face the mean is the face itself; of both it is 0.25, and 0.25 + 0.6 * 0.125 = 0.325.
    assertThat(first.shrunkDegrees())
        .hasSize(11)
        .containsOnly(new double[] {Math.toDegrees(0.125)}, CLOSE);
    assertThat(second.sourceDegrees()).isCloseTo(Math.toDegrees(0.375), CLOSE);
    assertThat(second.shrunkDegrees()[0]).isCloseTo(Math.toDegrees(0.25), CLOSE);
    assertThat(second.shrunkDegrees()[6]).isCloseTo(Math.toDegrees(0.325), CLOSE);
    assertThat(second.shrunkDegrees()[10]).isCloseTo(second.sourceDegrees(), CLOSE);
  }

  @Test
  void aFeatureThatIsNoNumberIsNotScoredAndSpoilsNothing() {
    FaceScorer scorer = new FaceScorer(Optional.of(SOURCE), Optional.empty());
    Gaze any = Gaze.INTO_CAMERA;

    assertThat(scorer.score(face(0, any, Float.NaN, Rotation.IDENTITY, any))).isEmpty();
    assertThat(scorer.score(face(1, any, 0.125f, Rotation.IDENTITY, any)).get().shrunkDegrees())
        .containsOnly(new double[] {Math.toDegrees(0.125)}, CLOSE);
  }

  @Test
  void whatTheSourceHeadSaysIsTurnedIntoTheAxesOfTheTruth() {
    FaceScorer scorer = new FaceScorer(Optional.of(SOURCE), Optional.empty());
    Rotation cameraToVirtual = Rotation.about(0, 1, 0, 0.2);
    Gaze straight = Gaze.INTO_CAMERA.rotatedBy(cameraToVirtual.inverse());

    FaceScore right = scorer.score(face(0, straight, 0, cameraToVirtual, straight)).get();
    FaceScore wrong = scorer.score(face(1, straight, 0, cameraToVirtual, Gaze.INTO_CAMERA)).get();

    assertThat(right.sourceDegrees()).isCloseTo(0, CLOSE);
    assertThat(right.shrunkDegrees()).containsOnly(new double[] {0}, CLOSE);
    assertThat(wrong.sourceDegrees()).isCloseTo(Math.toDegrees(0.2), CLOSE);
  }

  @Test
  void thePriorAloneSaysItsMeanEveryTime() throws IOException {
    FaceScorer scorer =
        new FaceScorer(
            Optional.of(SOURCE),
            LiveFaces.priors(
                    directory,
                    """
                    cameras: [{id: seat, source: "synthetic:vehicle"}]
                    domains: [{name: seat, prior: [10 4 2 2 0.75, -10 4 2 2 0.25]}]
                    """)
                .forDomain("seat"));
    Rotation turned = Rotation.about(1, 0, 0, 0.1);

    FaceScore score =
        scorer.score(face(0, Gaze.INTO_CAMERA, 0, turned, Gaze.ofDegrees(8, 4))).get();

    // 0.75 * 10 - 0.25 * 10 = 5; curvature moves it a little.
    assertThat(score.prior().get().aloneDegrees()).isCloseTo(3, within(0.05));
  }

  @Test
  void aPriorThatIsAMeanAloneIsSaidAsItIs() throws IOException {
    FaceScorer scorer =
        new FaceScorer(
            Optional.of(SOURCE),
            LiveFaces.priors(
                    directory,
                    """
                    cameras: [{id: seat, source: "synthetic:vehicle"}]
                    domains: [{name: seat, prior: -10 0}]
                    """)
                .forDomain("seat"));

    FaceScore score =
        scorer
            .score(
                face(0, Gaze.INTO_CAMERA, 0, Rotation.about(1, 0, 0, 0.1), Gaze.ofDegrees(-4, 0)))
            .get();

    assertThat(score.prior().get().aloneDegrees()).isCloseTo(6, CLOSE);
  }

  @Test
  void theOffsetGivesTheSourceHeadThePriorsMean() throws IOException {
    FaceScorer scorer =
        new FaceScorer(
            Optional.of(SOURCE),
            LiveFaces.priors(
                    directory,
                    """
                    cameras: [{id: seat, source: "synthetic:vehicle"}]
                    domains: [{name: seat, prior: -10 0}]
                    """)
                .forDomain("seat"));
    Gaze any = Gaze.INTO_CAMERA;
    double mean = Math.toRadians(-10);

    // What it said so far had the mean 0.125, then 0.25: it is moved from there to the prior's.
    FaceScore first =
        scorer.score(face(0, any, 0.125f, Rotation.IDENTITY, new Gaze(mean, 0))).get();
    FaceScore second =
        scorer.score(face(1, any, 0.375f, Rotation.IDENTITY, new Gaze(mean, 0))).get();

    assertThat(first.prior().get().offsetDegrees()).isCloseTo(0, CLOSE);
    assertThat(second.prior().get().offsetDegrees()).isCloseTo(Math.toDegrees(0.125), CLOSE);
  }

  @Test
  void featuresOfAnotherBackboneAreNotScored() {
    HeadFile other = new HeadFile(SOURCE.head(), BACKBONE.replace('b', 'c'));
    FaceScorer scorer = new FaceScorer(Optional.of(other), Optional.empty());

    assertThat(scorer.score(face(0, Gaze.INTO_CAMERA, 0, Rotation.IDENTITY, Gaze.INTO_CAMERA)))
        .isEmpty();
    assertThat(
            new FaceScorer(Optional.empty(), Optional.empty())
                .score(face(0, Gaze.INTO_CAMERA, 0, Rotation.IDENTITY, Gaze.INTO_CAMERA)))
        .isEmpty();
  }

  private static FaceJoin.Whole face(
      long frame, Gaze predicted, float feature, Rotation cameraToVirtual, Gaze truth) {
    FaceIdentity identity = identity("seat", frame);
    return new FaceJoin.Whole(
        prediction(identity, predicted, 3),
        feature(identity, feature, cameraToVirtual),
        truth(identity, truth));
  }
}
