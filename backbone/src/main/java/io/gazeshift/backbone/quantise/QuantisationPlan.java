package io.gazeshift.backbone.quantise;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which layers of a network multiply bytes, and which tensors therefore become bytes.
 *
 * @param layers by the place of their node in the graph
 * @param candidates how many layers could be quantised
 * @param activations tensors between layers
 * @param sameRange tensors that have the range of another one, because an operator only selects
 */
record QuantisationPlan(
    Map<Integer, WeightedLayer> layers,
    int candidates,
    Set<String> activations,
    Map<String, String> sameRange) {

  /**
   * A layer with constant weights.
   *
   * @param axis along which its outputs lie in the weights
   */
  record WeightedLayer(TensorProto weight, Optional<TensorProto> bias, int axis) {}

  private static final String CONV = "Conv";
  private static final int IMAGE_KERNEL_RANK = 4;

  /** The plan for a folded network; its first convolution, which sees the image, may stay float. */
  static QuantisationPlan of(GraphProto graph, boolean firstInFloat) {
    Map<String, TensorProto> constants = new HashMap<>();
    graph.getInitializerList().forEach(tensor -> constants.put(tensor.getName(), tensor));
    Map<Integer, WeightedLayer> layers = new LinkedHashMap<>();
    for (int i = 0; i < graph.getNodeCount(); i++) {
      Optional<WeightedLayer> layer = layer(graph.getNode(i), constants);
      if (layer.isPresent()) {
        layers.put(i, layer.get());
      }
    }
    int candidates = layers.size();
    if (firstInFloat) {
      layers.keySet().stream()
          .filter(node -> graph.getNode(node).getOpType().equals(CONV))
          .findFirst()
          .ifPresent(layers::remove);
    }
    Set<String> activations = activations(graph, layers.keySet());
    return new QuantisationPlan(layers, candidates, activations, sameRange(graph, activations));
  }

  private static Optional<WeightedLayer> layer(NodeProto node, Map<String, TensorProto> constants) {
    if (node.getInputCount() < 2 || constants.containsKey(node.getInput(0))) {
      return Optional.empty();
    }
    TensorProto weight = constants.get(node.getInput(1));
    boolean biased = node.getInputCount() > 2 && !node.getInput(2).isEmpty();
    TensorProto bias = biased ? constants.get(node.getInput(2)) : null;
    if (weight == null
        || !isFloat(weight, rank(node))
        || (biased && (bias == null || !isFloat(bias, 1)))) {
      return Optional.empty();
    }
    return axis(node)
        // ONNX would also spread a bias of one number over all outputs.
        .filter(axis -> bias == null || bias.getDims(0) == weight.getDims(axis))
        .map(axis -> new WeightedLayer(weight, Optional.ofNullable(bias), axis));
  }

  private static boolean isFloat(TensorProto tensor, int rank) {
    return tensor.getDataType() == TensorProto.DataType.FLOAT_VALUE
        && tensor.getDimsCount() == rank;
  }

  private static int rank(NodeProto node) {
    return node.getOpType().equals(CONV) ? IMAGE_KERNEL_RANK : 2;
  }

  /** Along which axis of the weights its outputs lie; empty for other operators. */
  private static Optional<Integer> axis(NodeProto node) {
    return switch (node.getOpType()) {
      case CONV -> Optional.of(0);
      case "MatMul" -> Optional.of(1);
      case "Gemm" ->
          real(node, "alpha") == 1 && real(node, "beta") == 1 && number(node, "transA") == 0
              ? Optional.of(number(node, "transB") == 0 ? 1 : 0)
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static float real(NodeProto node, String name) {
    return attribute(node, name).map(AttributeProto::getF).orElse(1f);
  }

  private static long number(NodeProto node, String name) {
    return attribute(node, name).map(AttributeProto::getI).orElse(0L);
  }

  private static Optional<AttributeProto> attribute(NodeProto node, String name) {
    return node.getAttributeList().stream()
        .filter(attribute -> attribute.getName().equals(name))
        .findFirst();
  }

  /**
   * What enters a layer, and what leaves a convolution: the runtime has no convolution of bytes
   * that gives out floats. Where a ReLU follows, its output counts, because the byte's range does
   * the same as the ReLU.
   */
  private static Set<String> activations(GraphProto graph, Set<Integer> layers) {
    Map<String, List<NodeProto>> users = new HashMap<>();
    for (NodeProto node : graph.getNodeList()) {
      node.getInputList()
          .forEach(input -> users.computeIfAbsent(input, name -> new ArrayList<>()).add(node));
    }
    Set<String> results =
        graph.getOutputList().stream().map(ValueInfoProto::getName).collect(Collectors.toSet());
    Set<String> activations = new LinkedHashSet<>();
    for (int place : layers) {
      NodeProto node = graph.getNode(place);
      activations.add(node.getInput(0));
      if (node.getOpType().equals(CONV)) {
        String output = node.getOutput(0);
        List<NodeProto> next = users.getOrDefault(output, List.of());
        boolean onlyRelu =
            next.size() == 1 && next.get(0).getOpType().equals("Relu") && !results.contains(output);
        String last = onlyRelu ? next.get(0).getOutput(0) : output;
        if (!results.contains(last)) {
          activations.add(last);
        }
      }
    }
    return activations;
  }

  private static Map<String, String> sameRange(GraphProto graph, Set<String> activations) {
    Map<String, String> same = new HashMap<>();
    for (NodeProto node : graph.getNodeList()) {
      if (node.getOpType().equals("MaxPool")
          && activations.contains(node.getInput(0))
          && activations.contains(node.getOutput(0))) {
        String input = node.getInput(0);
        same.put(node.getOutput(0), same.getOrDefault(input, input));
      }
    }
    return same;
  }
}
