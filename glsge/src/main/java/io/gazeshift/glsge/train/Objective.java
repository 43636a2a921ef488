package io.gazeshift.glsge.train;

import io.gazeshift.glsge.kernel.KernelSettings;
import io.gazeshift.glsge.kernel.RandomFeaturePcod;
import io.gazeshift.glsge.marginal.DareGramSettings;
import java.util.Locale;

/**
 * What is minimised: {@code L1 + λ (d + marginal)}. The rows of the paper's ablation are choices of
 * the first two.
 *
 * @param weightedSource whether source samples count by the target's label distribution (L_src^w)
 *     or all the same (L_src)
 * @param alignment which conditional discrepancy is added, if any; the marginal term goes with it
 * @param lambda the weight of the alignment
 * @param kernels the settings of the discrepancy
 * @param marginal the settings of the marginal term
 * @param randomFeatures how many random features to use for the discrepancy; 0 computes it exactly
 */
public record Objective(
    boolean weightedSource,
    Alignment alignment,
    double lambda,
    KernelSettings kernels,
    DareGramSettings marginal,
    int randomFeatures) {

  /** Which conditional discrepancy aligns the domains. */
  public enum Alignment {
    NONE,
    /** All source samples count the same. */
    COD,
    /** Source samples count by the target's label distribution. */
    PCOD;

    /** The alignment of a configured name, in any case. */
    public static Alignment parse(String name) {
      for (Alignment alignment : values()) {
        if (alignment.name().equalsIgnoreCase(name)) {
          return alignment;
        }
      }
      throw new IllegalArgumentException(
          "unknown alignment '%s'; use none, cod or pcod".formatted(name));
    }
  }

  /** The whole method: L_src^w + PCOD + marginal with λ = 0.1. */
  public static final Objective DEFAULT =
      new Objective(true, Alignment.PCOD, 0.1, KernelSettings.DEFAULT, DareGramSettings.DEFAULT, 0);

  public Objective {
    if (!(lambda >= 0) || Double.isInfinite(lambda)) {
      throw new IllegalArgumentException("lambda must be 0 or more, got " + lambda);
    }
    if (randomFeatures != 0 && randomFeatures < RandomFeaturePcod.FEWEST_FEATURES) {
      throw new IllegalArgumentException(
          "the number of random features must be 0 or at least %d, got %d"
              .formatted(RandomFeaturePcod.FEWEST_FEATURES, randomFeatures));
    }
  }

  /** A row of the ablation, otherwise as this one. */
  public Objective with(boolean weighted, Alignment newAlignment) {
    return new Objective(weighted, newAlignment, lambda, kernels, marginal, randomFeatures);
  }

  public Objective withLambda(double newLambda) {
    return new Objective(weightedSource, alignment, newLambda, kernels, marginal, randomFeatures);
  }

  public Objective withMarginal(DareGramSettings newMarginal) {
    return new Objective(weightedSource, alignment, lambda, kernels, newMarginal, randomFeatures);
  }

  public Objective withRandomFeatures(int features) {
    return new Objective(weightedSource, alignment, lambda, kernels, marginal, features);
  }

  /** Whether source batches may leave out samples that the label distribution gives no weight. */
  boolean needsOnlyWeightedSamples() {
    return weightedSource && alignment != Alignment.COD;
  }

  /** The row of the ablation, as the paper writes it. */
  public String name() {
    String source = weightedSource ? "L_src^w" : "L_src";
    return alignment == Alignment.NONE
        ? source
        : source + " + " + alignment.name().toUpperCase(Locale.ROOT);
  }
}
