package io.gazeshift.ingest.tflite;

import io.gazeshift.ingest.onnx.OnnxWriter;
import io.gazeshift.ingest.tflite.TfliteGraph.Step;
import io.gazeshift.ingest.tflite.TfliteGraph.Tensor;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Writes a TensorFlow Lite graph as an ONNX one. Pictures lie by pixels there and by channels here;
 * outputs are led back. Two operators are written as convolutions, because ONNX Runtime keeps
 * convolutions and what it can merge with them in blocks of channels, and anything else between
 * them would have it reorder the whole picture twice.
 */
final class Translation {

  private static final int ADD = 0;
  private static final int CONV_2D = 3;
  private static final int DEPTHWISE_CONV_2D = 4;
  private static final int MAX_POOL_2D = 17;
  private static final int MUL = 18;
  private static final int RELU = 19;
  private static final int RESHAPE = 22;
  private static final int RESIZE_BILINEAR = 23;
  private static final int CUSTOM = 32;
  private static final int PAD = 34;
  private static final int STRIDED_SLICE = 45;
  private static final int PRELU = 54;

  private static final int PICTURE_RANK = 4;

  /** Those of beginning, end, ellipsis, new axis and lost axis. */
  private static final int SLICE_MASKS = 5;

  private final TfliteGraph graph;
  private final boolean literal;
  private final OnnxWriter onnx = new OnnxWriter("tflite");
  private final CustomOperators custom = new CustomOperators(onnx);

  private Translation(TfliteGraph graph, boolean literal) {
    this.graph = graph;
    this.literal = literal;
  }

  /**
   * The ONNX file; its input is by channels, its outputs have their names in the graph. ONNX
   * Runtime computes whatever is in a file, so steps that lead to none of the outputs are left out.
   */
  static byte[] of(TfliteGraph graph, Set<String> outputs) {
    return new Translation(graph, false).written(outputs);
  }

  /** The same with the graph's own operators only, as a common converter writes it; slower. */
  static byte[] literally(TfliteGraph graph, Set<String> outputs) {
    return new Translation(graph, true).written(outputs);
  }

  private byte[] written(Set<String> names) {
    List<Integer> outputs =
        graph.outputs().stream().filter(tensor -> isNamed(tensor, names)).toList();
    Set<Integer> needed = leadingTo(outputs);
    graph.inputs().forEach(this::input);
    graph.steps().stream().filter(step -> needed.contains(step.output())).forEach(this::step);
    outputs.forEach(this::output);
    return onnx.toBytes();
  }

  private boolean isNamed(int tensor, Set<String> names) {
    return names.contains(graph.tensor(tensor).name());
  }

  /** These tensors, those they are computed from, and so on; steps come in order. */
  private Set<Integer> leadingTo(List<Integer> tensors) {
    Set<Integer> needed = new HashSet<>(tensors);
    for (int i = graph.steps().size() - 1; i >= 0; i--) {
      Step step = graph.steps().get(i);
      if (needed.contains(step.output())) {
        needed.addAll(step.inputs());
      }
    }
    return needed;
  }

  /** What a tensor is called in the ONNX file. */
  static String name(int tensor) {
    return "t" + tensor;
  }

  private void input(int tensor) {
    onnx.input(
        name(tensor),
        rank(tensor) == PICTURE_RANK
            ? List.of(1L, size(tensor, 3), size(tensor, 1), size(tensor, 2))
            : graph.tensor(tensor).shape().stream().map(Integer::longValue).toList());
  }

  private void output(int tensor) {
    Tensor described = graph.tensor(tensor);
    if (rank(tensor) == PICTURE_RANK) {
      byPixels(tensor, described.name());
    } else {
      onnx.node("Identity", List.of(name(tensor)), described.name());
    }
    onnx.output(described.name(), described.shape().stream().map(Integer::longValue).toList());
  }

  private void byPixels(int tensor, String into) {
    onnx.node("Transpose", List.of(name(tensor)), into, OnnxWriter.ints("perm", 0, 2, 3, 1));
  }

  private void step(Step step) {
    String in = name(step.inputs().get(0));
    String out = name(step.output());
    switch (step.operator()) {
      case CONV_2D -> activated(step, step.options().small(3), raw -> convolution(step, raw, 1));
      case DEPTHWISE_CONV_2D ->
          activated(
              step, step.options().small(4), raw -> convolution(step, raw, size(step.output(), 3)));
      case ADD ->
          activated(
              step,
              step.options().small(0),
              raw -> onnx.node("Add", List.of(in, name(step.inputs().get(1))), raw));
      case RELU -> onnx.node("Relu", List.of(in), out);
      case PRELU -> bentRelu(step);
      case MAX_POOL_2D -> maxPool(step);
      case PAD -> moreChannels(step);
      case RESIZE_BILINEAR -> resize(step);
      case RESHAPE -> reshape(step);
      case MUL -> activated(step, step.options().small(0), raw -> multiplication(step, raw));
      case STRIDED_SLICE -> slice(step);
      case CUSTOM -> custom(step);
      default -> throw new UnsupportedNetworkException("it uses operator " + step.operator());
    }
  }

