package io.gazeshift.targets.hit;

import io.gazeshift.targets.shape.PixelSize;
import java.util.Optional;

/**
 * A place on the plane of a screen, from its top left corner as the person sees it; also beside the
 * screen.
 *
 * @param pixels empty where the screen's resolution is not configured
 */
public record ScreenPoint(double rightMm, double downMm, Optional<Pixel> pixels) {

  /** In pixels; the middle of the first one is 0.5, 0.5. Beside the screen below 0 or too large. */
  public record Pixel(double x, double y) {}

  static ScreenPoint of(
      double right, double down, double widthMm, double heightMm, Optional<PixelSize> size) {
    return new ScreenPoint(
        right * widthMm,
        down * heightMm,
        size.map(pixels -> new Pixel(right * pixels.width(), down * pixels.height())));
  }
}
