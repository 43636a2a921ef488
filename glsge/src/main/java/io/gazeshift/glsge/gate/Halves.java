package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.Grouping;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Every other fixation of a target, the rest of them, and a head adapted to each.
 *
 * @param ofFirst adapted to the first half
 */
record Halves(FixatedFrames first, FixatedFrames second, Head ofFirst, Head ofSecond) {

  static final String NONE = "cannot split a single fixation into halves";

  static Optional<Halves> of(GateCase of) {
    if (Grouping.of(of.training().fixation()).groups() < 2) {
      return Optional.empty();
    }
    FixatedFrames first = half(of.training(), 0);
    FixatedFrames second = half(of.training(), 1);
    return Optional.of(
        new Halves(first, second, of.adaptation().apply(first), of.adaptation().apply(second)));
  }

  /** What one head says of the fixations of the first half, and another of those of the second. */
  Matrix across(Head onFirst, Head onSecond) {
    return Matrix.stack(means(onFirst, first), means(onSecond, second));
  }

  private static Matrix means(Head head, FixatedFrames frames) {
    return Grouping.of(frames.fixation()).means(Predictions.of(head, frames.features()).gaze());
  }

  private static FixatedFrames half(FixatedFrames frames, int which) {
    int[] group = Grouping.of(frames.fixation()).group();
    int[] rows = IntStream.range(0, group.length).filter(i -> group[i] % 2 == which).toArray();
    long[] track = frames.track();
    int[] fixation = frames.fixation();
    return new FixatedFrames(
        frames.features().rows(rows),
        Arrays.stream(rows).map(i -> fixation[i]).toArray(),
        track.length == 0 ? track : Arrays.stream(rows).mapToLong(i -> track[i]).toArray());
  }
}
