package io.gazeshift.glsge.label;

/** A symmetric positive definite 2 x 2 matrix: the spread of a label distribution. */
public record Covariance(double xx, double xy, double yy) {

  public Covariance {
    // Written so that NaN is rejected too.
    if (!(xx > 0 && yy > 0 && xx * yy - xy * xy > 0) || Double.isInfinite(xx + yy)) {
      throw new IllegalArgumentException(
          "a covariance must be positive definite, got [[%s, %s], [%s, %s]]"
              .formatted(xx, xy, xy, yy));
    }
  }

  public static Covariance of(double[][] entries) {
    if (entries.length != 2 || entries[0].length != 2 || entries[1].length != 2) {
      throw new IllegalArgumentException("a covariance of two angles has 2 x 2 entries");
    }
    double mixed = entries[0][1];
    if (Math.abs(mixed - entries[1][0])
        > 1e-9 * Math.sqrt(Math.abs(entries[0][0] * entries[1][1]))) {
      throw new IllegalArgumentException(
          "a covariance must be symmetric, got %s and %s off the diagonal"
              .formatted(mixed, entries[1][0]));
    }
    return new Covariance(entries[0][0], mixed, entries[1][1]);
  }

  public static Covariance diagonal(double xSigma, double ySigma) {
    return new Covariance(xSigma * xSigma, 0, ySigma * ySigma);
  }

  public double xSigma() {
    return Math.sqrt(xx);
  }

  public double ySigma() {
    return Math.sqrt(yy);
  }

  public double determinant() {
    return xx * yy - xy * xy;
  }

  public double correlation() {
    return xy / (xSigma() * ySigma());
  }

  public Covariance scaled(double factor) {
    return new Covariance(xx * factor, xy * factor, yy * factor);
  }

  /** The same with a number added to both variances. */
  public Covariance plusDiagonal(double variance) {
    return new Covariance(xx + variance, xy, yy + variance);
  }

  /** {@code dᵀ Σ⁻¹ d}. */
  public double mahalanobisSquared(double dx, double dy) {
    return (yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy) / determinant();
  }

  public double[][] toRows() {
    return new double[][] {{xx, xy}, {xy, yy}};
  }
}
