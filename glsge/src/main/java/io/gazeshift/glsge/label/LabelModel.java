package io.gazeshift.glsge.label;

/** A law of gaze labels in the target domain, known up to a constant factor. */
public interface LabelModel {

  /** The density at a label, finite and not negative. */
  double density(double x, double y);

  /** What the law is, for logs and reports. */
  String describe();
}
