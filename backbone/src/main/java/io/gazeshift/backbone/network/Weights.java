package io.gazeshift.backbone.network;

/** Where the numbers of a network come from. */
@FunctionalInterface
public interface Weights {

  /** The numbers of one parameter, row by row, as many as its shape says. */
  float[] of(Parameter parameter);
}
