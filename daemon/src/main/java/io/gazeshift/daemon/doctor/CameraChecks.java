package io.gazeshift.daemon.doctor;

import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.ingest.ConfiguredCameras;
import io.gazeshift.ingest.OpenCamera;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CaptureClock;
import java.io.IOException;
import java.util.List;

/** The configured cameras: each is opened and gives one frame. */
final class CameraChecks {

  private CameraChecks() {}

  static List<SystemCheck> all(GazeshiftConfig config) {
    if (config.cameras().isEmpty()) {
      return List.of(new SystemCheck("Cameras", CameraChecks::none));
    }
    return config.cameras().stream()
        .map(camera -> new SystemCheck("Camera " + camera.id(), () -> oneFrame(config, camera)))
        .toList();
  }

  private static CheckFinding none() {
    return CheckFinding.note(
        "none are configured",
        "list them under 'cameras:' (gazeshift config --example shows how); the demo needs none");
  }

  private static CheckFinding oneFrame(GazeshiftConfig all, CameraConfig config) throws Exception {
    try (ConfiguredCameras cameras =
            new ConfiguredCameras(all.cameras(), all.faces(), all.ingest(), CaptureClock.system());
        OpenCamera camera = cameras.openerFor(config).open();
        CameraFrame frame = CameraFrame.of(camera.source().intrinsics())) {
      if (!camera.source().read(frame)) {
        return CheckFinding.bad("opens, but gives no frame", "check that it is not used elsewhere");
      }
      CameraIntrinsics lens = camera.source().intrinsics();
      return CheckFinding.good(
          "gives frames of %d x %d, lens %s"
              .formatted(
                  lens.width(),
                  lens.height(),
                  lens.assumed() ? "not calibrated" : "as in " + lens.id()));
    } catch (IOException e) {
      return CheckFinding.bad(
          "%s: %s".formatted(config.shownSource(), e.getMessage()),
          "see that it is there; a running camera is tried again until it is");
    }
  }
}
