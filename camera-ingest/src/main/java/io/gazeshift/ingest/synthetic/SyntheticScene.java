package io.gazeshift.ingest.synthetic;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.source.CameraIntrinsics;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A place to sit in front of a synthetic camera: its lens, where people look there (camera axes),
 * how light it is (1 is well lit) and how noisy the sensor is (standard deviation in levels).
 */
public record SyntheticScene(
    String name,
    CameraIntrinsics intrinsics,
    Range pitchDeg,
    Range yawDeg,
    Range light,
    double noiseLevels) {

  /** Closed interval. */
  public record Range(double low, double high) {

    /** The point at a fraction (0 to 1) of the way up. */
    double at(double fraction) {
      return low + fraction * (high - low);
    }
  }

  /** Wide gaze, changing light: what a source model is made from. */
  public static final SyntheticScene STUDIO =
      new SyntheticScene(
          "studio",
          lens("synthetic-studio", 800, -0.05, 0.01),
          new Range(-25, 25),
          new Range(-35, 35),
          new Range(0.55, 1.1),
          2);

  /** People at a screen below the camera in a dim room: a place a model must adapt to. */
  public static final SyntheticScene LAB =
      new SyntheticScene(
          "lab",
          lens("synthetic-lab", 720, -0.12, 0.03),
          new Range(-20, 0),
          new Range(-14, 14),
          new Range(0.3, 0.45),
          4);

  private static final List<SyntheticScene> ALL = List.of(STUDIO, LAB);

  /** The scene of that name, or an error that lists them. */
  public static SyntheticScene named(String name) {
    return ALL.stream()
        .filter(scene -> scene.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UserError(
                    "there is no synthetic scene '%s'; there are %s"
                        .formatted(
                            name,
                            ALL.stream()
                                .map(SyntheticScene::name)
                                .collect(Collectors.joining(", ")))));
  }

  private static CameraIntrinsics lens(String id, double focalPx, double k1, double k2) {
    return CameraIntrinsics.calibrated(
        id, 640, 480, focalPx, focalPx, 320, 240, List.of(k1, k2, 0.0, 0.0, 0.0));
  }
}
