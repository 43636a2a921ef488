package io.gazeshift.ingest.synthetic;

/** Closed interval. */
public record Range(double low, double high) {

  /** A point that is an interval. */
  public static Range only(double value) {
    return new Range(value, value);
  }

  /** The point at a fraction (0 to 1) of the way up. */
  double at(double fraction) {
    return low + fraction * (high - low);
  }
}
