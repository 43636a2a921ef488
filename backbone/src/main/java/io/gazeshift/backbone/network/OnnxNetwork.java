package io.gazeshift.backbone.network;

import io.gazeshift.backbone.onnx.OnnxGraph;

/** Writes a network as an ONNX file, its weights under their own names. */
public final class OnnxNetwork implements Interpreter<String> {

  /** What the file calls its input and its output. */
  public static final String INPUT = "patches";

  public static final String OUTPUT = "features";

  private final OnnxGraph graph;
  private final Weights weights;

  private OnnxNetwork(OnnxGraph graph, Weights weights) {
    this.graph = graph;
    this.weights = weights;
  }

  /** The file's bytes. Equal specs and weights give equal bytes. */
  public static byte[] write(NetworkSpec spec, Weights weights) {
    OnnxGraph graph = new OnnxGraph(spec.name());
    int side = spec.inputSize();
    String image = graph.input(INPUT, NetworkSpec.IMAGE_CHANNELS, side, side);
    graph.output(OUTPUT, spec.apply(new OnnxNetwork(graph, weights), image), spec.features());
    return graph.toBytes();
  }

  @Override
  public String conv(Layer.Conv layer, String x) {
    return graph.conv(
        x,
        written(layer.weight()),
        layer.bias().map(this::written),
        layer.kernel(),
        layer.stride(),
        layer.padding());
  }

  @Override
  public String batchNorm(Layer.BatchNorm layer, String x) {
    return graph.batchNorm(
        x,
        written(layer.scale()),
        written(layer.shift()),
        written(layer.mean()),
        written(layer.variance()),
        Layer.BatchNorm.EPSILON);
  }

  @Override
  public String relu(String x) {
    return graph.relu(x);
  }

  @Override
  public String maxPool(Layer.MaxPool layer, String x) {
    return graph.maxPool(x, layer.kernel(), layer.stride(), layer.padding());
  }

  @Override
  public String add(String first, String second) {
    return graph.elementwise("Add", first, second);
  }

  @Override
  public String globalAveragePool(String x) {
    return graph.globalAveragePool(x);
  }

  @Override
  public String classTokenEncoder(Layer.ClassTokenEncoder layer, String x) {
    return new OnnxEncoder(graph, layer, this::written).write(x);
  }

  private String written(Parameter parameter) {
    return graph.weight(parameter.name(), weights.of(parameter), parameter.dimensions());
  }
}
