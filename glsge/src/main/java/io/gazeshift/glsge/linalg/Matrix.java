package io.gazeshift.glsge.linalg;

import java.util.Arrays;

/**
 * A dense matrix of doubles, row by row. The entries are open to the package's callers through
 * {@link #data()}: only the owner of the matrix may write there.
 */
public final class Matrix {

  private static final int BLOCK = 32;

  private final int rows;
  private final int cols;
  private final double[] data;

  private Matrix(int rows, int cols, double[] data) {
    if (rows < 0 || cols < 0 || data.length != (long) rows * cols) {
      throw new IllegalArgumentException(
          "a %d x %d matrix needs %d entries, got %d"
              .formatted(rows, cols, (long) rows * cols, data.length));
    }
    this.rows = rows;
    this.cols = cols;
    this.data = data;
  }

  /** A matrix over the given entries, which are not copied. */
  public static Matrix wrap(int rows, int cols, double[] rowMajor) {
    return new Matrix(rows, cols, rowMajor);
  }

  public static Matrix zeros(int rows, int cols) {
    return new Matrix(rows, cols, new double[Math.multiplyExact(rows, cols)]);
  }

  public static Matrix identity(int n) {
    Matrix identity = zeros(n, n);
    for (int i = 0; i < n; i++) {
      identity.data[i * n + i] = 1;
    }
    return identity;
  }

