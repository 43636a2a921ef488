package io.gazeshift.ingest.synthetic;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Numbers and places as a line of {@code domains[].targets} has them. */
final class TargetLine {

  private TargetLine() {}

  /** To a hundredth, without zeros that say nothing. */
  static String number(double value) {
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_EVEN);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  static String point(double[] mm) {
    return Arrays.stream(mm).mapToObj(TargetLine::number).collect(Collectors.joining(" "));
  }

  static String corners(double[]... each) {
    return Arrays.stream(each).map(TargetLine::point).collect(Collectors.joining(" / "));
  }
}
