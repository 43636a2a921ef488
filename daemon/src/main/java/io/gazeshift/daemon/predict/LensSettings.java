package io.gazeshift.daemon.predict;

import io.gazeshift.ingest.config.CameraConfig;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The lens that pictures and videos were taken with.
 *
 * @param calibration file of the intrinsics, if the lens was calibrated
 * @param fieldOfViewDegrees horizontal field of view to assume without a calibration
 */
public record LensSettings(Optional<Path> calibration, double fieldOfViewDegrees) {

  private static final String CAMERA = "predict";
  private static final double FRAMES_PER_SECOND = 30;

  /** A camera with this lens whose frames come from a source. */
  public CameraConfig camera(String source) {
    return new CameraConfig(
        CAMERA, source, CAMERA, FRAMES_PER_SECOND, calibration, fieldOfViewDegrees);
  }
}
