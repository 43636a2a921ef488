package io.gazeshift.backbone.network;

import io.gazeshift.backbone.onnx.OnnxGraph;
import java.util.function.Function;

/** The transformer encoder of {@link OnnxNetwork}. */
final class OnnxEncoder {

  private static final float EPSILON = 1e-5f;

  private final OnnxGraph graph;
  private final Layer.ClassTokenEncoder layer;
  private final Function<Parameter, String> written;

  /** {@code written} puts a parameter into the graph and gives its name there. */
  OnnxEncoder(OnnxGraph graph, Layer.ClassTokenEncoder layer, Function<Parameter, String> written) {
    this.graph = graph;
    this.layer = layer;
    this.written = written;
  }

  String write(String map) {
    String x = tokens(map);
    String position = written.apply(layer.position());
    for (int i = 0; i < layer.blocks(); i++) {
      x = block(layer.block(i), x, position);
    }
    x = normalised(x, layer.normScale(), layer.normShift());
    return graph.flatten(graph.slice(x, 1, 0, 1));
  }

  /** The cells of the map, row by row, behind the class token: [n, tokens, width]. */
  private String tokens(String map) {
    String cells = graph.transpose(graph.reshape(map, 0, layer.width(), layer.cells()), 0, 2, 1);
    String token = written.apply(layer.classToken());
    return add(graph.pad(cells, 3, 1, 1, 0), graph.pad(token, 3, 1, 0, layer.cells()));
  }

  private String block(EncoderBlock block, String x, String position) {
    String y =
        normalised(add(x, attention(block, x, position)), block.normScale(1), block.normShift(1));
    String wide =
        graph.relu(linear(y, written.apply(block.widening()), written.apply(block.wideningBias())));
    String narrow =
        linear(wide, written.apply(block.narrowing()), written.apply(block.narrowingBias()));
    return normalised(add(y, narrow), block.normScale(2), block.normShift(2));
  }

  private String attention(EncoderBlock block, String x, String position) {
    String weight = written.apply(block.projection());
    String bias = written.apply(block.projectionBias());
    String placed = add(x, position);
    String queries = graph.transpose(heads(projected(placed, weight, bias, 0)), 0, 2, 1, 3);
    String keys = graph.transpose(heads(projected(placed, weight, bias, 1)), 0, 2, 3, 1);
    String values = graph.transpose(heads(projected(x, weight, bias, 2)), 0, 2, 1, 3);
    float scale = (float) (1 / Math.sqrt(headWidth()));
    String scores =
        graph.elementwise("Mul", product(queries, keys), graph.constant(new float[] {scale}, 1));
    String mixed = graph.transpose(product(graph.softmax(scores), values), 0, 2, 1, 3);
    return linear(
        graph.reshape(mixed, 0, layer.tokens(), layer.width()),
        written.apply(block.output()),
        written.apply(block.outputBias()));
  }

  /** One of queries, keys and values, whose weights stand below each other. */
  private String projected(String x, String weight, String bias, int which) {
    long begin = (long) which * layer.width();
    long end = begin + layer.width();
    return linear(x, graph.slice(weight, 0, begin, end), graph.slice(bias, 0, begin, end));
  }

  private String heads(String x) {
    return graph.reshape(x, 0, layer.tokens(), layer.heads(), headWidth());
  }

  private int headWidth() {
    return layer.width() / layer.heads();
  }

  private String normalised(String x, Parameter scale, Parameter shift) {
    return graph.layerNorm(x, written.apply(scale), written.apply(shift), EPSILON);
  }

  /** {@code W x + b} for every token, with a weight of [outputs, inputs]. */
  private String linear(String x, String weight, String bias) {
    return add(product(x, graph.transpose(weight, 1, 0)), bias);
  }

  private String product(String left, String right) {
    return graph.elementwise("MatMul", left, right);
  }

  private String add(String left, String right) {
    return graph.elementwise("Add", left, right);
  }
}
