package io.gazeshift.backbone.openvino;

import io.gazeshift.backbone.onnx.OnnxGraph;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Writes the layers of an OpenVINO network into an ONNX graph. The file describes a batch of one;
 * here the first dimension stays open, so a layer that would change it is rejected. Only what
 * gaze-estimation-adas-0002 uses is known.
 */
final class IrTranslation {

  private static final String EDITION = "opset1";

  /** Batch, channels, rows and columns. */
  private static final int PICTURE_RANK = 4;

  private final OnnxGraph graph;
  private final byte[] weights;
  private final Map<String, String> parameters;
  private final Map<String, IrLayer> layers = new HashMap<>();
  private final Map<String, IrConstant> constants = new HashMap<>();

  /** What a layer's output is called in the graph, by the layer's id. */
  private final Map<String, String> values = new HashMap<>();

  private IrTranslation(OnnxGraph graph, byte[] weights, Map<String, String> parameters) {
    this.graph = graph;
    this.weights = weights;
    this.parameters = parameters;
  }

  /**
   * Adds all layers to the graph; answers what their outputs are called there, by the layer's name.
   *
   * @param parameters the values of the graph that the network takes, by the parameter's name
   */
  static Map<String, String> add(
      List<IrLayer> layers, byte[] weights, OnnxGraph graph, Map<String, String> parameters) {
    IrTranslation translation = new IrTranslation(graph, weights, parameters);
    Map<String, String> named = new HashMap<>();
    for (IrLayer layer : layers) {
      translation.add(layer);
      Optional.ofNullable(translation.values.get(layer.id()))
          .ifPresent(value -> named.put(layer.name(), value));
    }
    return named;
  }

  private void add(IrLayer layer) {
    if (!layer.kind().version().equals(EDITION)) {
      throw layer.unusable("is of another edition than the supported " + EDITION);
    }
    layers.put(layer.id(), layer);
    switch (layer.type()) {
      case "Const" -> constants.put(layer.id(), IrConstant.of(layer, weights));
      case "Convert" -> constants.put(layer.id(), converted(layer));
      case "Result" -> values.put(layer.id(), value(layer, 0));
      default -> values.put(layer.id(), computed(layer));
    }
  }

  private String computed(IrLayer layer) {
    if (layer.shape().isEmpty() || layer.shape().get(0) != 1) {
      throw layer.unusable(
          "has an output of shape %s, expected a batch of 1".formatted(layer.shape()));
    }
    return switch (layer.type()) {
      case "Parameter" -> parameter(layer);
      case "Add" -> elementwise(layer, "Add");
      case "Multiply" -> elementwise(layer, "Mul");
      case "ReLU" -> graph.relu(value(layer, 0));
      case "Convolution" -> convolution(layer);
      case "Concat" -> concatenation(layer);
      case "Reshape" -> reshaped(layer);
      case "Squeeze", "Unsqueeze" -> withOtherAxes(layer);
      case "StridedSlice" -> slice(layer);
      default -> throw layer.unusable("is of a type that is not supported");
    };
  }

  private String parameter(IrLayer layer) {
    String value = parameters.get(layer.name());
    if (value == null) {
      throw layer.unusable("is an input that is not expected");
    }
    return value;
  }

  /** Files in half precision widen each constant by a layer of its own. */
  private IrConstant converted(IrLayer layer) {
    if (!layer.attribute("destination_type").equals("f32")) {
      throw layer.unusable(
          "converts to %s, expected f32".formatted(layer.attribute("destination_type")));
    }
    return constant(layer, 0);
  }

  private String elementwise(IrLayer layer, String operator) {
    if (!layer.attribute("auto_broadcast", "numpy").equals("numpy")) {
      throw layer.unusable(
          "has auto_broadcast=\"%s\", expected numpy".formatted(layer.attribute("auto_broadcast")));
    }
    return graph.elementwise(operator, operand(layer, 0), operand(layer, 1));
  }

  private String convolution(IrLayer layer) {
    if (!layer.attribute("auto_pad", "explicit").equals("explicit")) {
      throw layer.unusable(
          "has auto_pad=\"%s\", expected explicit".formatted(layer.attribute("auto_pad")));
    }
    if (same(layer, "dilations") != 1) {
      throw layer.unusable("has dilations=\"%s\"".formatted(layer.attribute("dilations")));
    }
    int padding = same(layer, "pads_begin");
    if (same(layer, "pads_end") != padding) {
      throw layer.unusable(
          "has pads_begin=\"%s\" and pads_end=\"%s\", expected equal ones"
              .formatted(layer.attribute("pads_begin"), layer.attribute("pads_end")));
    }
    IrConstant kernels = constant(layer, 1);
    List<Long> shape = kernels.shape();
    if (shape.size() != PICTURE_RANK || !shape.get(2).equals(shape.get(3))) {
      throw layer.unusable("has kernels of shape %s, expected square ones".formatted(shape));
    }
    return graph.conv(
        value(layer, 0),
        graph.constant(kernels.floats(), lengths(shape)),
        Optional.empty(),
        shape.get(2).intValue(),
        same(layer, "strides"),
        padding);
  }

