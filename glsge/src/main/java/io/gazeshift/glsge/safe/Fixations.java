package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Finds fixations in a stream: frames of one face track between which the prediction, averaged over
 * three frames, does not move by more than the jitter explains. Split fixations cost little; merged
 * ones would pass gaze off as noise.
 *
 * @param sigmas how many standard deviations of the jitter are a move
 * @param gapMicros a longer pause between two frames ends a fixation
 */
public record Fixations(double sigmas, long gapMicros) {

  public static final Fixations DEFAULT = new Fixations(2.5, 200_000);

  private static final int WINDOW = 3;
  // The median of |a - b| for normal a and b is 0.6745 √2 standard deviations.
  private static final double MEDIAN_OF_DIFFERENCES = 0.6745 * Math.sqrt(2);
  private static final double LEAST_JITTER_RAD = 1e-6;

  public Fixations {
    if (!(sigmas > 0) || gapMicros <= 0) {
      throw new IllegalArgumentException(
          "the move in sigmas and the gap must be above 0, got %s and %d"
              .formatted(sigmas, gapMicros));
    }
  }

  /**
   * The fixation of each frame, from 0.
   *
   * @param gaze the head's predictions, pitch and yaw
   * @param track which face each frame shows
   * @param captureMicros when, ascending within a track
   */
  public int[] find(Matrix gaze, long[] track, long[] captureMicros) {
    int n = gaze.rows();
    if (track.length != n || captureMicros.length != n || gaze.cols() != 2) {
      throw new IllegalArgumentException(
          "%d predictions of pitch and yaw need as many tracks and times, got %d and %d"
              .formatted(n, track.length, captureMicros.length));
    }
    if (!gaze.isFinite()) {
      throw new IllegalArgumentException("predictions must be finite; remove such frames");
    }
    List<int[]> stretches = stretches(track, captureMicros);
    double[] jitter = jitter(gaze, stretches);
    int[] fixation = new int[n];
    int next = 0;
    for (int[] stretch : stretches) {
      boolean[] begins = moves(gaze, stretch, jitter);
      for (int i = 0; i < stretch.length; i++) {
        if (i > 0 && begins[i]) {
          next++;
        }
        fixation[stretch[i]] = next;
      }
      next++;
    }
    return fixation;
  }

  /** The frames of each track between its gaps. */
  private List<int[]> stretches(long[] track, long[] captureMicros) {
    Map<Long, List<Integer>> open = new HashMap<>();
    List<List<Integer>> all = new ArrayList<>();
    for (int i = 0; i < track.length; i++) {
      List<Integer> current = open.get(track[i]);
      if (current != null) {
        long pause = captureMicros[i] - captureMicros[current.get(current.size() - 1)];
        if (pause < 0) {
          throw new IllegalArgumentException(
              "frame %d of track %d is older than the one before it; sort the stream by time"
                  .formatted(i, track[i]));
        }
        if (pause > gapMicros) {
          current = null;
        }
      }
      if (current == null) {
        current = new ArrayList<>();
        open.put(track[i], current);
        all.add(current);
      }
      current.add(i);
    }
    return all.stream().map(s -> s.stream().mapToInt(Integer::intValue).toArray()).toList();
  }

  /** The standard deviation of the frames' noise: by a median, which single moves do not bend. */
  private static double[] jitter(Matrix gaze, List<int[]> stretches) {
    double[] jitter = new double[2];
    for (int c = 0; c < 2; c++) {
      int column = c;
      double[] differences =
          stretches.stream()
              .flatMapToDouble(
                  s ->
                      IntStream.range(1, s.length)
                          .mapToDouble(
                              i -> Math.abs(gaze.get(s[i], column) - gaze.get(s[i - 1], column))))
              .toArray();
      Arrays.sort(differences);
      double median = differences.length == 0 ? 0 : differences[differences.length / 2];
      jitter[c] = Math.max(LEAST_JITTER_RAD, median / MEDIAN_OF_DIFFERENCES);
    }
    return jitter;
  }

  /** Where the frames before and after differ most, and by more than the jitter explains. */
  private boolean[] moves(Matrix gaze, int[] stretch, double[] jitter) {
    int n = stretch.length;
    double[] moved = new double[n];
    for (int i = 1; i < n; i++) {
      moved[i] = moved(gaze, stretch, i, jitter);
    }
    boolean[] begins = new boolean[n];
    for (int i = 1; i < n; i++) {
      boolean largest = true;
      for (int j = Math.max(1, i - WINDOW + 1); j < Math.min(n, i + WINDOW); j++) {
        largest &= moved[j] < moved[i] || j == i || (moved[j] == moved[i] && j > i);
      }
      begins[i] = largest && moved[i] > sigmas;
    }
    return begins;
  }

  private static double moved(Matrix gaze, int[] stretch, int at, double[] jitter) {
    int from = Math.max(0, at - WINDOW);
    int to = Math.min(stretch.length, at + WINDOW);
    // Means of fewer frames than the window's are noisier, and may differ by more.
    double noise = (1.0 / (at - from) + 1.0 / (to - at)) / (2.0 / WINDOW);
    double sum = 0;
    for (int c = 0; c < 2; c++) {
      double before = 0;
      for (int i = from; i < at; i++) {
        before += gaze.get(stretch[i], c) / (at - from);
      }
      double after = 0;
      for (int i = at; i < to; i++) {
        after += gaze.get(stretch[i], c) / (to - at);
      }
      double d = (after - before) / jitter[c];
      sum = Math.max(sum, d * d);
    }
    return Math.sqrt(sum / noise);
  }
}
