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

/** Opens each configured camera and reads one frame. */
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
        "none configured",
        "see one at once with 'gazeshift try --fetch', or list them under 'cameras:' (see"
            + " 'gazeshift config --example'); the demo needs none");
  }

  private static CheckFinding oneFrame(GazeshiftConfig all, CameraConfig config) throws Exception {
    try (ConfiguredCameras cameras =
            new ConfiguredCameras(all.cameras(), all.faces(), all.ingest(), CaptureClock.system());
        OpenCamera camera = cameras.openerFor(config).open();
        CameraFrame frame = CameraFrame.of(camera.source().intrinsics())) {
      if (!camera.source().read(frame)) {
        return CheckFinding.bad(
            "opens, but delivers no frame", "check that no other program uses it");
      }
      CameraIntrinsics lens = camera.source().intrinsics();
      return CheckFinding.good(
          "delivers frames of %d x %d, lens %s"
              .formatted(
                  lens.width(),
                  lens.height(),
                  lens.assumed() ? "not calibrated" : "calibrated by " + lens.id()));
    } catch (IOException e) {
      return CheckFinding.bad(
          "%s: %s".formatted(config.shownSource(), e.getMessage()),
          "check that it is connected; while running, the program keeps retrying");
    }
  }
}
