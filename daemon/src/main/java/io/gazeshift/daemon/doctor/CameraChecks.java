package io.gazeshift.daemon.doctor;

import io.gazeshift.common.config.sections.CameraConfig;
import io.gazeshift.common.config.sections.GazeshiftConfig;
import io.gazeshift.ingest.CameraSources;
import io.gazeshift.ingest.OpenCamera;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.Frame;
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
    CameraSources sources =
        new CameraSources(
            intrinsics -> frame -> List.of(), all.ingest().stallTimeout(), CaptureClock.system());
    try (OpenCamera camera = sources.openerFor(config).open();
        Frame frame = Frame.of(camera.source().intrinsics())) {
      if (!camera.source().read(frame)) {
        return Finding.bad("opens, but gives no frame", "check that it is not used elsewhere");
      }
      return Finding.good(
          "gives frames of %d x %d"
              .formatted(
                  camera.source().intrinsics().width(), camera.source().intrinsics().height()));
    }
  }
}