  private interface Writer {
    void write(String output);
  }

  /** Some operators have an activation built in: none, or one that cuts off below 0. */
  private void activated(Step step, int activation, Writer writer) {
    String out = name(step.output());
    if (activation == 0) {
      writer.write(out);
    } else if (activation == 1) {
      writer.write(out + "raw");
      onnx.node("Relu", List.of(out + "raw"), out);
    } else {
      throw new UnsupportedNetworkException("it uses activation " + activation);
    }
  }

  private void convolution(Step step, String out, long groups) {
    List<Integer> shape = graph.tensor(step.inputs().get(1)).shape();
    int kernels = shape.get(0);
    int height = shape.get(1);
    int width = shape.get(2);
    int channels = shape.get(3);
    float[] weights = byChannels(graph.floats(step.inputs().get(1)), height * width, channels);
    long[] kernelShape =
        groups == 1
            ? new long[] {kernels, channels, height, width}
            : new long[] {channels, 1, height, width};
    float[] bias = graph.floats(step.inputs().get(2));
    onnx.node(
        "Conv",
        List.of(
            name(step.inputs().get(0)),
            onnx.constant(weights, kernelShape),
            onnx.constant(bias, bias.length)),
        out,
        OnnxWriter.ints("kernel_shape", height, width),
        strides(step),
        OnnxWriter.ints("pads", pads(step, height, width)),
        OnnxWriter.number("group", groups));
  }

