package io.gazeshift.glsge.label;

/** No label shift: every source sample counts the same. */
public record UniformLabels() implements LabelModel {

  @Override
  public double density(double x, double y) {
    return 1;
  }

  @Override
  public String describe() {
    return "uniform";
  }
}
