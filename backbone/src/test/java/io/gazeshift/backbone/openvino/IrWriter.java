package io.gazeshift.backbone.openvino;

import io.gazeshift.glsge.data.Half;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Writes small OpenVINO networks, and remembers beside each layer what it computes, in plain Java,
 * so that a translation can be compared with it.
 */
final class IrWriter {

  /** A layer's output: where to find it in the file, and how to compute it for one face. */
  record Out(int layer, int port, List<Integer> shape, Computation computation) {

    Numbers of(Inputs inputs) {
      return inputs.known(this);
    }
  }

  /** What a layer computes. */
  interface Computation {
    Numbers apply(Inputs inputs);
  }

  private final Random random;
  private final boolean half;
  private final StringBuilder layers = new StringBuilder();
  private final StringBuilder edges = new StringBuilder();
  private final ByteArrayOutputStream weights = new ByteArrayOutputStream();
  private int layerCount;

  /** With random weights, in half precision or in single. */
  IrWriter(long seed, boolean half) {
    this.random = new Random(seed);
    this.half = half;
  }

  Out parameter(String name, Integer... shape) {
    String data = "shape=\"%s\" element_type=\"f32\"".formatted(commas(List.of(shape)));
    return layer("Parameter", name, data, List.of(), List.of(shape), in -> in.given(name));
  }

  /** Random numbers around a mean. */
  Out constant(double mean, double deviation, Integer... shape) {
    Numbers numbers = Numbers.zeros(List.of(shape));
    ByteBuffer raw = buffer(numbers.size() * (half ? Short.BYTES : Float.BYTES));
    for (int i = 0; i < numbers.size(); i++) {
      // A multiple of 1/1024 below 2 fits both precisions without rounding.
      float value = Math.round((mean + deviation * random.nextGaussian()) * 1024) / 1024f;
      value = Math.max(-1.5f, Math.min(1.5f, value));
      numbers.set(i, value);
      if (half) {
        raw.putShort(Half.fromFloat(value));
      } else {
        raw.putFloat(value);
      }
    }
    Out constant = stored(half ? "f16" : "f32", raw, List.of(shape), numbers);
    return half
        ? layer(
            "Convert",
            "widened" + layerCount,
            "destination_type=\"f32\"",
            List.of(constant),
            List.of(shape),
            constant::of)
        : constant;
  }

  Out whole(String type, long... values) {
    ByteBuffer raw = buffer(values.length * Long.BYTES);
    for (long value : values) {
      raw.putLong(value);
    }
    List<Integer> shape = List.of(values.length);
    return stored(type, raw, shape, Numbers.zeros(shape));
  }

  private Out stored(String type, ByteBuffer raw, List<Integer> shape, Numbers numbers) {
    String data =
        "element_type=\"%s\" shape=\"%s\" offset=\"%d\" size=\"%d\""
            .formatted(type, commas(shape), weights.size(), raw.capacity());
    weights.writeBytes(raw.array());
    return layer("Const", "constant" + layerCount, data, List.of(), shape, in -> numbers);
  }

  Out multiply(Out a, Out b) {
    return layer(
        "Multiply",
        "multiply" + layerCount,
        "auto_broadcast=\"numpy\"",
        List.of(a, b),
        a.shape(),
        in -> a.of(in).combined(b.of(in), (x, y) -> x * y));
  }

  Out add(Out a, Out b) {
    return layer(
        "Add",
        "add" + layerCount,
        "auto_broadcast=\"numpy\"",
        List.of(a, b),
        a.shape(),
        in -> a.of(in).combined(b.of(in), Double::sum));
  }

  Out relu(Out x) {
    return layer(
        "ReLU",
        "relu" + layerCount,
        "",
        List.of(x),
        x.shape(),
        in -> x.of(in).map(v -> v < 0 ? 0 : v));
  }