  private static float[] byChannels(float[] values, int area, int channels) {
    float[] turned = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      int kernel = i / (area * channels);
      int pixel = i / channels % area;
      turned[(kernel * channels + i % channels) * area + pixel] = values[i];
    }
    return turned;
  }

  private static ai.onnx.proto.OnnxMl.AttributeProto strides(Step step) {
    return OnnxWriter.ints("strides", step.options().number(2, 1), step.options().number(1, 1));
  }

  /** Whatever the kernels need beyond the picture, the odd pixel at the end. */
  private long[] pads(Step step, int height, int width) {
    int in = step.inputs().get(0);
    long y = (size(step.output(), 1) - 1) * step.options().number(2, 1) + height - size(in, 1);
    long x = (size(step.output(), 2) - 1) * step.options().number(1, 1) + width - size(in, 2);
    long top = Math.max(0, y) / 2;
    long left = Math.max(0, x) / 2;
    return new long[] {top, left, Math.max(0, y) - top, Math.max(0, x) - left};
  }

  private void maxPool(Step step) {
    int width = step.options().number(3, 1);
    int height = step.options().number(4, 1);
    onnx.node(
        "MaxPool",
        List.of(name(step.inputs().get(0))),
        name(step.output()),
        OnnxWriter.ints("kernel_shape", height, width),
        strides(step),
        OnnxWriter.ints("pads", pads(step, height, width)));
  }

  /** x where it is positive, a x elsewhere: x + (1 - a) max(0, -x). */
  private void bentRelu(Step step) {
    String in = name(step.inputs().get(0));
    String out = name(step.output());
    float[] slopes = graph.floats(step.inputs().get(1));
    if (literal) {
      onnx.node("PRelu", List.of(in, onnx.constant(slopes, slopes.length, 1, 1)), out);
      return;
    }
    float[] minusOne = new float[slopes.length];
    Arrays.fill(minusOne, -1);
    for (int i = 0; i < slopes.length; i++) {
      slopes[i] = 1 - slopes[i];
    }
    eachChannel(in, minusOne, out + "turned");
    onnx.node("Relu", List.of(out + "turned"), out + "below");
    eachChannel(out + "below", slopes, out + "bent");
    onnx.node("Add", List.of(out + "bent", in), out);
  }

  private void eachChannel(String in, float[] factors, String out) {
    onnx.node(
        "Conv",
        List.of(in, onnx.constant(factors, factors.length, 1, 1, 1)),
        out,
        OnnxWriter.ints("kernel_shape", 1, 1),
        OnnxWriter.number("group", factors.length));
  }

  /** Channels of zeros behind the others: what a convolution with an identity gives. */
  private void moreChannels(Step step) {
    int in = step.inputs().get(0);
    int from = (int) size(in, 3);
    int to = (int) size(step.output(), 3);
    if (size(in, 1) != size(step.output(), 1) || size(in, 2) != size(step.output(), 2)) {
      throw new UnsupportedNetworkException("it pads pictures");
    }
    if (literal) {
      String pads = onnx.constant(0L, 0, 0, 0, 0, to - from, 0, 0);
      onnx.node("Pad", List.of(name(in), pads), name(step.output()));
      return;
    }
    float[] identity = new float[to * from];
    for (int i = 0; i < from; i++) {
      identity[i * from + i] = 1;
    }
    onnx.node(
        "Conv",
        List.of(name(in), onnx.constant(identity, to, from, 1, 1)),
        name(step.output()),
        OnnxWriter.ints("kernel_shape", 1, 1));
  }

  private void resize(Step step) {
    boolean alignsCorners = step.options().small(2) != 0;
    boolean countsFromMiddles = step.options().small(3) != 0;
    int out = step.output();
    onnx.node(
        "Resize",
        List.of(
            name(step.inputs().get(0)),
            "",
            "",
            onnx.constant(1, size(out, 3), size(out, 1), size(out, 2))),
        name(out),
        OnnxWriter.text("mode", "linear"),
        OnnxWriter.text(
            "coordinate_transformation_mode",
            alignsCorners ? "align_corners" : countsFromMiddles ? "half_pixel" : "asymmetric"));
  }

  private void reshape(Step step) {
    int from = step.inputs().get(0);
    String out = name(step.output());
    String in = name(from);
    if (rank(from) == PICTURE_RANK) {
      in = out + "pixels";
      byPixels(from, in);
    }
    long[] shape =
        graph.tensor(step.output()).shape().stream().mapToLong(Integer::longValue).toArray();
    if (rank(step.output()) == PICTURE_RANK) {
      String pixels = onnx.value("Reshape", List.of(in, onnx.constant(shape)));
      onnx.node("Transpose", List.of(pixels), out, OnnxWriter.ints("perm", 0, 3, 1, 2));
    } else {
      onnx.node("Reshape", List.of(in, onnx.constant(shape)), out);
    }
  }

  /** By a constant; its shape would have to be turned where it is that of a picture. */
  private void multiplication(Step step, String out) {
    int constant = step.inputs().get(1);
    float[] factors = graph.floats(constant);
    if (rank(step.output()) == PICTURE_RANK && factors.length != 1) {
      throw new UnsupportedNetworkException("it multiplies pictures");
    }
    long[] shape = graph.tensor(constant).shape().stream().mapToLong(Integer::longValue).toArray();
    onnx.node("Mul", List.of(name(step.inputs().get(0)), onnx.constant(factors, shape)), out);
  }

  private void slice(Step step) {
    for (int mask = 0; mask < SLICE_MASKS; mask++) {
      if (step.options().number(mask, 0) != 0) {
        throw new UnsupportedNetworkException("it slices by masks");
      }
    }
    int rank = rank(step.inputs().get(0));
    long[] axes =
        rank == PICTURE_RANK ? new long[] {0, 2, 3, 1} : LongStream.range(0, rank).toArray();
    onnx.node(
        "Slice",
        List.of(
            name(step.inputs().get(0)),
            onnx.constant(graph.integers(step.inputs().get(1))),
            onnx.constant(graph.integers(step.inputs().get(2))),
            onnx.constant(axes),
            onnx.constant(graph.integers(step.inputs().get(3)))),
        name(step.output()));
  }

  private void custom(Step step) {
    TfliteGraph.Operator kind = step.kind();
    String in = name(step.inputs().get(0));
    String out = name(step.output());
    String known = kind.customName() + " " + kind.version();
    switch (known) {
      case "Landmarks2TransformMatrix 2" ->
          custom.regionMatrix(in, CustomOptions.of(step.customOptions()), out);
      case "TransformTensorBilinear 2" ->
          custom.cut(
              new CustomOperators.Picture(
                  in, size(step.inputs().get(0), 1), size(step.inputs().get(0), 2)),
              name(step.inputs().get(1)),
              CustomOptions.of(step.customOptions()),
              out);
      case "TransformLandmarks 2" -> {
        if (size(step.output(), 2) != 2) {
          throw new UnsupportedNetworkException("it moves points in space");
        }
        custom.movedPoints(in, name(step.inputs().get(1)), out);
      }
      default -> throw new UnsupportedNetworkException("it uses the custom operator " + known);
    }
  }

  private int rank(int tensor) {
    return graph.tensor(tensor).shape().size();
  }

  private long size(int tensor, int dimension) {
    return graph.tensor(tensor).shape().get(dimension);
  }
}
