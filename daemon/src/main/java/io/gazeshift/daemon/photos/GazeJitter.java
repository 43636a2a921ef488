package io.gazeshift.daemon.photos;

import io.gazeshift.protocol.Gaze;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * How much the gaze of a still face trembles: the standard deviation over several readings of one
 * picture, and of these the median over pictures. Not thread-safe.
 */
public final class GazeJitter {

  private final List<Double> pitchDeg = new ArrayList<>();
  private final List<Double> yawDeg = new ArrayList<>();

  /** Adds the readings of one picture; of a single one nothing can be said. */
  public void add(List<Gaze> readings) {
    if (readings.size() > 1) {
      pitchDeg.add(deviation(readings, Gaze::pitchDeg));
      yawDeg.add(deviation(readings, Gaze::yawDeg));
    }
  }

  /** How many pictures there are. */
  public int pictures() {
    return pitchDeg.size();
  }

  /** Empty without pictures. */
  public OptionalDouble pitchDeg() {
    return median(pitchDeg);
  }

  /** Empty without pictures. */
  public OptionalDouble yawDeg() {
    return median(yawDeg);
  }

  private static double deviation(List<Gaze> readings, ToDoubleFunction<Gaze> angleDeg) {
    double mean = readings.stream().mapToDouble(angleDeg).average().orElseThrow();
    double squares =
        readings.stream().mapToDouble(angleDeg).map(angle -> (angle - mean) * (angle - mean)).sum();
    return Math.sqrt(squares / (readings.size() - 1));
  }

  private static OptionalDouble median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    if (sorted.length == 0) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2);
  }
}
