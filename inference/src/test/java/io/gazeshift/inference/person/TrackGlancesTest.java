package io.gazeshift.inference.person;

import static io.gazeshift.inference.person.PersonGlances.frame;
import static io.gazeshift.inference.person.PersonGlances.glance;
import static io.gazeshift.inference.person.PersonGlances.identity;
import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FeatureSample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrackGlancesTest {

  private static final Gaze AHEAD = new Gaze(0, 0);
  private static final FaceTrack FIRST = new FaceTrack("cam", 5, 0);
  private static final FaceTrack SECOND = new FaceTrack("cam", 5, 1);

  private final TrackGlances glances =
      new TrackGlances(frame -> frame.getBackboneFingerprint().equals("backbone"));

  @Test
  void theFramesOfAGlanceBelongToTheirTracks() {
    List<FeatureSample> frames = frames(0, TrackGlances.FEWEST_FRAMES);
    frames.addAll(frames(1, TrackGlances.FEWEST_FRAMES - 1));
    glances.put("lab@a", glance("a", AHEAD, frames));

    assertThat(glances.of(FIRST)).hasSize(1);
    assertThat(glances.of(SECOND)).as("too few frames").isEmpty();
  }

  @Test
  void framesOfABackboneThatWasReplacedAreLeftOut() {
    List<FeatureSample> frames = frames(0, TrackGlances.FEWEST_FRAMES);
    for (FeatureSample frame : frames(0, 3)) {
      frames.add(0, ofAnother(frame));
    }
    for (FeatureSample frame : frames(1, TrackGlances.FEWEST_FRAMES)) {
      frames.add(ofAnother(frame));
    }
    glances.put("lab@a", glance("a", AHEAD, frames));

    assertThat(glances.of(FIRST)).hasSize(1);
    PitchYaw missing = glances.of(FIRST).get(0).missing(PersonGlances.head(1).head());
    assertThat(missing.pitch()).isZero();
    assertThat(missing.yaw()).isZero();
    assertThat(glances.of(SECOND)).as("too few frames").isEmpty();
  }

  /** Which saw more in them. */
  private static FeatureSample ofAnother(FeatureSample frame) {
    return frame.toBuilder()
        .setBackboneFingerprint("another")
        .setFeatureFp16(frame.getFeatureFp16().concat(frame.getFeatureFp16()))
        .build();
  }

  @Test
  void aTrackKeepsItsListWhileOnlyOthersChange() {
    glances.put("lab@a", glance("a", AHEAD, frames(0, 6)));
    List<TrackGlance> before = glances.of(FIRST);
    glances.put("lab@b", glance("b", AHEAD, frames(1, 6)));
    assertThat(glances.of(FIRST)).isSameAs(before);

    glances.put("lab@c", glance("c", AHEAD, frames(0, 6)));
    assertThat(glances.of(FIRST)).hasSize(2);
    glances.put("lab@c", glance("c", AHEAD, frames(0, 6)));
    assertThat(glances.of(FIRST)).as("in place of the other one").hasSize(2);
    glances.remove("lab@c");
    glances.remove("lab@a");
    glances.remove("lab@unknown");
    assertThat(glances.of(FIRST)).isEmpty();
    assertThat(glances.of(SECOND)).hasSize(1);
  }

  @Test
  void theOldestGoFirst() {
    glances.put("lab@first", glance("first", AHEAD, frames(1, 6)));
    for (int i = 0; i < TrackGlances.MOST_GLANCES; i++) {
      glances.put("lab@" + i, glance(String.valueOf(i), AHEAD, frames(0, 6)));
    }
    assertThat(glances.of(SECOND)).isEmpty();
    assertThat(glances.of(FIRST)).hasSize(TrackGlances.MOST_GLANCES);
  }

  private static List<FeatureSample> frames(int face, int count) {
    List<FeatureSample> frames = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      frames.add(frame(identity(face, i), AHEAD));
    }
    return frames;
  }
}
