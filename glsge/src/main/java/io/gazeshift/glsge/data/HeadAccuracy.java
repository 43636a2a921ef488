package io.gazeshift.glsge.data;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How far a head is off on people it was not trained on, in radians.
 *
 * @param pitchRad 68 percent of the errors of the pitch are smaller
 * @param yawRad 68 percent of the errors of the yaw are smaller
 * @param personPitchRad the standard deviation, over people, of a person's mean error of the pitch
 * @param personYawRad the same of the yaw
 */
public record HeadAccuracy(
    double pitchRad, double yawRad, double personPitchRad, double personYawRad) {

  /** The part of the errors that its bounds contain: one standard deviation's, if normal. */
  public static final double SHARE = 0.6827;

  /** From both axes to the angle: between 1 for one axis and 1.07 for two equal ones. */
  private static final double ANGLE = 1.055;

  private static final int FEWEST_PEOPLE = 3;
  private static final String PITCH = "error68_pitch_deg";
  private static final String YAW = "error68_yaw_deg";
  private static final String PERSON_PITCH = "person_bias_pitch_deg";
  private static final String PERSON_YAW = "person_bias_yaw_deg";

  public HeadAccuracy {
    // Written so that NaN fails.
    if (!(pitchRad > 0 && yawRad > 0 && personPitchRad >= 0 && personYawRad >= 0)) {
      throw new IllegalArgumentException(
          "an accuracy needs errors above 0 and biases of at least 0, got %s, %s, %s, %s"
              .formatted(pitchRad, yawRad, personPitchRad, personYawRad));
    }
  }

  /**
   * Measures predictions; empty where there are too few people to tell them apart.
   *
   * @param persons whom each row shows
   */
  public static Optional<HeadAccuracy> of(Matrix predicted, Matrix truth, long[] persons) {
    if (Arrays.stream(persons).distinct().count() < FEWEST_PEOPLE) {
      return Optional.empty();
    }
    double[][] errors = new double[2][truth.rows()];
    for (int axis = 0; axis < errors.length; axis++) {
      for (int i = 0; i < truth.rows(); i++) {
        errors[axis][i] = predicted.get(i, axis) - truth.get(i, axis);
      }
    }
    return Optional.of(
        new HeadAccuracy(
            bound(errors[0]),
            bound(errors[1]),
            bias(errors[0], persons),
            bias(errors[1], persons)));
  }

  private static double bound(double[] errors) {
    double[] sorted = Arrays.stream(errors).map(Math::abs).sorted().toArray();
    return Math.max(Double.MIN_NORMAL, sorted[(int) (SHARE * (sorted.length - 1))]);
  }

  /** Between people, less what the scatter within each of them explains. */
  private static double bias(double[] errors, long[] persons) {
    Map<Long, double[]> sums = new HashMap<>();
    for (int i = 0; i < errors.length; i++) {
      double[] sum = sums.computeIfAbsent(persons[i], person -> new double[3]);
      sum[0]++;
      sum[1] += errors[i];
      sum[2] += errors[i] * errors[i];
    }
    double mean = sums.values().stream().mapToDouble(s -> s[1] / s[0]).average().orElse(0);
    double between = 0;
    double sampling = 0;
    for (double[] s : sums.values()) {
      double own = s[1] / s[0];
      between += (own - mean) * (own - mean) / (sums.size() - 1);
      if (s[0] > 1) {
        sampling += (s[2] / s[0] - own * own) / (s[0] - 1) / sums.size();
      }
    }
    return Math.sqrt(Math.max(0, between - sampling));
  }

  /** 68 percent of the angles between predicted and true gaze are smaller. */
  public double angleRad() {
    return angleRad(pitchRad, yawRad);
  }

  /** The same for other bounds of pitch and yaw. */
  public static double angleRad(double pitchRad, double yawRad) {
    return ANGLE * Math.hypot(pitchRad, yawRad);
  }

  /**
   * The accuracy of predictions whose errors have this part of the size.
   *
   * @param factor above 0
   */
  public HeadAccuracy times(double factor) {
    return new HeadAccuracy(
        factor * pitchRad, factor * yawRad, factor * personPitchRad, factor * personYawRad);
  }

  static Optional<HeadAccuracy> read(Map<String, String> metadata) {
    if (!metadata.containsKey(PITCH)) {
      return Optional.empty();
    }
    return Optional.of(
        new HeadAccuracy(
            radians(metadata, PITCH),
            radians(metadata, YAW),
            radians(metadata, PERSON_PITCH),
            radians(metadata, PERSON_YAW)));
  }

  private static double radians(Map<String, String> metadata, String key) {
    String degrees = metadata.getOrDefault(key, "");
    try {
      return Math.toRadians(Double.parseDouble(degrees));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "its metadata '%s' is '%s', not a number of degrees".formatted(key, degrees), e);
    }
  }

  void writeTo(SafetensorsWriter writer) {
    writer
        .metadata(PITCH, degrees(pitchRad))
        .metadata(YAW, degrees(yawRad))
        .metadata(PERSON_PITCH, degrees(personPitchRad))
        .metadata(PERSON_YAW, degrees(personYawRad));
  }

  private static String degrees(double radians) {
    return String.format(Locale.ROOT, "%.4f", Math.toDegrees(radians));
  }
}
