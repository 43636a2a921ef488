package io.gazeshift.adaptation.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.adaptation.buffer.BufferSettings;
import io.gazeshift.adaptation.buffer.TargetBuffer;
import io.gazeshift.adaptation.buffer.TargetSample;
import io.gazeshift.adaptation.buffer.TargetSnapshot;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazeAngles;
import io.gazeshift.testing.SmallModel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriftDetectorTest {

  private static final Instant BEGIN = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant LATER = BEGIN.plusSeconds(900);
  private static final double YAW_RAD = 0.15;
  private static final int BURSTS = 300;

  /** Less than the bursts: the buffer has to choose, by where people are said to look. */
  private static final int CAPACITY = 600;

  private static SmallModel world;

  @BeforeAll
  static void makeAWorld(@TempDir Path directory) throws Exception {
    world = new SmallModel(directory);
  }

  @Test
  void aNewHeadThatPredictsOtherwiseIsNoDrift() {
    List<FeatureSample> day = world.stream("seat", BURSTS, BEGIN, 0, 1);
    List<FeatureSample> later =
        world.stream("seat", BURSTS, LATER, 0, 2).stream()
            .map(DriftDetectorTest::byAHeadThatLooksAside)
            .toList();
    for (TargetSnapshot now : List.of(buffer(day, later), buffer(later))) {
      FeatureDrift drift = compare(buffer(day), now);
      assertThat(drift.changed()).as("%s", drift).isEmpty();
    }
  }

  @Test
  void peopleWhoLookElsewhereAreDriftThoughANewHeadSaysOtherwise() {
    List<FeatureSample> day = world.stream("seat", BURSTS, BEGIN, 0, 1);
    List<FeatureSample> later =
        world.stream("seat", BURSTS, LATER, 0, -YAW_RAD, 2).stream()
            .map(DriftDetectorTest::byAHeadThatLooksAside)
            .toList();
    FeatureDrift drift = compare(buffer(day), buffer(day, later));
    assertThat(drift.gaze().differ(drift.bound())).as("%s", drift).isTrue();
    assertThat(drift.changed()).isPresent();
  }

  private static FeatureDrift compare(TargetSnapshot before, TargetSnapshot now) {
    return DriftDetector.of(0.01, world.head().head()).compare(before, now).orElseThrow();
  }

  private static FeatureSample byAHeadThatLooksAside(FeatureSample sample) {
    GazeAngles gaze = sample.getPrediction();
    return sample.toBuilder()
        .setModelVersion(1)
        .setPrediction(gaze.toBuilder().setYaw(gaze.getYaw() + YAW_RAD))
        .build();
  }

  @SafeVarargs
  private static TargetSnapshot buffer(List<FeatureSample>... streams) {
    BufferSettings usual = BufferSettings.DEFAULT;
    TargetBuffer buffer =
        new TargetBuffer(
            new BufferSettings(
                CAPACITY,
                usual.burstFrames(),
                usual.gap(),
                usual.pause(),
                usual.cellDegrees(),
                Duration.ofHours(1)),
            7);
    for (List<FeatureSample> stream : streams) {
      stream.stream().map(TargetSample::of).forEach(buffer::offer);
    }
    return buffer.snapshot();
  }
}
