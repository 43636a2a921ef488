package io.gazeshift.daemon.photos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.protocol.Gaze;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class PhotoEvaluationTest {

  private static final double EXACT = 1e-9;

  @Test
  void meanAndMedianAreThoseOfTheAngles() {
    PhotoEvaluation evaluation =
        PhotoEvaluation.of(
            List.of(
                photo("a", "", 0, 0, 0, 1),
                photo("a", "", 0, 0, 0, -2),
                photo("a", "", 0, 0, 6, 0),
                photo("a", "", 0, 0, -11, 0)));
    assertThat(evaluation.all().photos()).isEqualTo(4);
    assertThat(evaluation.all().meanDeg()).isCloseTo(5, within(EXACT));
    assertThat(evaluation.all().medianDeg()).isCloseTo(4, within(EXACT));
  }

  @Test
  void theMedianOfAnOddNumberIsTheMiddleOne() {
    PhotoEvaluation evaluation =
        PhotoEvaluation.of(
            List.of(
                photo("a", "", 0, 0, 0, 30),
                photo("a", "", 0, 0, 0, 1),
                photo("a", "", 0, 0, 0, 2)));
    assertThat(evaluation.all().medianDeg()).isCloseTo(2, within(EXACT));
  }

  @Test
  void groupsAreSortedAsNumbersAndCountTheirOwnPhotographs() {
    List<ScoredPhoto> photos = new ArrayList<>();
    for (String camera : List.of("15", "-15", "0", "-15", "5", "left")) {
      photos.add(photo("0010", camera, 5, 5, 5, 5));
    }
    photos.add(photo("0009", "0", 5, 5, 5, 9));
    PhotoEvaluation evaluation = PhotoEvaluation.of(photos);
    assertThat(evaluation.cameras())
        .extracting(GazeScore::name)
        .containsExactly("-15", "0", "5", "15", "left");
    assertThat(evaluation.cameras()).extracting(GazeScore::photos).containsExactly(2, 2, 1, 1, 1);
    assertThat(evaluation.persons()).extracting(GazeScore::name).containsExactly("0009", "0010");
    assertThat(evaluation.persons().get(1).meanDeg()).isZero();
    assertThat(evaluation.persons().get(0).meanDeg()).isBetween(3.9, 4.0);
  }

  @Test
  void labelsWithoutCamerasHaveNoScoresOfThem() {
    PhotoEvaluation evaluation = PhotoEvaluation.of(List.of(photo("a", "", 0, 0, 1, 1)));
    assertThat(evaluation.cameras()).isEmpty();
    assertThat(evaluation.persons()).hasSize(1);
  }

  @Test
  void withoutVariationThereIsNoSlope() {
    PhotoEvaluation evaluation =
        PhotoEvaluation.of(List.of(photo("a", "", 10, -5, 8, 1), photo("a", "", 10, 5, 3, 2)));
    assertThat(evaluation.all().slopes().pitch()).isEmpty();
    assertThat(evaluation.all().slopes().yaw().getAsDouble()).isCloseTo(0.1, within(EXACT));
  }

  @Test
  void theGuessIsScoredOnTheSamePhotographs() {
    PhotoEvaluation evaluation =
        PhotoEvaluation.of(
            List.of(
                photo("a", "", 10, 0, 10, 0),
                photo("a", "", -10, 0, 3, 3),
                photo("b", "", 0, 16, 3, 3)));
    GazeScore guess = evaluation.straightAhead();
    assertThat(guess.photos()).isEqualTo(3);
    assertThat(guess.meanDeg()).isCloseTo(12, within(EXACT));
    assertThat(guess.medianDeg()).isCloseTo(10, within(EXACT));
    // An offset of one's own is all it takes for the person with one gaze.
    assertThat(guess.afterOffsetDeg()).isCloseTo(20.0 / 3, within(EXACT));
    assertThat(guess.slopes().pitch().getAsDouble()).isCloseTo(0, within(EXACT));
  }

  @Test
  void yawIsComparedTheShortWayRound() {
    PhotoEvaluation evaluation =
        PhotoEvaluation.of(
            List.of(photo("a", "", 0, 179, 0, -179), photo("a", "", 0, 175, 0, 177)));
    assertThat(evaluation.all().meanDeg()).isCloseTo(2, within(EXACT));
    assertThat(evaluation.offsets().get("a").yawDeg()).isCloseTo(2, within(EXACT));
    assertThat(evaluation.all().afterOffsetDeg()).isCloseTo(0, within(1e-6));
    assertThat(evaluation.all().slopes().yaw().getAsDouble()).isCloseTo(1, within(EXACT));
  }

  /** Whatever lines a model follows, the slopes are theirs and the offsets take off the rest. */
  @RepeatedTest(50)
  void slopesAndOffsetsOfALinearModelAreFound(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    double pitchSlope = random.nextDouble(-1, 2);
    double yawSlope = random.nextDouble(-1, 2);
    double pitchBias = random.nextDouble(-20, 20);
    double yawBias = random.nextDouble(-20, 20);
    List<ScoredPhoto> photos = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      double pitch = random.nextDouble(-20, 20);
      double yaw = random.nextDouble(-30, 30);
      photos.add(
          photo(
              "a",
              i % 2 == 0 ? "left" : "right",
              pitch,
              yaw,
              pitchSlope * pitch + pitchBias,
              yawSlope * yaw + yawBias));
    }
    PhotoEvaluation evaluation = PhotoEvaluation.of(photos);
    List<GazeScore> scores = new ArrayList<>(evaluation.cameras());
    scores.add(evaluation.all());
    for (GazeScore score : scores) {
      assertThat(score.slopes().pitch().getAsDouble()).isCloseTo(pitchSlope, within(EXACT));
      assertThat(score.slopes().yaw().getAsDouble()).isCloseTo(yawSlope, within(EXACT));
    }
  }

  /** A model that is only off by a constant for each person is perfect once that is taken off. */
  @RepeatedTest(50)
  void aConstantForEachPersonIsTakenOffCompletely(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    List<ScoredPhoto> photos = new ArrayList<>();
    double[][] biases = new double[4][];
    for (int person = 0; person < biases.length; person++) {
      biases[person] = new double[] {random.nextDouble(-15, 15), random.nextDouble(-15, 15)};
      for (int i = 0; i <= random.nextInt(8); i++) {
        double pitch = random.nextDouble(-40, 40);
        double yaw = random.nextDouble(-60, 60);
        photos.add(
            photo(
                "p" + person,
                String.valueOf(i % 2),
                pitch,
                yaw,
                pitch + biases[person][0],
                yaw + biases[person][1]));
      }
    }
    Collections.shuffle(photos, random);
    PhotoEvaluation evaluation = PhotoEvaluation.of(photos);
    assertThat(evaluation.all().afterOffsetDeg()).isCloseTo(0, within(1e-6));
    evaluation
        .cameras()
        .forEach(camera -> assertThat(camera.afterOffsetDeg()).isCloseTo(0, within(1e-6)));
    for (int person = 0; person < biases.length; person++) {
      AngleOffset offset = evaluation.offsets().get("p" + person);
      assertThat(offset.pitchDeg()).isCloseTo(biases[person][0], within(EXACT));
      assertThat(offset.yawDeg()).isCloseTo(biases[person][1], within(EXACT));
    }
  }

  /** Neither the order nor a split into groups changes what all photographs together give. */
  @RepeatedTest(20)
  void theWholeIsTheMeanOfItsGroups(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    List<ScoredPhoto> photos = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      photos.add(
          photo(
              "p" + random.nextInt(3),
              String.valueOf(random.nextInt(4)),
              random.nextDouble(-80, 80),
              random.nextDouble(-180, 180),
              random.nextDouble(-80, 80),
              random.nextDouble(-180, 180)));
    }
    PhotoEvaluation evaluation = PhotoEvaluation.of(photos);
    for (List<GazeScore> groups : List.of(evaluation.cameras(), evaluation.persons())) {
      assertThat(groups.stream().mapToInt(GazeScore::photos).sum()).isEqualTo(30);
      assertThat(groups.stream().mapToDouble(g -> g.photos() * g.meanDeg()).sum() / 30)
          .isCloseTo(evaluation.all().meanDeg(), within(EXACT));
      assertThat(groups.stream().mapToDouble(g -> g.photos() * g.afterOffsetDeg()).sum() / 30)
          .isCloseTo(evaluation.all().afterOffsetDeg(), within(EXACT));
    }
    Collections.shuffle(photos, random);
    assertThat(PhotoEvaluation.of(photos).all().meanDeg())
        .isCloseTo(evaluation.all().meanDeg(), within(EXACT));
  }

  private static ScoredPhoto photo(
      String person,
      String camera,
      double truePitchDeg,
      double trueYawDeg,
      double pitchDeg,
      double yawDeg) {
    return new ScoredPhoto(
        new PhotoLabel(
            Path.of("photo.jpg"),
            "photo.jpg",
            person,
            camera,
            Gaze.ofDegrees(truePitchDeg, trueYawDeg)),
        Gaze.ofDegrees(pitchDeg, yawDeg));
  }
}
