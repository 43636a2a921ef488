package io.gazeshift.ingest.normalise;

import io.gazeshift.common.UserError;

/**
 * The camera every patch is seen by. A model only understands patches of the virtual camera it was
 * trained with.
 */
public record VirtualCamera(double focalPx, double distanceMm, int sizePx) {

  /** What face patches for gaze estimation are commonly made with. */
  public static final VirtualCamera STANDARD = new VirtualCamera(960, 600, 224);

  public VirtualCamera {
    // Written so that NaN fails.
    if (!(focalPx > 0 && distanceMm > 0 && sizePx > 0)) {
      throw new UserError(
          "virtual camera: focal length %s px, distance %s mm and size %d px must be above 0"
              .formatted(focalPx, distanceMm, sizePx));
    }
  }
}
