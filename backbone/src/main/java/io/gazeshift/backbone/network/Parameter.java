package io.gazeshift.backbone.network;

import java.util.List;
import java.util.stream.IntStream;

/** A tensor of weights that a layer needs: its name in a file of weights, its role, its shape. */
public record Parameter(String name, Role role, List<Integer> shape) {

  /** What the numbers do, which decides how they begin where nothing is learned. */
  public enum Role {
    KERNEL,
    WEIGHT,
    BIAS,
    SCALE,
    MEAN,
    VARIANCE,
    EMBEDDING
  }

  public Parameter {
    shape = List.copyOf(shape);
  }

  Parameter(String name, Role role, int... shape) {
    this(name, role, IntStream.of(shape).boxed().toList());
  }

  /** How many numbers it has. */
  public int count() {
    return shape.stream().reduce(1, Math::multiplyExact);
  }

  /** How many numbers go into one output. */
  int fanIn() {
    return count() / shape.get(0);
  }

  long[] dimensions() {
    return shape.stream().mapToLong(Integer::longValue).toArray();
  }
}
