package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;

/**
 * The labelled source of safe adaptations: all frames for training, and the frames of validation
 * people, on whom the head's slope and noise can be measured because neither the backbone nor the
 * head was trained on them.
 */
public final class SourceWithValidation {

  private static final double BANDWIDTH_RAD = Math.toRadians(3);
  private static final int DENSITY_ROWS = 3000;

  private final SourceBank all;
  private final SourceBank validation;
  private final double[] mean;
  private final double[] variance;
  private double[] density;

  /**
   * @param all every labelled frame there is, those of the validation people too
   * @param validation the people that nothing was trained on
   */
  public SourceWithValidation(SourceBank all, SourceBank validation) {
    if (all.features().width() != validation.features().width()) {
      throw new IllegalArgumentException(
          ("the bank has %d features but its validation people %d; both must come from"
                  + " the same backbone")
              .formatted(all.features().width(), validation.features().width()));
    }
    this.all = all;
    this.validation = validation;
    this.mean = Columns.mean(all.gaze());
    this.variance = Columns.variance(all.gaze());
    requireVaried("the source bank has", all.gaze());
    requireVaried("the validation people have", validation.gaze());
  }

  /** Compares the labels themselves: rounding gives equal ones a variance. */
  private static void requireVaried(String who, Matrix gaze) {
    for (int c = 0; c < 2; c++) {
      double first = gaze.get(0, c);
      int i = 1;
      while (i < gaze.rows() && gaze.get(i, c) == first) {
        i++;
      }
      if (i == gaze.rows()) {
        throw new IllegalArgumentException(
            "%s the same %s (%s) in all %d rows; training needs varied gaze"
                .formatted(who, c == 0 ? "pitch" : "yaw", first, gaze.rows()));
      }
    }
  }

  /** Several banks, such as frames and their mirror images, one after another. */
  public static SourceWithValidation of(List<SourceBank> parts, SourceBank validation) {
    return new SourceWithValidation(SourceBank.together(parts), validation);
  }

  public SourceBank all() {
    return all;
  }

  public SourceBank validation() {
    return validation;
  }

  double[] mean() {
    return mean;
  }

  double[] variance() {
    return variance;
  }

  /** How dense the bank's labels are at each of them, up to a factor; computed once. */
  synchronized double[] density() {
    if (density == null) {
      density = estimateDensity(all.gaze());
    }
    return density;
  }

  private static double[] estimateDensity(Matrix gaze) {
    int n = gaze.rows();
    int references = Math.min(n, DENSITY_ROWS);
    double[] density = new double[n];
    for (int r = 0; r < references; r++) {
      int j = references == 1 ? 0 : (int) ((long) r * (n - 1) / (references - 1));
      for (int i = 0; i < n; i++) {
        double dp = (gaze.get(i, 0) - gaze.get(j, 0)) / BANDWIDTH_RAD;
        double dy = (gaze.get(i, 1) - gaze.get(j, 1)) / BANDWIDTH_RAD;
        density[i] += Math.exp(-0.5 * (dp * dp + dy * dy));
      }
    }
    return density;
  }
}
