package io.gazeshift.targets.shape;

/** The resolution of a screen. */
public record PixelSize(int width, int height) {

  private static final int MOST = 100_000;

  public PixelSize {
    if (width < 1 || height < 1 || width > MOST || height > MOST) {
      throw new IllegalArgumentException(
          "%d x %d pixels; give a width and a height from 1 to %d".formatted(width, height, MOST));
    }
  }
}
