package io.gazeshift.ingest;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.config.FacesConfig;
import io.gazeshift.ingest.config.IngestConfig;
import io.gazeshift.ingest.locate.mesh.MeshLocators;
import io.gazeshift.ingest.source.CaptureClock;
import java.util.List;

/**
 * The cameras of a configuration, put together but not opened: their sources, their lenses and what
 * finds faces in them. Holds what the cameras share, so it is closed after them.
 */
public final class ConfiguredCameras implements AutoCloseable {

  private final List<CameraConfig> cameras;
  private final MeshLocators locators;
  private final CameraSources sources;
  private final boolean patches;

  public ConfiguredCameras(
      List<CameraConfig> cameras, FacesConfig faces, IngestConfig ingest, CaptureClock clock) {
    this.cameras = List.copyOf(cameras);
    this.locators = new MeshLocators(faces);
    this.sources = new CameraSources(locators, ingest.stallTimeout(), clock);
    this.patches = ingest.patches();
  }

  /**
   * Rejects what no waiting can mend: a source that cannot be understood, face models that a real
   * camera needs and that are not here, faces that would have neither picture nor landmarks. What
   * may still come, such as a device, is not asked for.
   */
  public void check() {
    cameras.forEach(this::openerFor);
    if (cameras.stream().anyMatch(CameraSources::needsFaceModels)) {
      locators.check();
    }
    if (!patches) {
      requireLandmarks();
    }
  }

  private void requireLandmarks() {
    for (CameraConfig camera : cameras) {
      if (CameraSources.isRendered(camera)) {
        throw UserError.usage(
            ("ingest.patches: is false, but camera '%s' is synthetic and its faces have no"
                    + " landmarks; set ingest.patches to true")
                .formatted(camera.id()));
      }
    }
    locators
        .advice()
        .ifPresent(
            advice -> {
              throw new UserError("ingest.patches: is false, but no irises are found: " + advice);
            });
  }

  /** What opens this camera. */
  public CameraOpener openerFor(CameraConfig camera) {
    return sources.openerFor(camera);
  }

  @Override
  public void close() {
    locators.close();
  }
}
