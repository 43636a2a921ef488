package io.gazeshift.backbone.pretrain;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.core.Linear;
import ai.djl.training.GradientCollector;
import io.gazeshift.backbone.network.NetworkSpec;
import io.gazeshift.backbone.network.Parameter;
import io.gazeshift.backbone.network.Parameter.Role;
import io.gazeshift.backbone.network.Weights;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A backbone and a head in PyTorch's memory, for one thread. */
final class TorchModel implements AutoCloseable {

  private static final int MOST_HIDDEN = 256;

  private final NetworkSpec spec;
  private final Engine engine;
  private final NDManager manager;
  private final List<Parameter> headParameters;
  private final Map<String, NDArray> values = new LinkedHashMap<>();

  TorchModel(NetworkSpec spec, Weights weights, Engine engine, Device device) {
    this.spec = spec;
    this.engine = engine;
    this.headParameters = headParameters(spec.features());
    this.manager = engine.newBaseManager(device);
    try {
      for (Parameter parameter : parameters()) {
        NDArray array = manager.create(weights.of(parameter), shape(parameter));
        array.setRequiresGradient(isLearned(parameter));
        values.put(parameter.name(), array);
      }
    } catch (RuntimeException e) {
      // Weights from a file may not fit; free what was allocated so far.
      manager.close();
      throw e;
    }
  }

  /** The two hidden layers and the linear one, half as wide each as the one before. */
  static List<Parameter> headParameters(int features) {
    int hidden = Math.min(MOST_HIDDEN, features);
    List<Parameter> all = new ArrayList<>();
    all.addAll(dense("hidden1", features, hidden, Role.KERNEL));
    all.addAll(dense("hidden2", hidden, hidden / 2, Role.KERNEL));
    all.addAll(dense("linear", hidden / 2, Head.OUTPUTS, Role.WEIGHT));
    return List.copyOf(all);
  }

  private static List<Parameter> dense(String name, int inputs, int outputs, Role role) {
    return List.of(
        new Parameter("head." + name + ".weight", role, List.of(outputs, inputs)),
        new Parameter("head." + name + ".bias", Role.BIAS, List.of(outputs)));
  }

  /** Of the backbone and the head. */
  List<Parameter> parameters() {
    return parameters(spec);
  }

  static List<Parameter> parameters(NetworkSpec spec) {
    return Stream.concat(spec.parameters().stream(), headParameters(spec.features()).stream())
        .toList();
  }

  /** Whether gradients change it; the moments of batches are only remembered. */
  static boolean isLearned(Parameter parameter) {
    return parameter.role() != Role.MEAN && parameter.role() != Role.VARIANCE;
  }

  NDManager manager() {
    return manager;
  }

  NDArray array(Parameter parameter) {
    return values.get(parameter.name());
  }

  /** What the parameters are now. */
  Map<String, float[]> floats() {
    Map<String, float[]> floats = new LinkedHashMap<>();
    values.forEach((name, array) -> floats.put(name, array.toFloatArray()));
    return floats;
  }

  NDArray features(NDArray images, boolean training) {
    return spec.apply(new TorchNetwork(this::array, training), images);
  }

  NDArray predict(NDArray images, boolean training) {
    NDArray x = features(images, training);
    x = Activation.relu(linear(x, 0));
    x = Activation.relu(linear(x, 1));
    return linear(x, 2);
  }

  private NDArray linear(NDArray x, int layer) {
    return Linear.linear(
            x, array(headParameters.get(2 * layer)), array(headParameters.get(2 * layer + 1)))
        .singletonOrThrow();
  }

  /** Leaves the gradient of the loss, the mean of |predicted - true|, at every parameter. */
  double gradients(PatchBatch batch, NDManager step) {
    NDArray images = batch.images(step);
    NDArray gaze = batch.gaze(step);
    try (GradientCollector collector = engine.newGradientCollector()) {
      NDArray loss = predict(images, true).sub(gaze).abs().mean();
      collector.backward(loss);
      return loss.getFloat();
    }
  }

  /** The head of some weights. */
  static Head head(NetworkSpec spec, Map<String, float[]> weights) {
    List<Parameter> parameters = headParameters(spec.features());
    List<DenseLayer> layers = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i += 2) {
      Parameter weight = parameters.get(i);
      layers.add(
          new DenseLayer(
              weight.shape().get(1),
              weight.shape().get(0),
              weights.get(weight.name()),
              weights.get(parameters.get(i + 1).name())));
    }
    return Head.of(layers);
  }

  private static Shape shape(Parameter parameter) {
    return new Shape(parameter.shape().stream().mapToLong(Integer::longValue).toArray());
  }

  @Override
  public void close() {
    manager.close();
  }
}
