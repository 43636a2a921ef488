package io.gazeshift.ingest.tflite;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What stands in a .tflite file: tensors, and the operators between them in their order. */
final class TfliteGraph {

  /** By its name and shape; what it holds if it is a constant. */
  record Tensor(String name, List<Integer> shape, int type, ByteBuffer content) {}

  /** An operator; those that TensorFlow Lite does not define have a name instead of a number. */
  record Operator(int number, String customName, int version) {}

  /**
   * An operator with the numbers of the tensors it reads and the one it writes. The custom options
   * are empty where there are none.
   */
  record Step(
      Operator kind,
      List<Integer> inputs,
      int output,
      FlatTable options,
      ByteBuffer customOptions) {

    int operator() {
      return kind.number();
    }
  }

  /** What weights are widened from. */
  static final int DEQUANTIZE = 6;

  private static final String MARK = "TFL3";
  private static final int FLOAT = 0;
  private static final int HALF = 1;
  private static final int INT = 2;

  private final List<Tensor> tensors = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();
  private final Map<Integer, Integer> widened = new HashMap<>();
  private final List<Integer> inputs;
  private final List<Integer> outputs;

  /**
   * Reads a file's content.
   *
   * @throws RuntimeException if it is cut off, damaged or something else
   */
  TfliteGraph(byte[] content) {
    FlatTable model = FlatTable.root(content, MARK);
    List<FlatTable> buffers = model.tables(4);
    FlatTable graph = model.tables(2).get(0);
    for (FlatTable tensor : graph.tables(0)) {
      tensors.add(
          new Tensor(
              tensor.text(3),
              tensor.numbers(0),
              tensor.small(1),
              buffers.get(tensor.number(2, 0)).vector(0, 1)));
    }
    List<Operator> operators = model.tables(1).stream().map(TfliteGraph::operator).toList();
    for (FlatTable step : graph.tables(3)) {
      add(
          new Step(
              operators.get(step.number(0, 0)),
              step.numbers(1),
              step.numbers(2).get(0),
              step.has(4) ? step.table(4) : step,
              step.vector(5, 1)));
    }
    this.inputs = graph.numbers(1);
    this.outputs = graph.numbers(2);
  }

  /** Its number moved to another field when one byte was no longer enough. */
  private static Operator operator(FlatTable code) {
    return new Operator(
        Math.max(code.small(0), code.number(3, 0)), code.text(1), code.number(2, 1));
  }

  private void add(Step step) {
    if (step.operator() == DEQUANTIZE) {
      widened.put(step.output(), step.inputs().get(0));
    } else {
      steps.add(step);
    }
  }

  List<Step> steps() {
    return steps;
  }

  List<Integer> inputs() {
    return inputs;
  }

  List<Integer> outputs() {
    return outputs;
  }

  Tensor tensor(int number) {
    return tensors.get(number);
  }

  /** The numbers of a constant; weights are stored by half a float each. */
  float[] floats(int number) {
    Tensor tensor = tensors.get(widened.getOrDefault(number, number));
    ByteBuffer content = tensor.content().duplicate().order(tensor.content().order());
    float[] values = new float[count(tensor)];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (tensor.type()) {
            case FLOAT -> content.getFloat();
            case HALF -> widen(content.getShort());
            default -> throw new UnsupportedNetworkException("weights of type " + tensor.type());
          };
    }
    return values;
  }

  /** The whole numbers of a constant. */
  long[] integers(int number) {
    Tensor tensor = tensors.get(number);
    if (tensor.type() != INT) {
      throw new UnsupportedNetworkException("sizes of type " + tensor.type());
    }
    ByteBuffer content = tensor.content().duplicate().order(tensor.content().order());
    long[] values = new long[count(tensor)];
    for (int i = 0; i < values.length; i++) {
      values[i] = content.getInt();
    }
    return values;
  }

  static int count(Tensor tensor) {
    return tensor.shape().stream().reduce(1, Math::multiplyExact);
  }

  /** IEEE 754: sign, 5 bits of exponent, 10 of fraction. Infinities are no weights. */
  static float widen(short half) {
    int exponent = half >> 10 & 0x1f;
    int fraction = half & 0x3ff;
    float magnitude =
        exponent == 0
            ? Math.scalb((float) fraction, -24)
            : Math.scalb((float) (fraction + 0x400), exponent - 25);
    return half < 0 ? -magnitude : magnitude;
  }
}
