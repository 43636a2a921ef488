package io.gazeshift.adaptation.buffer;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** What a buffer held at one moment, oldest first. Immutable. */
public record TargetSnapshot(List<Burst> bursts) {

  private static final int HELD_OUT_OF = 10;

  public TargetSnapshot {
    bursts = List.copyOf(bursts);
  }

  /** How many frames. */
  public int size() {
    return bursts.stream().mapToInt(burst -> burst.frames().size()).sum();
  }

  /** Nine tenths of the bursts: to adapt to. */
  public TargetSnapshot training() {
    return where(isHeldOut().negate());
  }

  /** The others, at least one of two, to judge the result by. */
  public TargetSnapshot heldOut() {
    return where(isHeldOut());
  }

  /** Of few bursts none may be among the tenth; then it is the one in the middle. */
  private Predicate<Burst> isHeldOut() {
    if (bursts.stream().anyMatch(TargetSnapshot::isOfTheTenth)) {
      return TargetSnapshot::isOfTheTenth;
    }
    return bursts.size() < 2 ? burst -> false : bursts.get(bursts.size() / 2)::equals;
  }

  private TargetSnapshot where(Predicate<Burst> wanted) {
    return new TargetSnapshot(bursts.stream().filter(wanted).toList());
  }

  private static boolean isOfTheTenth(Burst burst) {
    int hash = Objects.hash(burst.track(), burst.frames().get(0).frameSeq());
    // Spreads neighbouring frame numbers, which a plain remainder would keep in step with bursts.
    return Math.floorMod((hash * 0x9E3779B9) >>> 8, HELD_OUT_OF) == 0;
  }

  /** The features of all frames, burst by burst. */
  public FeatureRows features() {
    int width = bursts.isEmpty() ? 1 : bursts.get(0).frames().get(0).width();
    float[] rows = new float[Math.multiplyExact(size(), width)];
    int at = 0;
    for (Burst burst : bursts) {
      for (TargetSample frame : burst.frames()) {
        frame.copyFeature(rows, at);
        at += width;
      }
    }
    return FeatureRows.of(rows, width);
  }

  /** The number of each frame's burst. */
  public long[] burstOfFrame() {
    long[] numbers = new long[size()];
    int at = 0;
    for (int b = 0; b < bursts.size(); b++) {
      for (int i = 0; i < bursts.get(b).frames().size(); i++) {
        numbers[at++] = b;
      }
    }
    return numbers;
  }

  /** When each frame was taken. */
  public long[] captureMicros() {
    return bursts.stream()
        .flatMap(burst -> burst.frames().stream())
        .mapToLong(TargetSample::captureMicros)
        .toArray();
  }

  /** The mean feature of each burst: independent enough for a two-sample test. */
  public Matrix burstFeatures() {
    return Matrix.of(
        bursts.stream().map(burst -> toDoubles(burst.meanFeature())).toArray(double[][]::new));
  }

  /** Where a head sees each burst look, pitch and yaw, whichever head predicted at the time. */
  public Matrix burstGaze(Head head) {
    return Matrix.of(
        bursts.stream()
            .map(burst -> toDoubles(head.predict(burst.meanFeature())))
            .toArray(double[][]::new));
  }

  private static double[] toDoubles(float[] values) {
    double[] doubles = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      doubles[i] = values[i];
    }
    return doubles;
  }
}
