package io.gazeshift.targets.quality;

import java.util.Arrays;
import java.util.Collection;

/**
 * How far apart the frames of a face usually are.
 *
 * @param micros the median time between two of them; 0 where there is one only
 */
record FrameInterval(long micros) {

  /** Frames further apart than this many intervals have another one between them. */
  private static final double LONGEST_STEP = 1.5;

  /** Takes capture times in ascending order. */
  static FrameInterval of(Collection<Long> captureMicros) {
    long[] times = captureMicros.stream().mapToLong(Long::longValue).toArray();
    long[] steps = new long[Math.max(0, times.length - 1)];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = times[i + 1] - times[i];
    }
    Arrays.sort(steps);
    return new FrameInterval(steps.length == 0 ? 0 : steps[steps.length / 2]);
  }

  /** Frames further apart are not successive. */
  long longestStepMicros() {
    return Math.round(LONGEST_STEP * micros);
  }
}
