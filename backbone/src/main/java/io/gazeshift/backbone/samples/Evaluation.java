package io.gazeshift.backbone.samples;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.HeadAccuracy;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.AngularError;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleConsumer;

/**
 * How far a head's predictions are from the truth, sample by sample.
 *
 * @param persons who each sample shows, or empty
 */
@SuppressWarnings("ArrayRecordComponent") // Large, and never compared.
public record Evaluation(Matrix predicted, Matrix truth, long[] persons, double[] errorsDeg) {

  private static final int TOLD_EVERY = 1000;

  /** The errors on one person. */
  public record PersonError(long person, int samples, double meanDeg, double medianDeg) {}

  /** Whether errors are as large as expected: the angle, and along each axis. */
  public record Calibration(SigmaCurve angle, SigmaCurve pitch, SigmaCurve yaw) {}

  public static Evaluation of(Head head, FeatureRows features, Matrix truth, long[] persons) {
    return of(predict(head, features), truth, persons);
  }

  /**
   * Measures a head on labelled samples.
   *
   * @param progress is told the fraction done
   */
  public static Evaluation of(Head head, SourceBank data, DoubleConsumer progress) {
    return of(predict(head, data.features(), progress), data.gaze(), data.persons());
  }

  public static Evaluation of(Matrix predicted, Matrix truth, long[] persons) {
    double[] errors = new double[truth.rows()];
    for (int i = 0; i < errors.length; i++) {
      errors[i] =
          Math.toDegrees(
              AngularError.radians(
                  predicted.get(i, 0), predicted.get(i, 1), truth.get(i, 0), truth.get(i, 1)));
    }
    return new Evaluation(predicted, truth, persons, errors);
  }

  /** The gaze a head gives for each row, pitch and yaw. */
  public static Matrix predict(Head head, FeatureRows features) {
    return predict(head, features, fraction -> {});
  }

  private static Matrix predict(Head head, FeatureRows features, DoubleConsumer progress) {
    float[] row = new float[features.width()];
    float[] angles = new float[features.size() * Head.OUTPUTS];
    for (int i = 0; i < features.size(); i++) {
      features.copy(i, row, 0);
      head.predict(row, 0, 1, angles, i * Head.OUTPUTS);
      if ((i + 1) % TOLD_EVERY == 0 || i + 1 == features.size()) {
        progress.accept((i + 1.0) / features.size());
      }
    }
    return Matrix.ofFloats(features.size(), Head.OUTPUTS, angles);
  }

  public int samples() {
    return errorsDeg.length;
  }

  public double meanDeg() {
    return Arrays.stream(errorsDeg).average().orElse(Double.NaN);
  }

  public double medianDeg() {
    return quantile(errorsDeg, 0.5);
  }

  /** The error that one sample in twenty is beyond. */
  public double p95Deg() {
    return quantile(errorsDeg, 0.95);
  }

  /** The errors of each person, where it is known who is who. */
  public List<PersonError> perPerson() {
    SortedMap<Long, List<Double>> errors = new TreeMap<>();
    for (int i = 0; i < persons.length; i++) {
      errors.computeIfAbsent(persons[i], person -> new ArrayList<>()).add(errorsDeg[i]);
    }
    List<PersonError> result = new ArrayList<>();
    errors.forEach(
        (person, values) -> {
          double[] own = values.stream().mapToDouble(Double::doubleValue).toArray();
          result.add(
              new PersonError(
                  person,
                  own.length,
                  Arrays.stream(own).average().orElse(Double.NaN),
                  quantile(own, 0.5)));
        });
    return result;
  }

  /** One line a sample, angles in degrees. */
  public void writeCsv(Path file) throws IOException {
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
      out.println("sample,person,pitch_deg,yaw_deg,true_pitch_deg,true_yaw_deg,error_deg");
      for (int i = 0; i < samples(); i++) {
        out.printf(
            Locale.ROOT,
            "%d,%s,%.4f,%.4f,%.4f,%.4f,%.4f%n",
            i,
            persons.length == 0 ? "" : Long.toString(persons[i]),
            Math.toDegrees(predicted.get(i, 0)),
            Math.toDegrees(predicted.get(i, 1)),
            Math.toDegrees(truth.get(i, 0)),
            Math.toDegrees(truth.get(i, 1)),
            errorsDeg[i]);
      }
      if (out.checkError()) {
        throw new IOException(
            "%s: could not be written completely; check the free disk space".formatted(file));
      }
    }
  }

  /** What a head says of itself with its file; empty where it is not known who is who. */
  public Optional<HeadAccuracy> headAccuracy() {
    return HeadAccuracy.of(predicted, truth, persons);
  }

  /** How an accuracy that was measured on other people fits these errors. */
  public Calibration calibration(HeadAccuracy accuracy) {
    double[][] axes = new double[2][samples()];
    for (int axis = 0; axis < axes.length; axis++) {
      for (int i = 0; i < samples(); i++) {
        double difference = predicted.get(i, axis) - truth.get(i, axis);
        axes[axis][i] = Math.IEEEremainder(difference, 2 * Math.PI);
      }
    }
    return new Calibration(
        SigmaCurve.of(errorsDeg, Math.toDegrees(accuracy.angleRad())),
        SigmaCurve.of(axes[0], accuracy.pitchRad()),
        SigmaCurve.of(axes[1], accuracy.yawRad()));
  }

  private static double quantile(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double at = share * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}
