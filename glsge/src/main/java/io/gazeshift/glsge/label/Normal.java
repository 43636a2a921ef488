package io.gazeshift.glsge.label;

/** The standard normal distribution, with full relative precision in both tails. */
// Coefficients are quoted as published, with a digit more than a double holds.
@SuppressWarnings("FloatingPointLiteralPrecision")
public final class Normal {

  private static final double SQRT_HALF = Math.sqrt(0.5);
  private static final double INV_SQRT_2PI = 1 / Math.sqrt(2 * Math.PI);
  private static final double INV_SQRT_PI = 1 / Math.sqrt(Math.PI);

  // Rational Chebyshev approximations of erf and erfc, W. J. Cody, Math. Comp. 23 (1969) 631-637.
  private static final double[] ERF_P = {
    1.85777706184603153e-1,
    3.16112374387056560e0,
    1.13864154151050156e2,
    3.77485237685302021e2,
    3.20937758913846947e3
  };
  private static final double[] ERF_Q = {
    1, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3, 2.84423683343917062e3
  };
  private static final double[] MID_P = {
    2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594e0, 6.61191906371416295e1,
    2.98635138197400131e2, 8.81952221241769090e2, 1.71204761263407058e3, 2.05107837782607147e3,
    1.23033935479799725e3
  };
  private static final double[] MID_Q = {
    1,
    1.57449261107098347e1,
    1.17693950891312499e2,
    5.37181101862009858e2,
    1.62138957456669019e3,
    3.29079923573345963e3,
    4.36261909014324716e3,
    3.43936767414372164e3,
    1.23033935480374942e3
  };
  private static final double[] FAR_P = {
    1.63153871373020978e-2,
    3.05326634961232344e-1,
    3.60344899949804439e-1,
    1.25781726111229246e-1,
    1.60837851487422766e-2,
    6.58749161529837803e-4
  };
  private static final double[] FAR_Q = {
    1,
    2.56852019228982242e0,
    1.87295284992346047e0,
    5.27905102951428412e-1,
    6.05183413124413191e-2,
    2.33520497626869185e-3
  };

  // Gauss-Legendre with ten nodes, those above 0.
  private static final double[] NODE = {
    0.14887433898163122,
    0.4333953941292472,
    0.6794095682990244,
    0.8650633666889845,
    0.9739065285171717
  };
  private static final double[] WEIGHT = {
    0.2955242247147528,
    0.2692667193099965,
    0.219086362515982,
    0.1494513491505804,
    0.06667134430868814
  };

  private Normal() {}

  /** The density at {@code x}. */
  public static double density(double x) {
    return INV_SQRT_2PI * expOfMinusSquare(Math.abs(x) * SQRT_HALF);
  }

  /** The probability of a value below {@code x}. */
  public static double cdf(double x) {
    return 0.5 * erfc(-x * SQRT_HALF);
  }

  /** The probability of a value between two bounds; small ones keep their relative precision. */
  public static double between(double low, double high) {
    if (!(low < high)) {
      return 0;
    }
    if ((high - low) * Math.max(1, Math.min(Math.abs(low), Math.abs(high))) < 0.5) {
      return narrow(low, high);
    }
    double a = low * SQRT_HALF;
    double b = high * SQRT_HALF;
    if (a > 0.4) {
      return 0.5 * (erfc(a) - erfc(b));
    }
    if (b < -0.4) {
      return 0.5 * (erfc(-b) - erfc(-a));
    }
    return 0.5 * (erf(b) - erf(a));
  }

  /** By quadrature: two probabilities that almost agree would leave few digits of themselves. */
  private static double narrow(double low, double high) {
    double half = 0.5 * (high - low);
    double centre = low + half;
    double sum = 0;
    for (int i = 0; i < NODE.length; i++) {
      sum += WEIGHT[i] * (density(centre - half * NODE[i]) + density(centre + half * NODE[i]));
    }
    return half * sum;
  }

  /** The value below which a given probability lies. */
  public static double quantile(double probability) {
    if (!(probability > 0 && probability < 1)) {
      throw new IllegalArgumentException(
          "a quantile needs a probability between 0 and 1, got " + probability);
    }
    boolean upper = probability > 0.5;
    double tail = upper ? 1 - probability : probability;
    // Starting value after Abramowitz and Stegun 26.2.23, then Halley steps to full precision.
    double t = Math.sqrt(-2 * Math.log(tail));
    double x =
        -(t
            - (2.515517 + t * (0.802853 + t * 0.010328))
                / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
    for (int i = 0; i < 4; i++) {
      double newton = (cdf(x) - tail) / density(x);
      x -= newton / (1 + 0.5 * x * newton);
    }
    return upper ? -x : x;
  }

  /**
   * The variance that is left of a standard normal cut off at {@code ±bound}: {@code 1 - 2 c φ(c) /
   * P(|x| < c)}.
   */
  public static double truncatedVariance(double bound) {
    if (!(bound > 0)) {
      throw new IllegalArgumentException("a bound must be above 0, got " + bound);
    }
    if (bound < 0.02) {
      // The two terms cancel; the series is c²/3 - 2c⁴/45 + ...
      double square = bound * bound;
      return square / 3 - 2 * square * square / 45;
    }
    return 1 - 2 * bound * density(bound) / between(-bound, bound);
  }

  static double erf(double x) {
    double size = Math.abs(x);
    if (size > 0.46875) {
      double tail = erfc(size);
      return x > 0 ? 1 - tail : tail - 1;
    }
    double square = x * x;
    return x * ratio(ERF_P, ERF_Q, square);
  }

  static double erfc(double x) {
    double size = Math.abs(x);
    if (size <= 0.46875) {
      return 1 - erf(x);
    }
    double tail;
    if (size <= 4) {
      tail = expOfMinusSquare(size) * ratio(MID_P, MID_Q, size);
    } else if (size < 27.3) {
      double inverse = 1 / (size * size);
      tail = expOfMinusSquare(size) * (INV_SQRT_PI - inverse * ratio(FAR_P, FAR_Q, inverse)) / size;
    } else {
      tail = Double.isNaN(x) ? Double.NaN : 0;
    }
    return x < 0 ? 2 - tail : tail;
  }

  /** {@code exp(-x²)} with the square split, or its rounding would cost digits for large x. */
  private static double expOfMinusSquare(double x) {
    double coarse = Math.floor(x * 16) / 16;
    return Math.exp(-coarse * coarse) * Math.exp(-(x - coarse) * (x + coarse));
  }

  private static double ratio(double[] numerator, double[] denominator, double x) {
    double top = 0;
    for (double coefficient : numerator) {
      top = top * x + coefficient;
    }
    double bottom = 0;
    for (double coefficient : denominator) {
      bottom = bottom * x + coefficient;
    }
    return top / bottom;
  }
}