  Out convolution(Out x, Out kernels, int stride, int padding) {
    int size = kernels.shape().get(2);
    int rows = (x.shape().get(2) + 2 * padding - size) / stride + 1;
    int columns = (x.shape().get(3) + 2 * padding - size) / stride + 1;
    String data =
        ("strides=\"%1$d, %1$d\" dilations=\"1, 1\" pads_begin=\"%2$d, %2$d\""
                + " pads_end=\"%2$d, %2$d\" auto_pad=\"explicit\"")
            .formatted(stride, padding);
    return layer(
        "Convolution",
        "convolution" + layerCount,
        data,
        List.of(x, kernels),
        List.of(1, kernels.shape().get(0), rows, columns),
        in -> x.of(in).convolved(kernels.of(in), stride, padding));
  }

  Out concat(Out a, Out b) {
    List<Integer> shape = new ArrayList<>(a.shape());
    shape.set(1, a.shape().get(1) + b.shape().get(1));
    return layer(
        "Concat",
        "concat" + layerCount,
        "axis=\"1\"",
        List.of(a, b),
        shape,
        in -> a.of(in).followedBy(b.of(in), shape));
  }

  Out reshape(String name, Out x, Out target, Integer... shape) {
    return layer(
        "Reshape",
        name,
        "special_zero=\"true\"",
        List.of(x, target),
        List.of(shape),
        in -> x.of(in).withShape(List.of(shape)));
  }

  Out otherAxes(String type, String name, Out x, Out axes, Integer... shape) {
    return layer(
        type, name, "", List.of(x, axes), List.of(shape), in -> x.of(in).withShape(List.of(shape)));
  }

  /** The first columns of the last axis. */
  Out slice(Out x, Out begin, Out end, Out strides, Integer... shape) {
    return layer(
        "StridedSlice",
        "slice" + layerCount,
        "begin_mask=\"1, 1, 0\" end_mask=\"1, 1, 0\" new_axis_mask=\"\" shrink_axis_mask=\"\""
            + " ellipsis_mask=\"\"",
        List.of(x, begin, end, strides),
        List.of(shape),
        in -> x.of(in).withLength(2, shape[2]));
  }

  void result(Out x) {
    layer("Result", "result", "", List.of(x), List.of(), x::of);
  }

  private Out layer(
      String type,
      String name,
      String data,
      List<Out> inputs,
      List<Integer> shape,
      Computation computation) {
    int id = layerCount++;
    StringBuilder text = new StringBuilder();
    text.append(
        "<layer id=\"%d\" name=\"%s\" type=\"%s\" version=\"opset1\">".formatted(id, name, type));
    if (!data.isEmpty()) {
      text.append("<data ").append(data).append("/>");
    }
    if (!inputs.isEmpty()) {
      text.append("<input>");
      for (int port = 0; port < inputs.size(); port++) {
        Out from = inputs.get(port);
        text.append(port(port, from.shape()));
        edges.append(
            "<edge from-layer=\"%d\" from-port=\"%d\" to-layer=\"%d\" to-port=\"%d\"/>%n"
                .formatted(from.layer(), from.port(), id, port));
      }
      text.append("</input>");
    }
    if (!shape.isEmpty()) {
      text.append("<output>").append(port(inputs.size(), shape)).append("</output>");
    }
    layers.append(text).append("</layer>\n");
    return new Out(id, inputs.size(), shape, computation);
  }

  private static String port(int id, List<Integer> shape) {
    return shape.stream()
        .map("<dim>%d</dim>"::formatted)
        .collect(
            Collectors.joining("", "<port id=\"%d\" precision=\"FP32\">".formatted(id), "</port>"));
  }

  private static String commas(List<Integer> shape) {
    return shape.stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  String xml() {
    return String.format(
        Locale.ROOT,
        "<?xml version=\"1.0\"?>%n<net name=\"test\" version=\"11\">%n<layers>%n%s</layers>%n"
            + "<edges>%n%s</edges>%n<rt_info/>%n</net>%n",
        layers,
        edges);
  }

  byte[] xmlBytes() {
    return xml().getBytes(StandardCharsets.UTF_8);
  }

  byte[] weights() {
    return weights.toByteArray();
  }
}