  /** A copy of the given rows, which must be equally long. */
  public static Matrix of(double[][] rows) {
    int cols = rows.length == 0 ? 0 : rows[0].length;
    Matrix matrix = zeros(rows.length, cols);
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != cols) {
        throw new IllegalArgumentException(
            "row %d has %d entries, row 0 has %d".formatted(i, rows[i].length, cols));
      }
      System.arraycopy(rows[i], 0, matrix.data, i * cols, cols);
    }
    return matrix;
  }

  /** A copy of single-precision entries, as the engines hand them out. */
  public static Matrix ofFloats(int rows, int cols, float[] rowMajor) {
    if (rowMajor.length != (long) rows * cols) {
      throw new IllegalArgumentException(
          "a %d x %d matrix needs %d entries, got %d"
              .formatted(rows, cols, (long) rows * cols, rowMajor.length));
    }
    double[] wide = new double[rowMajor.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = rowMajor[i];
    }
    return new Matrix(rows, cols, wide);
  }

  /** The rows of one matrix above those of another. */
  public static Matrix stack(Matrix upper, Matrix lower) {
    if (upper.cols != lower.cols) {
      throw new IllegalArgumentException(
          "cannot stack rows of length %d on rows of length %d".formatted(upper.cols, lower.cols));
    }
    double[] all = Arrays.copyOf(upper.data, upper.data.length + lower.data.length);
    System.arraycopy(lower.data, 0, all, upper.data.length, lower.data.length);
    return new Matrix(upper.rows + lower.rows, upper.cols, all);
  }

  public int rows() {
    return rows;
  }

  public int cols() {
    return cols;
  }

  /** The entries themselves, row by row. */
  public double[] data() {
    return data;
  }

  public double get(int row, int col) {
    return data[row * cols + col];
  }

  public void set(int row, int col, double value) {
    data[row * cols + col] = value;
  }

  /** A copy of some neighbouring rows. */
  public Matrix rows(int from, int to) {
    return new Matrix(to - from, cols, Arrays.copyOfRange(data, from * cols, to * cols));
  }

  /** A copy of the named rows, in that order. */
  public Matrix rows(int[] picked) {
    Matrix result = zeros(picked.length, cols);
    for (int i = 0; i < picked.length; i++) {
      System.arraycopy(data, picked[i] * cols, result.data, i * cols, cols);
    }
    return result;
  }

  /** A copy of the entries at the crossings of some rows and some columns. */
  public Matrix at(int[] pickedRows, int[] pickedCols) {
    Matrix result = zeros(pickedRows.length, pickedCols.length);
    boolean neighbours = isRun(pickedCols);
    for (int i = 0; i < pickedRows.length; i++) {
      int from = pickedRows[i] * cols;
      int to = i * pickedCols.length;
      if (neighbours) {
        System.arraycopy(data, from + pickedCols[0], result.data, to, pickedCols.length);
        continue;
      }
      for (int j = 0; j < pickedCols.length; j++) {
        result.data[to + j] = data[from + pickedCols[j]];
      }
    }
    return result;
  }

  private static boolean isRun(int[] numbers) {
    for (int i = 1; i < numbers.length; i++) {
      if (numbers[i] != numbers[i - 1] + 1) {
        return false;
      }
    }
    return numbers.length > 0;
  }

  public Matrix copy() {
    return new Matrix(rows, cols, data.clone());
  }

  public Matrix transpose() {
    Matrix result = zeros(cols, rows);
    // Block by block, so that columns are written while they are still in the cache.
    for (int top = 0; top < rows; top += BLOCK) {
      for (int left = 0; left < cols; left += BLOCK) {
        for (int i = top; i < Math.min(top + BLOCK, rows); i++) {
          for (int j = left; j < Math.min(left + BLOCK, cols); j++) {
            result.data[j * rows + i] = data[i * cols + j];
          }
        }
      }
    }
    return result;
  }

  /** The sum of products of equal entries, {@code <A, B>}. */
  public double dot(Matrix other) {
    requireSameShape(other);
    // Four sums at a time: a single one would wait for each addition before the next.
    int whole = data.length - data.length % 4;
    double sum0 = 0;
    double sum1 = 0;
    double sum2 = 0;
    double sum3 = 0;
    for (int i = 0; i < whole; i += 4) {
      sum0 += data[i] * other.data[i];
      sum1 += data[i + 1] * other.data[i + 1];
      sum2 += data[i + 2] * other.data[i + 2];
      sum3 += data[i + 3] * other.data[i + 3];
    }
    double sum = (sum0 + sum1) + (sum2 + sum3);
    for (int i = whole; i < data.length; i++) {
      sum += data[i] * other.data[i];
    }
    return sum;
  }

  /** Adds a multiple of another matrix to this one. */
  public Matrix addInPlace(double factor, Matrix other) {
    requireSameShape(other);
    for (int i = 0; i < data.length; i++) {
      data[i] += factor * other.data[i];
    }
    return this;
  }

  public Matrix scaleInPlace(double factor) {
    for (int i = 0; i < data.length; i++) {
      data[i] *= factor;
    }
    return this;
  }

  /** Adds a number to each entry of the diagonal. */
  public Matrix addToDiagonalInPlace(double value) {
    for (int i = 0; i < Math.min(rows, cols); i++) {
      data[i * cols + i] += value;
    }
    return this;
  }

  /** Copies what is above the diagonal of a square matrix to below it. */
  public Matrix mirrorUpperInPlace() {
    // Block by block, so that columns are read while they are still in the cache.
    for (int top = 0; top < rows; top += BLOCK) {
      for (int left = 0; left <= top; left += BLOCK) {
        for (int i = top; i < Math.min(top + BLOCK, rows); i++) {
          for (int j = left; j < Math.min(left + BLOCK, i); j++) {
            data[i * cols + j] = data[j * cols + i];
          }
        }
      }
    }
    return this;
  }

  public float[] toFloats() {
    float[] narrow = new float[data.length];
    for (int i = 0; i < narrow.length; i++) {
      narrow[i] = (float) data[i];
    }
    return narrow;
  }

  public double[][] toRows() {
    double[][] result = new double[rows][];
    for (int i = 0; i < rows; i++) {
      result[i] = Arrays.copyOfRange(data, i * cols, (i + 1) * cols);
    }
    return result;
  }

  /** Whether no entry is NaN or infinite. */
  public boolean isFinite() {
    for (double value : data) {
      if (!Double.isFinite(value)) {
        return false;
      }
    }
    return true;
  }

  private void requireSameShape(Matrix other) {
    if (rows != other.rows || cols != other.cols) {
      throw new IllegalArgumentException(
          "a %d x %d matrix does not fit a %d x %d one"
              .formatted(rows, cols, other.rows, other.cols));
    }
  }

  @Override
  public String toString() {
    return "Matrix[%d x %d]".formatted(rows, cols);
  }
}
