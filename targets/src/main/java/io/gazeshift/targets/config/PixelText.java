package io.gazeshift.targets.config;

import io.gazeshift.common.config.Numbers;
import io.gazeshift.common.config.ValueType;
import io.gazeshift.targets.shape.PixelSize;
import java.util.Optional;

/** The resolution of a screen, as two whole numbers. */
final class PixelText {

  private PixelText() {}

  static ValueType<PixelSize> type() {
    return new ValueType<>("WIDTH HEIGHT in pixels", false, PixelText::read);
  }

  static PixelSize parse(String word, String text) {
    return read(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s: '%s' is not WIDTH HEIGHT in pixels, such as 1920 1080"
                        .formatted(word, text)));
  }

  private static Optional<PixelSize> read(String text) {
    return Numbers.parse(text, 2, 100_000)
        .filter(n -> n[0] >= 1 && n[1] >= 1 && n[0] == Math.rint(n[0]) && n[1] == Math.rint(n[1]))
        .map(n -> new PixelSize((int) n[0], (int) n[1]));
  }
}
