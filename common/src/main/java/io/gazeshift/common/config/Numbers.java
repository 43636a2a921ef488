package io.gazeshift.common.config;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** Several numbers in one text. */
public final class Numbers {

  private Numbers() {}

  /** Numbers with blanks or commas between them; empty where one of them is none. */
  public static Optional<double[]> parse(String text) {
    try {
      return Optional.of(
          Stream.of(text.strip().split("\\s*,\\s*|\\s+", -1))
              // Unlike Double, BigDecimal rejects NaN, 1d and 0x1p3.
              .mapToDouble(part -> new BigDecimal(part).doubleValue())
              .toArray());
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Exactly so many numbers, each within the limit. */
  public static Optional<double[]> parse(String text, int count, double most) {
    return parse(text)
        .filter(numbers -> numbers.length == count)
        .filter(numbers -> Arrays.stream(numbers).allMatch(number -> Math.abs(number) <= most));
  }
}
