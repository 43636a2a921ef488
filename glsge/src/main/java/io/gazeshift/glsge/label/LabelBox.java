package io.gazeshift.glsge.label;

/** An open rectangle of labels: its edges do not belong to it. */
public record LabelBox(double xLow, double xHigh, double yLow, double yHigh) {

  public LabelBox {
    if (!(xLow < xHigh && yLow < yHigh)) {
      throw new IllegalArgumentException(
          "a box needs low below high, got [%s, %s] x [%s, %s]"
              .formatted(xLow, xHigh, yLow, yHigh));
    }
  }

  public boolean contains(double x, double y) {
    return x > xLow && x < xHigh && y > yLow && y < yHigh;
  }
}
