package io.gazeshift.backbone.pretrain;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import io.gazeshift.backbone.network.Parameter;
import io.gazeshift.backbone.network.Parameter.Role;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The optimiser Adam with decoupled weight decay, its moments where the model is. */
final class TorchAdam {

  private static final double BETA1 = 0.9;
  private static final double BETA2 = 0.999;
  private static final double EPSILON = 1e-8;

  private final TorchModel model;
  private final List<Parameter> learned;
  private final double weightDecay;
  private final Map<String, NDArray> first = new LinkedHashMap<>();
  private final Map<String, NDArray> second = new LinkedHashMap<>();
  private int steps;

  TorchAdam(TorchModel model, double weightDecay) {
    this.model = model;
    this.weightDecay = weightDecay;
    this.learned = model.parameters().stream().filter(TorchModel::isLearned).toList();
    for (Parameter parameter : learned) {
      NDArray like = model.array(parameter);
      first.put(parameter.name(), model.manager().zeros(like.getShape()));
      second.put(parameter.name(), model.manager().zeros(like.getShape()));
    }
  }

  /** Goes on from where another one was. */
  void restore(int stepsDone, Map<String, float[]> firstMoments, Map<String, float[]> seconds) {
    steps = stepsDone;
    firstMoments.forEach((name, values) -> first.get(name).set(values));
    seconds.forEach((name, values) -> second.get(name).set(values));
  }

  int steps() {
    return steps;
  }

  Map<String, float[]> firstMoments() {
    return floats(first);
  }

  Map<String, float[]> secondMoments() {
    return floats(second);
  }

  /** Moves every parameter against its gradient, and clears that. */
  void step(double learningRate, NDManager temporary) {
    steps++;
    double rate = learningRate / (1 - Math.pow(BETA1, steps));
    double root = Math.sqrt(1 - Math.pow(BETA2, steps));
    for (Parameter parameter : learned) {
      NDArray value = model.array(parameter);
      NDArray gradient = value.getGradient();
      // Whatever is computed from it lives no longer than this step.
      gradient.attach(temporary);
      NDArray m = first.get(parameter.name());
      NDArray v = second.get(parameter.name());
      m.muli(BETA1).addi(gradient.mul(1 - BETA1));
      v.muli(BETA2).addi(gradient.square().mul(1 - BETA2));
      if (parameter.role() == Role.KERNEL || parameter.role() == Role.WEIGHT) {
        value.muli(1 - learningRate * weightDecay);
      }
      NDArray spread = copy(v, temporary).sqrt().div(root).add(EPSILON);
      value.subi(copy(m, temporary).muli(rate).divi(spread));
      gradient.muli(0);
    }
  }

  /** What is computed from an array lives where that array does. */
  private static NDArray copy(NDArray array, NDManager temporary) {
    NDArray copy = array.duplicate();
    copy.attach(temporary);
    return copy;
  }

  private static Map<String, float[]> floats(Map<String, NDArray> arrays) {
    Map<String, float[]> floats = new LinkedHashMap<>();
    arrays.forEach((name, array) -> floats.put(name, array.toFloatArray()));
    return floats;
  }
}
