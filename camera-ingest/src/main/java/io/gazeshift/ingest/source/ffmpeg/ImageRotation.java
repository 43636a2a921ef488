package io.gazeshift.ingest.source.ffmpeg;

import org.opencv.core.Core;

/** How a picture must be turned to stand upright: phones record it beside the picture. */
enum ImageRotation {
  NONE(-1),
  CLOCKWISE(Core.ROTATE_90_CLOCKWISE),
  HALF(Core.ROTATE_180),
  COUNTERCLOCKWISE(Core.ROTATE_90_COUNTERCLOCKWISE);

  private final int rotateCode;

  ImageRotation(int rotateCode) {
    this.rotateCode = rotateCode;
  }

  /** The nearest to an angle in degrees clockwise; NaN, a matrix that is no rotation, is none. */
  static ImageRotation ofDegreesClockwise(double degrees) {
    if (Double.isNaN(degrees)) {
      return NONE;
    }
    return values()[Math.floorMod(Math.round(degrees / 90), 4)];
  }

  /** OpenCV's code; {@link #NONE} has none. */
  int rotateCode() {
    return rotateCode;
  }

  boolean swapsSides() {
    return this == CLOCKWISE || this == COUNTERCLOCKWISE;
  }
}
