package io.gazeshift.adaptation.shadow;

/** How two numbers go together, one pair after another (Welford). Not thread-safe. */
final class Correlation {

  /** Below this there was no movement to go along with, in degrees squared. */
  private static final double STILL = 0.25;

  private long n;
  private double meanX;
  private double meanY;
  private double squaresX;
  private double squaresY;
  private double products;

  void add(double x, double y) {
    n++;
    double dx = x - meanX;
    double dy = y - meanY;
    meanX += dx / n;
    meanY += dy / n;
    squaresX += dx * (x - meanX);
    squaresY += dy * (y - meanY);
    products += dx * (y - meanY);
  }

  /** From -1 to 1: 1 where x stood still, and 0 where only y did. */
  double value() {
    if (n == 0 || squaresX / n < STILL) {
      return 1;
    }
    return squaresY > 0 ? products / Math.sqrt(squaresX * squaresY) : 0;
  }
}
