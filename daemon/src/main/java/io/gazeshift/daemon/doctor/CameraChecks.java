package io.gazeshift.daemon.doctor;

import io.gazeshift.common.config.sections.CameraConfig;
import io.gazeshift.common.config.sections.GazeshiftConfig;
import io.gazeshift.ingest.ConfiguredCameras;
import io.gazeshift.ingest.OpenCamera;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.Frame;
import java.io.IOException;
import java.util.List;

/** The configured cameras: each is opened and gives one frame. */
final class CameraChecks {

  private CameraChecks() {}

  static List<Check> all(GazeshiftConfig config) {
    if (config.cameras().isEmpty()) {
      return List.of(new Check("Cameras", CameraChecks::none));
    }
    return config.cameras().stream()
        .map(camera -> new Check("Camera " + camera.id(), () -> oneFrame(config, camera)))
        .toList();
  }

  private static Finding none() {
    return Finding.note(
        "none are configured",
        "list them under 'cameras:' (gazeshift config --example shows how); the demo needs none");
  }

  private static Finding oneFrame(GazeshiftConfig all, CameraConfig config) throws Exception {
    try (ConfiguredCameras cameras = new ConfiguredCameras(all, CaptureClock.system());
        OpenCamera camera = cameras.openerFor(config).open();
        Frame frame = Frame.of(camera.source().intrinsics())) {
      if (!camera.source().read(frame)) {
        return Finding.bad("opens, but gives no frame", "check that it is not used elsewhere");
      }
      CameraIntrinsics lens = camera.source().intrinsics();
      return Finding.good(
          "gives frames of %d x %d, lens %s"
              .formatted(
                  lens.width(),
                  lens.height(),
                  lens.assumed() ? "not calibrated" : "as in " + lens.id()));
    } catch (IOException e) {
      return Finding.bad(
          "%s: %s".formatted(config.shownSource(), e.getMessage()),
          "see that it is there; a running camera is tried again until it is");
    }
  }
}
