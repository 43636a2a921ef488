package io.gazeshift.ingest.calibrate;

import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CameraIntrinsics.Lens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;

/** Writes what {@link IntrinsicsFile} reads. */
public final class LensCalibrationFile {

  private LensCalibrationFile() {}

  /**
   * Writes a calibration as OpenCV would, so that its other users can read it too.
   *
   * @param board which board it was made with
   */
  public static void write(Path file, LensCalibration calibration, Board board, Instant when)
      throws IOException {
    CameraIntrinsics lens = calibration.intrinsics();
    boolean fisheye = lens.lens() == Lens.FISHEYE;
    String text =
        """
        %%YAML:1.0
        ---
        calibration_time: "%s"
        board: "%s"
        square_size: %s
        nr_of_views: %d
        avg_reprojection_error: %s
        image_width: %d
        image_height: %d
        distortion_model: %s
        fisheye_model: %d
        """
                .formatted(
                    when.truncatedTo(ChronoUnit.SECONDS),
                    board.name(),
                    board.squareMm(),
                    calibration.views().size(),
                    calibration.rmsPx(),
                    lens.width(),
                    lens.height(),
                    fisheye ? "equidistant" : "plumb_bob",
                    fisheye ? 1 : 0)
            + matrix(
                "camera_matrix",
                3,
                List.of(lens.fx(), 0.0, lens.cx(), 0.0, lens.fy(), lens.cy(), 0.0, 0.0, 1.0))
            + matrix("distortion_coefficients", 1, lens.distortion());
    // Concurrent readers see the old file or the new one.
    Path whole = file.toAbsolutePath();
    Path part = whole.resolveSibling(whole.getFileName() + ".part");
    try {
      Files.writeString(part, text);
      Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static String matrix(String key, int rows, List<Double> values) {
    return """
    %s: !!opencv-matrix
       rows: %d
       cols: %d
       dt: d
       data: [ %s ]
    """
        .formatted(
            key,
            rows,
            values.size() / rows,
            values.stream().map(String::valueOf).collect(Collectors.joining(", ")));
  }
}
