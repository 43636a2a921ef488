package io.gazeshift.daemon.doctor;

import io.gazeshift.backbone.engine.OnnxEngine;
import io.gazeshift.common.UserError;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.ingest.CameraSources;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.config.FacesConfig;
import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.locate.mesh.MeshLocators;
import io.gazeshift.ingest.source.CameraIntrinsics;
import java.util.List;

/** Checks the face models, which real cameras need and rendered ones do not. */
final class FaceChecks {

  private static final CameraIntrinsics ANY_CAMERA = CameraIntrinsics.assumed(640, 360, 60);

  private FaceChecks() {}

  static List<SystemCheck> all(GazeshiftConfig config) {
    boolean needed = config.cameras().stream().anyMatch(FaceChecks::isReal);
    return List.of(new SystemCheck("Face models", () -> models(config.faces(), needed)));
  }

  /** A source that cannot be understood is reported by the check of its camera. */
  private static boolean isReal(CameraConfig camera) {
    try {
      return !CameraSources.isRendered(camera);
    } catch (UserError e) {
      return false;
    }
  }

  private static CheckFinding models(FacesConfig config, boolean needed) {
    // DJL must be initialised first, whichever check runs.
    OnnxEngine.open();
    try (MeshLocators locators = new MeshLocators(config);
        FaceLocator locator = locators.open(ANY_CAMERA)) {
      String loaded = "the models in %s load in ONNX Runtime".formatted(config.models());
      return locators
          .advice()
          .map(advice -> CheckFinding.note(loaded + ", with the plain face mesh", advice))
          .orElseGet(() -> CheckFinding.good(loaded + ", with the attention mesh"));
    } catch (UserError e) {
      return needed
          ? CheckFinding.bad(e.getMessage(), "")
          : CheckFinding.note(e.getMessage(), "none needed unless you use real cameras");
    }
  }
}
