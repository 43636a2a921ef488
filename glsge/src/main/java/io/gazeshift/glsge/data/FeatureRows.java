package io.gazeshift.glsge.data;

/** Feature vectors of equal length, one a row, wherever they are kept. */
public interface FeatureRows {

  /** How many vectors there are. */
  int size();

  /** How long each is. */
  int width();

  /** Copies one vector to a place in an array. */
  void copy(int row, float[] target, int offset);

  /** Vectors in memory, one after another; the array is not copied. */
  static FeatureRows of(float[] values, int width) {
    if (width <= 0 || values.length % width != 0) {
      throw new IllegalArgumentException(
          "%d numbers do not make rows of %d".formatted(values.length, width));
    }
    return new FeatureRows() {
      @Override
      public int size() {
        return values.length / width;
      }

      @Override
      public int width() {
        return width;
      }

      @Override
      public void copy(int row, float[] target, int offset) {
        System.arraycopy(values, row * width, target, offset, width);
      }
    };
  }

  /** The rows of an F16 or F32 tensor of shape [n, d], left where it is mapped. */
  static FeatureRows of(Tensor tensor) {
    tensor.requireShape(-1, -1);
    int size = Math.toIntExact(tensor.shape()[0]);
    int width = Math.toIntExact(tensor.shape()[1]);
    return new FeatureRows() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public int width() {
        return width;
      }

      @Override
      public void copy(int row, float[] target, int offset) {
        tensor.copyFloats(row * width, target, offset, width);
      }
    };
  }

  /** Some of the rows, in a given order. */
  default FeatureRows rows(int[] picked) {
    FeatureRows all = this;
    int[] order = picked.clone();
    return new FeatureRows() {
      @Override
      public int size() {
        return order.length;
      }

      @Override
      public int width() {
        return all.width();
      }

      @Override
      public void copy(int row, float[] target, int offset) {
        all.copy(order[row], target, offset);
      }
    };
  }

  /**
   * Rejects a number that is not finite, which would make every later number NaN.
   *
   * @param name what the rows are, for the message
   */
  default void requireFinite(String name) {
    float[] row = new float[width()];
    for (int i = 0; i < size(); i++) {
      copy(i, row, 0);
      for (int c = 0; c < row.length; c++) {
        if (!Float.isFinite(row[c])) {
          throw new IllegalArgumentException(
              "%s: feature %d of row %d is %s; %s"
                  .formatted(
                      name,
                      c,
                      i,
                      row[c],
                      Float.isNaN(row[c])
                          ? "remove such rows"
                          : "half floats end at 65504, so store the features as F32"));
        }
      }
    }
  }
}
