package io.gazeshift.glsge.marginal;

import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Matrix;

/**
 * DARE-GRAM (Nejjar, Wang and Fink, CVPR 2023): the angle between the truncated pseudo inverses of
 * two batches' Gram matrices, and the distance of their leading eigenvalues.
 *
 * <p>The gradient is the exact one at a fixed number of kept eigenvalues. What automatic
 * differentiation makes of a truncated pseudo inverse is not: it takes the eigenvalues that were
 * cut off to be 0.
 */
public final class DareGram {

  private final DareGramSettings settings;

  public DareGram(DareGramSettings settings) {
    this.settings = settings;
  }

  /** The term for a source and a target batch, one sample a row. */
  public Marginal between(Matrix sourceFeatures, Matrix targetFeatures) {
    if (sourceFeatures.cols() != targetFeatures.cols()) {
      throw new IllegalArgumentException(
          "source and target features differ in width: %d and %d"
              .formatted(sourceFeatures.cols(), targetFeatures.cols()));
    }
    if (sourceFeatures.rows() == 0 || targetFeatures.rows() == 0) {
      throw new IllegalArgumentException("both batches need samples");
    }
    GramSpectrum a = new GramSpectrum(sourceFeatures);
    GramSpectrum b = new GramSpectrum(targetFeatures);
    int kept = Math.max(a.kept(settings.threshold()), b.kept(settings.threshold()));
    // A batch of lower rank has no more directions to keep; its further eigenvalues are 0.
    TruncatedInverse inverseA = new TruncatedInverse(a, Math.min(kept, a.rank()));
    TruncatedInverse inverseB = new TruncatedInverse(b, Math.min(kept, b.rank()));
    Angle angle = Angle.between(inverseA, inverseB);

    double squares = 0;
    for (int i = 0; i < kept; i++) {
      double difference = a.value(i) - b.value(i);
      squares += difference * difference;
    }
    double distance = Math.sqrt(squares);
    double scale = distance / kept;
    double slope = distance > 0 ? settings.scaleWeight() / (kept * distance) : 0;
    return new Marginal(
        kept,
        angle.mean(),
        scale,
        settings.angleWeight() * angle.mean() + settings.scaleWeight() * scale,
        gradient(a, b, inverseA, angle.pullOnFirst(), slope),
        gradient(b, a, inverseB, angle.pullOnSecond(), slope));
  }

  /**
   * Takes the pull {@code S = ∂angle/∂P} on the inverse {@code P = f(G)} back to the features. With
   * {@code f(λ) = 1/λ} for kept eigenvalues and 0 for others, {@code ∂/∂G} has the entries of S in
   * the eigenbasis times {@code -1/(λ_i λ_j)} between kept ones, times {@code 1/(λ_i (λ_i - λ_j))}
   * between a kept and a cut one, and 0 elsewhere.
   *
   * @param pull {@code S v_i} for each kept eigenvector, one a row
   */
  private Matrix gradient(
      GramSpectrum own, GramSpectrum other, TruncatedInverse inverse, Matrix pull, double slope) {
    Matrix v = inverse.vectors();
    int k = v.rows();
    Matrix s = pull.scaleInPlace(settings.angleWeight());
    Matrix inside = Blas.timesTransposed(s, v);
    Matrix outside = s.addInPlace(-1, Blas.multiply(inside, v));
    Matrix mixed = settings.exactGradient() ? own.resolve(outside) : own.overValues(outside);
    own.overValues(mixed);
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < k; j++) {
        inside.data()[i * k + j] /= -own.value(i) * own.value(j);
      }
      inside.data()[i * k + i] += slope * (own.value(i) - other.value(i));
    }
    Matrix right = Blas.multiply(inside, v).addInPlace(1, mixed);
    Matrix gradient = Blas.multiply(Blas.timesTransposed(own.batch(), v), right);
    gradient.addInPlace(1, Blas.multiply(Blas.timesTransposed(own.batch(), mixed), v));
    return withoutOnes(gradient.scaleInPlace(2));
  }

  private static Matrix withoutOnes(Matrix gradient) {
    int p = gradient.cols() - 1;
    Matrix result = Matrix.zeros(gradient.rows(), p);
    for (int i = 0; i < gradient.rows(); i++) {
      System.arraycopy(gradient.data(), i * (p + 1) + 1, result.data(), i * p, p);
    }
    return result;
  }
}
