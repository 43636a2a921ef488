package io.gazeshift.glsge.gate;

/**
 * What one check found.
 *
 * @param name short and stable, for metrics and tables
 * @param value what was measured; a check whose value is not a number has not passed
 * @param bound what it was held against
 * @param reason a sentence that names both
 */
public record GateCheck(String name, boolean passed, double value, double bound, String reason) {

  public GateCheck {
    passed = passed && !Double.isNaN(value);
  }
}
