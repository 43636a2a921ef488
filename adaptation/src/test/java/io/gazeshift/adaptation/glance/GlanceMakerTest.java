package io.gazeshift.adaptation.glance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.common.UserError;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.targets.shape.PointMm;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class GlanceMakerTest {

  private static final PointMm FACE = new PointMm(0, 0, 600);
  private static final Gaze AHEAD = Gaze.INTO_CAMERA;
  private static final Aim.Direction UP = new Aim.Direction(Gaze.ofDegrees(10, 0));

  @Test
  void aPointIsSeenFromWhereTheFaceIs() {
    PointMm face = new PointMm(100, 0, 500);
    List<Sighting> sightings = Faces.sightings(AHEAD, Rotation.IDENTITY, face);

    CalibrationGlance glance = maker().make(sightings, new Aim.Place(new PointMm(100, 500, 0)));

    assertThat(Math.toDegrees(glance.getCameraGaze().getPitch())).isCloseTo(-45, within(1e-9));
    assertThat(glance.getCameraGaze().getYaw()).isCloseTo(0, within(1e-12));
    assertThat(glance.getFramesList()).isEqualTo(sightings.stream().map(Sighting::sample).toList());
    assertThat(glance.getAuthor()).isEqualTo("person test");
    assertThat(RecordType.CALIBRATION_GLANCE.encode(glance)).isNotEmpty();
  }

  @Test
  void aFaceThatJumpsForAMomentDoesNotMoveThePoint() {
    List<Sighting> sightings =
        new ArrayList<>(Faces.sightings(AHEAD, Rotation.IDENTITY, new PointMm(0, 0, 500)));
    sightings.set(3, new Sighting(sightings.get(3).sample(), new PointMm(4000, 0, 500)));

    CalibrationGlance glance = maker().make(sightings, new Aim.Place(new PointMm(500, 0, 0)));

    assertThat(Math.toDegrees(glance.getCameraGaze().getYaw())).isCloseTo(-45, within(1e-9));
  }

  @Test
  void twoFacesAreRejectedUnlessOneIsNamed() {
    List<Sighting> two = new ArrayList<>(Faces.sightings(AHEAD, Rotation.IDENTITY, FACE));
    two.addAll(changed(10, sample -> sample.getIdentityBuilder().setFaceIndex(1)));

    assertRejected(
        two, "several faces were seen at once ([0, 1]); let only the one that looks be in view");
    CalibrationGlance glance = maker(Optional.of(1), Set.of()).make(two, UP);
    assertThat(glance.getFramesList())
        .hasSize(10)
        .allMatch(frame -> frame.getIdentity().getFaceIndex() == 1);
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> maker(Optional.of(7), Set.of()).make(two, UP))
        .withMessage("--face: 7 was not seen, only [0, 1]");
  }

  @Test
  void aFaceThatIsFoundAgainUnderAnotherNumberIsStillOne() {
    List<Sighting> found = changed(4, sample -> sample.getIdentityBuilder().setFaceIndex(1));

    assertThat(maker().make(found, UP).getFramesCount()).isEqualTo(10);
  }

  @Test
  void closedEyesAndPoorFramesDoNotCount() {
    assertRejected(
        changed(6, sample -> sample.getQualityBuilder().setEyeOpenness(0.1f)),
        "4 of 10 frames can be used, 5 are needed (eyes closed in 6");
    assertRejected(
        changed(6, sample -> sample.getQualityBuilder().setOverall(0.1f)), "eyes closed in 0");
    assertThat(
            maker()
                .make(changed(5, sample -> sample.getQualityBuilder().setOverall(Float.NaN)), UP)
                .getFramesCount())
        .isEqualTo(5);
  }

  @Test
  void featuresOfAnotherBackboneAreRejected() {
    assertRejected(
        changed(3, sample -> sample.setBackboneFingerprint("backbone-b")),
        "come from 2 backbones at once");
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(
            () ->
                maker(Optional.empty(), Set.of("backbone-b"))
                    .make(Faces.sightings(AHEAD, Rotation.IDENTITY, FACE), UP))
        .withMessageContaining("come from the backbone backbone-a")
        .withMessageContaining("belong to [backbone-b]")
        .withMessageContaining("glances remove --domain lab --all");
  }

  @Test
  void aPointInsideTheFaceIsRejected() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(
            () ->
                maker()
                    .make(
                        Faces.sightings(AHEAD, Rotation.IDENTITY, FACE),
                        new Aim.Place(new PointMm(0, 10, 600))))
        .withMessageContaining("lies within the face");
  }

  @Test
  void aLongLookIsThinnedToWhatARecordHolds() {
    List<Sighting> many = new ArrayList<>();
    float[] features = new float[20_000];
    for (int i = 0; i < 300; i++) {
      many.add(new Sighting(Faces.sample(i, AHEAD, Rotation.IDENTITY, features), FACE));
    }

    CalibrationGlance glance = maker().make(many, UP);

    assertThat(RecordType.CALIBRATION_GLANCE.encode(glance).length)
        .isLessThanOrEqualTo(RecordType.CALIBRATION_GLANCE.maxBytes());
    assertThat(glance.getFramesCount()).isBetween(20, 60);
    // Evenly: the last quarter is there as well.
    assertThat(glance.getFrames(glance.getFramesCount() - 1).getIdentity().getFrameSeq())
        .isGreaterThan(225);
  }

  @Test
  void scoresSayHowFarHeadsAreOffAndWhatAnOffsetOfTheOthersLeaves() {
    Rotation turn = Rotation.about(0, 1, 0, 0.3);
    List<CalibrationGlance> glances = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Gaze truth = Gaze.ofDegrees(3 * i, -2 * i);
      Gaze inVirtual = truth.rotatedBy(turn);
      // A head that always says five degrees too little yaw.
      Gaze said = new Gaze(inVirtual.pitchRad(), inVirtual.yawRad() - Math.toRadians(5));
      glances.add(
          Faces.glance(
              "g" + i, truth, Faces.sample(0, said, turn, 1), Faces.sample(1, said, turn, 1)));
    }

    List<GlanceScore> scores = GlanceScore.of(glances);

    assertThat(scores)
        .allSatisfy(
            score -> {
              assertThat(score.errorDeg()).isBetween(4.7, 5.0 + 1e-9);
              assertThat(score.spreadDeg()).isCloseTo(0, within(1e-6));
              assertThat(score.correctedErrorDeg()).isCloseTo(0, within(1e-6));
              assertThat(score.corrected().yawDeg())
                  .isCloseTo(score.truth().yawDeg(), within(1e-6));
            });
    assertThat(GlanceScore.following(scores)).isCloseTo(1, within(0.01));
    // A single glance has no others to learn an offset from.
    assertThat(GlanceScore.of(glances.subList(0, 1)).get(0).correctedErrorDeg())
        .isCloseTo(scores.get(0).errorDeg(), within(1e-9));
  }

  @Test
  void aPersonWhoDoesNotLookAtThePointsIsNoticed() {
    List<CalibrationGlance> glances = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Gaze truth = Gaze.ofDegrees(i % 2 == 0 ? -10 : 10, i < 2 ? -10 : 10);
      Gaze elsewhere = Gaze.ofDegrees(i % 2 == 0 ? 5 : -5, i == 1 ? 3 : 0);
      glances.add(Faces.glance("g" + i, truth, Faces.sample(0, elsewhere, Rotation.IDENTITY, 1)));
    }

    assertThat(GlanceScore.following(GlanceScore.of(glances))).isNegative();
    assertThat(GlanceScore.following(GlanceScore.of(glances.subList(0, 1)))).isZero();
  }

  private static void assertRejected(List<Sighting> sightings, String message) {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> maker().make(sightings, UP))
        .withMessageContaining(message);
  }

  /** The first so many of ten frames changed. */
  private static List<Sighting> changed(int count, Consumer<FeatureSample.Builder> change) {
    List<Sighting> sightings = new ArrayList<>(Faces.sightings(AHEAD, Rotation.IDENTITY, FACE));
    for (int i = 0; i < count; i++) {
      FeatureSample.Builder sample = sightings.get(i).sample().toBuilder();
      change.accept(sample);
      sightings.set(i, new Sighting(sample.build(), FACE));
    }
    return sightings;
  }

  private static GlanceMaker maker() {
    return maker(Optional.empty(), Set.of());
  }

  private static GlanceMaker maker(Optional<Integer> face, Set<String> backbones) {
    return new GlanceMaker(
        "lab", face, backbones, "person test", () -> "g1", InstantSource.fixed(Instant.EPOCH));
  }
}
