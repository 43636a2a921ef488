package io.gazeshift.daemon.cli.run;

import io.gazeshift.common.cli.StatusBlock;
import io.gazeshift.daemon.live.CameraView;
import io.gazeshift.daemon.live.FaceView;
import io.gazeshift.daemon.live.LiveSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Shows the gaze of each face in the newest frame on one line. */
record TryStatus(StatusBlock status) {

  private static final Duration RECENT = Duration.ofSeconds(1);

  void show(LiveSnapshot now) {
    status.show(
        now.cameras().isEmpty()
            ? List.of("no face seen yet")
            : now.cameras().stream().map(camera -> line(camera, now.at())).toList());
  }

  static String line(CameraView camera, Instant now) {
    if (Duration.between(camera.lastSeen(), now).compareTo(RECENT) > 0) {
      return "no face at the moment";
    }
    StringBuilder line = new StringBuilder("%4.1f frames/s".formatted(camera.framesPerSecond()));
    for (FaceView face : camera.faces()) {
      line.append(
          String.format(
              Locale.ROOT,
              "   face %d looks %s, %s%s",
              face.index(),
              angle(face.predicted().pitchDegrees(), "up", "down"),
              angle(face.predicted().yawDegrees(), "to the image's left", "to its right"),
              margin(face)));
    }
    return line.toString();
  }

  /** Empty where the model does not say how accurate it is. */
  private static String margin(FaceView face) {
    return face.sigmaDegrees().isPresent()
        ? String.format(Locale.ROOT, " (±%.0f°)", face.sigmaDegrees().getAsDouble())
        : "";
  }

  private static String angle(double degrees, String positive, String negative) {
    return String.format(
        Locale.ROOT, "%.0f° %s", Math.abs(degrees), degrees >= 0 ? positive : negative);
  }
}
