package io.gazeshift.benchmarks.glsge;

import io.gazeshift.backbone.samples.Evaluation;
import io.gazeshift.benchmarks.scenario.FrameSet;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.Fixations;
import java.util.SplittableRandom;

/**
 * Frames as a stream has them: 15 a second, of which blinks take some time out, within fixations
 * too; tracks break, and a face found again is a new person. The product's detector finds the
 * fixations by what the head predicts.
 */
final class FoundFrames {

  private static final long FRAME_MICROS = 1_000_000 / 15;
  private static final long BLINK_MICROS = 300_000;
  // People blink about 15 times a minute, so at one frame in sixty; more often on looking away.
  private static final double BLINK_AT_A_FRAME = 1.0 / 60;
  private static final double BLINK_BETWEEN_FIXATIONS = 0.2;
  // About once in 15 seconds: someone turns away, or a hand covers the face.
  private static final double TRACK_BREAKS = 1.0 / 45;

  private FoundFrames() {}

  static FixatedFrames of(FrameSet frames, Head head, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = frames.size();
    int[] given = frames.fixation();
    long[] persons = frames.persons();
    long[] track = new long[n];
    long[] micros = new long[n];
    for (int i = 1; i < n; i++) {
      boolean moved = given[i] != given[i - 1];
      double blink = moved ? BLINK_BETWEEN_FIXATIONS : BLINK_AT_A_FRAME;
      micros[i] = micros[i - 1] + FRAME_MICROS + (random.nextDouble() < blink ? BLINK_MICROS : 0);
      boolean isNew = persons[i] != persons[i - 1] || (moved && random.nextDouble() < TRACK_BREAKS);
      track[i] = track[i - 1] + (isNew ? 1 : 0);
    }
    int[] found =
        Fixations.DEFAULT.find(Evaluation.predict(head, frames.features()), track, micros);
    return new FixatedFrames(frames.features(), found, track);
  }
}
