package io.gazeshift.backbone.openvino;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** Numbers in rows, and the few operations on them that a network needs, done the plain way. */
final class Numbers {

  private final List<Integer> shape;
  private final double[] values;

  private Numbers(List<Integer> shape, double[] values) {
    this.shape = shape;
    this.values = values;
  }

  static Numbers zeros(List<Integer> shape) {
    return new Numbers(shape, new double[shape.stream().reduce(1, (a, b) -> a * b)]);
  }

  static Numbers of(List<Integer> shape, float[] values) {
    Numbers numbers = zeros(shape);
    for (int i = 0; i < values.length; i++) {
      numbers.values[i] = values[i];
    }
    return numbers;
  }

  int size() {
    return values.length;
  }

  void set(int index, double value) {
    values[index] = value;
  }

  double[] toArray() {
    return values.clone();
  }

  Numbers map(DoubleUnaryOperator operator) {
    Numbers mapped = zeros(shape);
    for (int i = 0; i < values.length; i++) {
      mapped.values[i] = operator.applyAsDouble(values[i]);
    }
    return mapped;
  }

  /** With numbers of the same rank, of which there may be one for a whole axis. */
  Numbers combined(Numbers other, DoubleBinaryOperator operator) {
    Numbers combined = zeros(shape);
    for (int i = 0; i < values.length; i++) {
      int rest = i;
      int theirs = 0;
      int step = 1;
      for (int axis = shape.size() - 1; axis >= 0; axis--) {
        int at = rest % shape.get(axis);
        rest /= shape.get(axis);
        theirs += other.shape.get(axis) == 1 ? 0 : at * step;
        step *= other.shape.get(axis);
      }
      combined.values[i] = operator.applyAsDouble(values[i], other.values[theirs]);
    }
    return combined;
  }

  Numbers convolved(Numbers kernels, int stride, int padding) {
    int channels = shape.get(1);
    int height = shape.get(2);
    int width = shape.get(3);
    int size = kernels.shape.get(2);
    int rows = (height + 2 * padding - size) / stride + 1;
    int columns = (width + 2 * padding - size) / stride + 1;
    Numbers result = zeros(List.of(1, kernels.shape.get(0), rows, columns));
    int at = 0;
    for (int kernel = 0; kernel < kernels.shape.get(0); kernel++) {
      for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
          double sum = 0;
          for (int channel = 0; channel < channels; channel++) {
            for (int dy = 0; dy < size; dy++) {
              int y = row * stride + dy - padding;
              for (int dx = 0; dx < size; dx++) {
                int x = column * stride + dx - padding;
                if (y >= 0 && y < height && x >= 0 && x < width) {
                  sum +=
                      values[(channel * height + y) * width + x]
                          * kernels.values[((kernel * channels + channel) * size + dy) * size + dx];
                }
              }
            }
          }
          result.values[at++] = sum;
        }
      }
    }
    return result;
  }

  /** Along the axis behind the batch, which is one. */
  Numbers followedBy(Numbers other, List<Integer> joinedShape) {
    Numbers joined = zeros(joinedShape);
    System.arraycopy(values, 0, joined.values, 0, values.length);
    System.arraycopy(other.values, 0, joined.values, values.length, other.values.length);
    return joined;
  }

  Numbers withShape(List<Integer> other) {
    return new Numbers(other, values);
  }

  /** The first numbers along one axis. */
  Numbers withLength(int axis, int length) {
    List<Integer> shorter = new ArrayList<>(shape);
    shorter.set(axis, length);
    int inner = shape.subList(axis + 1, shape.size()).stream().reduce(1, (a, b) -> a * b);
    Numbers cut = zeros(shorter);
    for (int i = 0; i < cut.values.length; i++) {
      int outer = i / (length * inner);
      cut.values[i] = values[outer * shape.get(axis) * inner + i % (length * inner)];
    }
    return cut;
  }
}
