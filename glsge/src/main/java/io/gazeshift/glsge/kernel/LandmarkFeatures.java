package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.linalg.Blas;
import io.gazeshift.glsge.linalg.Cholesky;
import io.gazeshift.glsge.linalg.Matrix;

/**
 * Features {@code Φ} with {@code K ≈ Φ Φᵀ}, exact between any point and a landmark: {@code Φ = C
 * L⁻ᵀ} with the kernel C of all points with the landmarks, and {@code L Lᵀ} that of the landmarks
 * among themselves (Nyström). The first columns of Φ are the features of the first landmarks.
 */
final class LandmarkFeatures {

  /** Relative to the diagonal of the kernel: lets landmarks coincide. */
  private static final double JITTER = 1e-7;

  private final Matrix points;
  private final int[] landmarks;
  private final double diagonal;
  private final Matrix slopesTransposed;
  private final Cholesky factor;
  private final Matrix values;

  /**
   * @param points one a row, around their mean
   * @param landmarks which of them are landmarks
   */
  LandmarkFeatures(Matrix points, int[] landmarks, KernelRates rates) {
    this.points = points;
    this.landmarks = landmarks.clone();
    this.diagonal = rates.sum(0);
    Matrix kernelTransposed = squaredDistances(points, landmarks);
    this.slopesTransposed = Matrix.zeros(landmarks.length, points.rows());
    fill(rates, kernelTransposed, slopesTransposed);
    Matrix among = columns(kernelTransposed, landmarks).mirrorUpperInPlace();
    this.factor = Cholesky.of(among.addToDiagonalInPlace(JITTER * diagonal));
    this.values = factor.solveLower(kernelTransposed).transpose();
  }

  private static Matrix squaredDistances(Matrix points, int[] landmarks) {
    int n = points.rows();
    int width = points.cols();
    Matrix result = Blas.timesTransposed(points.rows(landmarks), points);
    double[] squares = new double[n];
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < width; c++) {
        squares[i] += points.data()[i * width + c] * points.data()[i * width + c];
      }
    }
    double[] d = result.data();
    for (int k = 0; k < landmarks.length; k++) {
      for (int i = 0; i < n; i++) {
        d[k * n + i] = Math.max(0, squares[landmarks[k]] + squares[i] - 2 * d[k * n + i]);
      }
      d[k * n + landmarks[k]] = 0;
    }
    return result;
  }

  /** Turns distances into kernels, in place. */
  private static void fill(KernelRates rates, Matrix distances, Matrix slopes) {
    int n = distances.cols();
    double[] slopeRow = new double[n];
    for (int k = 0; k < distances.rows(); k++) {
      rates.fill(distances.data(), k * n, (k + 1) * n, distances.data(), slopeRow);
      System.arraycopy(slopeRow, 0, slopes.data(), k * n, n);
    }
  }

  private static Matrix columns(Matrix matrix, int[] picked) {
    Matrix result = Matrix.zeros(matrix.rows(), picked.length);
    for (int k = 0; k < matrix.rows(); k++) {
      for (int j = 0; j < picked.length; j++) {
        result.set(k, j, matrix.get(k, picked[j]));
      }
    }
    return result;
  }

  /** Φ, one point a row. */
  Matrix values() {
    return values;
  }

  /** What the features leave of the kernel of each point with itself. */
  double[] rest() {
    int width = values.cols();
    double[] rest = new double[values.rows()];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = diagonal;
      for (int k = 0; k < width; k++) {
        rest[i] -= values.data()[i * width + k] * values.data()[i * width + k];
      }
    }
    return rest;
  }

  /** Takes a gradient by the features back to the points, landmarks and others. */
  Matrix pullBack(Matrix gradient) {
    // By C it is G L⁻¹; by the kernel among landmarks -½ L⁻ᵀ S L⁻¹, where S is the upper half of
    // Φᵀ G and its mirror image, since L is a triangle.
    Matrix byKernel = factor.solveLowerTransposed(gradient.transpose());
    Matrix s = Blas.transposedTimes(values, gradient).mirrorUpperInPlace();
    Matrix amongLandmarks = factor.solveLowerTransposed(factor.solveLowerTransposed(s).transpose());
    int n = points.rows();
    int width = points.cols();
    Matrix centres = points.rows(landmarks);
    timesInPlace(byKernel, slopesTransposed);
    timesInPlace(amongLandmarks, columns(slopesTransposed, landmarks));

    double[] byPoint = new double[n];
    double[] byLandmark = new double[landmarks.length];
    for (int k = 0; k < landmarks.length; k++) {
      for (int i = 0; i < n; i++) {
        double entry = byKernel.data()[k * n + i];
        byPoint[i] += entry;
        byLandmark[k] += entry;
      }
      for (int j = 0; j < landmarks.length; j++) {
        byLandmark[k] -= amongLandmarks.get(k, j);
      }
    }
    // ∂K/∂x = -2 K' (x - y), for both ends of each pair.
    Matrix result = Blas.transposedTimes(byKernel, centres);
    toDifferences(byPoint, points, result);
    Matrix ofLandmarks = Blas.multiply(byKernel, points);
    ofLandmarks.addInPlace(-1, Blas.multiply(amongLandmarks, centres));
    toDifferences(byLandmark, centres, ofLandmarks);
    for (int k = 0; k < landmarks.length; k++) {
      for (int c = 0; c < width; c++) {
        result.data()[landmarks[k] * width + c] += ofLandmarks.data()[k * width + c];
      }
    }
    return result;
  }

  private static void timesInPlace(Matrix matrix, Matrix factors) {
    for (int i = 0; i < matrix.data().length; i++) {
      matrix.data()[i] *= factors.data()[i];
    }
  }

  /** From {@code Σ_j w_ij y_j} to {@code -2 Σ_j w_ij (x_i - y_j)}, given {@code Σ_j w_ij}. */
  private static void toDifferences(double[] sums, Matrix at, Matrix pulled) {
    int width = at.cols();
    for (int i = 0; i < sums.length; i++) {
      for (int c = 0; c < width; c++) {
        int place = i * width + c;
        pulled.data()[place] = -2 * (sums[i] * at.data()[place] - pulled.data()[place]);
      }
    }
  }
}
