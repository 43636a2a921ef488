package io.gazeshift.daemon.cli.offline;

import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.daemon.predict.LensSettings;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The lens that pictures were taken with; a picocli mixin. */
final class LensOptions {

  private static final double DEFAULT_DEGREES = 60;

  @Option(
      names = "--lens-calibration",
      paramLabel = "FILE",
      description = "File of the camera's intrinsics. Default: --fov-degrees.")
  private Path calibration;

  @Option(
      names = "--fov-degrees",
      paramLabel = "N",
      description =
          "Horizontal field of view to assume without --lens-calibration. Default: "
              + DEFAULT_DEGREES
              + ".")
  private Double fieldOfViewDegrees;

  boolean given() {
    return calibration != null || fieldOfViewDegrees != null;
  }

  LensSettings settings() {
    if (calibration != null) {
      FileFlags.file("--lens-calibration", calibration);
    }
    double degrees = fieldOfViewDegrees == null ? DEFAULT_DEGREES : fieldOfViewDegrees;
    // Written so that NaN is rejected.
    if (!(degrees >= 5 && degrees <= 170)) {
      throw UserError.usage("--fov-degrees: %s is not between 5 and 170".formatted(degrees));
    }
    return new LensSettings(Optional.ofNullable(calibration), degrees);
  }
}
