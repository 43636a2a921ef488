package io.gazeshift.glsge.data;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The rows of a target set, told apart by use. The paper adapts on 10 % of the target, chooses on
 * 10 % and measures on the other 80 %.
 *
 * @param adapt used without labels
 * @param validation used to choose
 * @param test used to measure
 */
// Bulk data, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record TargetSplit(int[] adapt, int[] validation, int[] test) {

  private static final double ADAPT = 0.1;
  private static final double VALIDATION = 0.1;

  /** The paper's split, the rows of each part in ascending order. */
  public static TargetSplit of(int samples, long seed) {
    if (samples < 3) {
      throw new IllegalArgumentException("three parts need at least 3 samples, got " + samples);
    }
    int[] rows = IntStream.range(0, samples).toArray();
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = samples - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = rows[i];
      rows[i] = rows[j];
      rows[j] = swapped;
    }
    int adapt = Math.max(1, (int) Math.round(ADAPT * samples));
    int validation = Math.max(1, (int) Math.round(VALIDATION * samples));
    return new TargetSplit(
        sorted(rows, 0, adapt),
        sorted(rows, adapt, adapt + validation),
        sorted(rows, adapt + validation, samples));
  }

  private static int[] sorted(int[] rows, int from, int to) {
    int[] part = Arrays.copyOfRange(rows, from, to);
    Arrays.sort(part);
    return part;
  }
}
