package io.gazeshift.backbone.onnx;

import static io.gazeshift.ingest.onnx.OnnxWriter.ints;
import static io.gazeshift.ingest.onnx.OnnxWriter.number;
import static io.gazeshift.ingest.onnx.OnnxWriter.real;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.gazeshift.ingest.onnx.OnnxWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Builds an ONNX model node by node. Every method that adds one takes and returns values by name;
 * the first dimension of inputs and outputs is the batch and stays open. Equal calls give equal
 * bytes.
 */
public final class OnnxGraph {

  private final OnnxWriter writer;

  public OnnxGraph(String name) {
    writer = new OnnxWriter(name);
  }

  /** A float input of this shape for each element of the batch. */
  public String input(String name, long... shape) {
    writer.input(name, batchOf(shape));
    return name;
  }

  /** Gives a value out under {@code name}. */
  public void output(String name, String value, long... shape) {
    writer.node("Identity", List.of(value), name);
    writer.output(name, batchOf(shape));
  }

  private static List<Long> batchOf(long... shape) {
    return LongStream.concat(LongStream.of(OnnxWriter.OPEN), Arrays.stream(shape)).boxed().toList();
  }

  public String constant(float[] values, long... shape) {
    return writer.constant(values, shape);
  }

  /** A constant under a name of its own, as weights have one. */
  public String weight(String name, float[] values, long... shape) {
    return writer.weight(name, values, shape);
  }

  public String constant(long... values) {
    return writer.constant(values);
  }

  /** A square convolution; the kernels are [outputs, inputs, size, size]. */
  public String conv(
      String x, float[] kernels, int outputs, int inputs, int size, float[] bias, int stride) {
    String weight = constant(kernels, outputs, inputs, size, size);
    return node(
        "Conv",
        List.of(x, weight, constant(bias, outputs)),
        ints("kernel_shape", size, size),
        ints("strides", stride, stride));
  }

  /** A square convolution over an image with so many zeros around it. */
  public String conv(
      String x, String kernels, Optional<String> bias, int size, int stride, int padding) {
    return node(
        "Conv",
        Stream.concat(Stream.of(x, kernels), bias.stream()).toList(),
        ints("kernel_shape", size, size),
        ints("strides", stride, stride),
        ints("pads", padding, padding, padding, padding));
  }

  /** With the statistics as they were learned. */
  public String batchNorm(
      String x, String scale, String shift, String mean, String variance, float epsilon) {
    return node(
        "BatchNormalization", List.of(x, scale, shift, mean, variance), real("epsilon", epsilon));
  }

  /** Over the last axis. */
  public String layerNorm(String x, String scale, String shift, float epsilon) {
    return node("LayerNormalization", List.of(x, scale, shift), real("epsilon", epsilon));
  }

  public String maxPool(String x, int size, int stride, int padding) {
    return node(
        "MaxPool",
        List.of(x),
        ints("kernel_shape", size, size),
        ints("strides", stride, stride),
        ints("pads", padding, padding, padding, padding));
  }

  /** The mean of each channel, in one row. */
  public String globalAveragePool(String x) {
    return flatten(node("GlobalAveragePool", List.of(x)));
  }

  /** Over the last axis. */
  public String softmax(String x) {
    return node("Softmax", List.of(x), number("axis", -1));
  }

  /** A length of 0 stays as it is, which the batch must. */
  public String reshape(String x, long... shape) {
    return node("Reshape", List.of(x, constant(shape)));
  }

  public String transpose(String x, long... axes) {
    return node("Transpose", List.of(x), ints("perm", axes));
  }

  /** Zeros before and after the numbers along one axis of so many. */
  public String pad(String x, int axes, int axis, int before, int after) {
    long[] pads = new long[2 * axes];
    pads[axis] = before;
    pads[axes + axis] = after;
    return node("Pad", List.of(x, constant(pads)));
  }

  /** What stands from {@code begin} to before {@code end} along one axis. */
  public String slice(String x, int axis, long begin, long end) {
    return node("Slice", List.of(x, constant(begin), constant(end), constant((long) axis)));
  }

  /** These values one behind the other along one axis. */
  public String concat(int axis, String... values) {
    return node("Concat", List.of(values), number("axis", axis));
  }

  public String relu(String x) {
    return node("Relu", List.of(x));
  }

  /** Everything below {@code lowest} becomes that, and so with {@code highest}. */
  public String clip(String x, float lowest, float highest) {
    return node(
        "Clip", List.of(x, constant(new float[] {lowest}), constant(new float[] {highest})));
  }

  public String averagePool(String x, int size, int stride) {
    return node(
        "AveragePool",
        List.of(x),
        ints("kernel_shape", size, size),
        ints("strides", stride, stride));
  }

  /** The mean over these axes, which stay with length 1. */
  public String mean(String x, long... axes) {
    return node("ReduceMean", List.of(x), ints("axes", axes));
  }

  /** Everything behind the batch in one row. */
  public String flatten(String x) {
    return node("Flatten", List.of(x));
  }

  /** {@code W x + b} with a weight of [outputs, inputs]. */
  public String gemm(String x, float[] weight, int outputs, int inputs, float[] bias) {
    return node(
        "Gemm",
        List.of(x, constant(weight, outputs, inputs), constant(bias, outputs)),
        number("transB", 1));
  }

  /** Rows {@code top} to {@code bottom} and columns {@code left} to {@code right} of an image. */
  public String crop(String x, long top, long bottom, long left, long right) {
    return node("Slice", List.of(x, constant(top, left), constant(bottom, right), constant(2, 3)));
  }

  /** Element by element, with ONNX's broadcasting: {@code Add}, {@code Sub}, {@code Mul}... */
  public String elementwise(String operator, String... values) {
    return node(operator, List.of(values));
  }

  /** The finished model file. */
  public byte[] toBytes() {
    return writer.toBytes();
  }

  private String node(String operator, List<String> inputs, AttributeProto... attributes) {
    String name = operator.toLowerCase(Locale.ROOT) + "_" + writer.nodes();
    writer.node(operator, inputs, name, attributes);
    return name;
  }
}
