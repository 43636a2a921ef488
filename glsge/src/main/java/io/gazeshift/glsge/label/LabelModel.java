package io.gazeshift.glsge.label;

/** A distribution of gaze labels in the target domain, known up to a constant factor. */
public interface LabelModel {

  /** The density at a label, finite and not negative. */
  double density(double x, double y);

  /** What the distribution is, for logs and reports. */
  String describe();
}