  /** The one number that an attribute has for rows and for columns. */
  private static int same(IrLayer layer, String key) {
    List<Long> numbers = layer.numbers(key);
    if (numbers.size() != 2 || !numbers.get(0).equals(numbers.get(1))) {
      throw layer.unusable(
          "has %s=\"%s\", expected the same number twice".formatted(key, layer.attribute(key)));
    }
    return Math.toIntExact(numbers.get(0));
  }

  private String concatenation(IrLayer layer) {
    int rank = layer.shape().size();
    return graph.concat(
        axis(layer, layer.number("axis"), rank),
        IntStream.range(0, layer.inputs().size())
            .mapToObj(i -> value(layer, i))
            .toArray(String[]::new));
  }

  /** The file says what comes out; only the batch must not move. */
  private String reshaped(IrLayer layer) {
    long[] target = constant(layer, 1).longs();
    boolean keepsFirst = layer.attribute("special_zero", "false").equals("true");
    if (target.length == 0 || !(target[0] == 1 || (target[0] == 0 && keepsFirst))) {
      throw layer.unusable("does not keep the batch as its first dimension");
    }
    return withShape(layer);
  }

  private String withOtherAxes(IrLayer layer) {
    int rank = Math.max(layer.shape().size(), input(layer, 0).shape().size());
    for (long axis : constant(layer, 1).longs()) {
      axis(layer, axis, rank);
    }
    return withShape(layer);
  }

  private String withShape(IrLayer layer) {
    long[] lengths = lengths(layer.shape());
    lengths[0] = 0;
    return graph.reshape(value(layer, 0), lengths);
  }

  private String slice(IrLayer layer) {
    for (String mask : List.of("new_axis_mask", "shrink_axis_mask", "ellipsis_mask")) {
      if (layer.attributes().containsKey(mask) && layer.numbers(mask).contains(1L)) {
        throw layer.unusable(
            "has %s=\"%s\", which is not supported".formatted(mask, layer.attribute(mask)));
      }
    }
    long[] begin = constant(layer, 1).longs();
    long[] end = constant(layer, 2).longs();
    List<Long> shape = input(layer, 0).shape();
    if (begin.length != end.length || begin.length > shape.size()) {
      throw layer.unusable(
          "has %d beginnings and %d ends for %d axes"
              .formatted(begin.length, end.length, shape.size()));
    }
    if (layer.inputs().size() > 3
        && IntStream.range(0, begin.length).anyMatch(i -> constant(layer, 3).longs()[i] != 1)) {
      throw layer.unusable("has strides other than 1");
    }
    String sliced = value(layer, 0);
    for (int axis = 0; axis < begin.length; axis++) {
      long from = masked(layer, "begin_mask", axis) ? 0 : begin[axis];
      long to = masked(layer, "end_mask", axis) ? shape.get(axis) : end[axis];
      if (from != 0 || to != shape.get(axis)) {
        sliced = graph.slice(sliced, axis(layer, axis, shape.size()), from, to);
      }
    }
    return sliced;
  }

  /** Whether the file says to ignore the given bound of this axis. */
  private static boolean masked(IrLayer layer, String key, int axis) {
    List<Long> mask = layer.numbers(key);
    return axis < mask.size() && mask.get(axis) == 1;
  }

  /** An axis behind the batch, counted from the front. */
  private static int axis(IrLayer layer, long axis, int rank) {
    long fromFront = axis < 0 ? axis + rank : axis;
    if (fromFront < 1 || fromFront >= rank) {
      throw layer.unusable(
          "works along axis %d of %d, expected one behind the batch".formatted(axis, rank));
    }
    return (int) fromFront;
  }

  private IrLayer input(IrLayer layer, int index) {
    return layers.get(layer.input(index));
  }

  private String value(IrLayer layer, int index) {
    String value = values.get(layer.input(index));
    if (value == null) {
      throw layer.unusable("takes constants only");
    }
    return value;
  }

  private IrConstant constant(IrLayer layer, int index) {
    IrConstant constant = constants.get(layer.input(index));
    if (constant == null) {
      throw layer.unusable("takes '%s', expected a constant".formatted(input(layer, index).name()));
    }
    return constant;
  }

  /** A computed value, or a constant, which then becomes part of the graph. */
  private String operand(IrLayer layer, int index) {
    IrConstant constant = constants.get(layer.input(index));
    return constant == null
        ? value(layer, index)
        : graph.constant(constant.floats(), lengths(constant.shape()));
  }

  private static long[] lengths(List<Long> shape) {
    return shape.stream().mapToLong(Long::longValue).toArray();
  }
}
