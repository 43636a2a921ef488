package io.gazeshift.targets.draw;

import java.util.Base64;

/**
 * A picture of the camera.
 *
 * @param type such as image/jpeg
 * @param focalPx the focal length in pixels of the picture
 */
public record CameraPicture(byte[] bytes, String type, int width, int height, double focalPx) {

  /** The focal length of a lens with this horizontal field of view. */
  public static double focalPx(int width, double fieldOfViewDeg) {
    return width / 2.0 / Math.tan(Math.toRadians(fieldOfViewDeg) / 2);
  }

  String dataUri() {
    return "data:%s;base64,%s".formatted(type, Base64.getEncoder().encodeToString(bytes));
  }
}
