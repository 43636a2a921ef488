package io.gazeshift.daemon.config;

import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.ingest.config.CameraConfig;
import java.util.List;

/**
 * Which built-in model predicts where none is configured. Rendered faces have no irises that the
 * face models find, and the model of rendered faces is of no use on real ones.
 */
public final class DefaultModel {

  private DefaultModel() {}

  /** A process that has no cameras of its own is taken to serve real ones. */
  static BuiltInModel of(List<CameraConfig> cameras) {
    return !cameras.isEmpty() && cameras.stream().allMatch(DefaultModel::isSynthetic)
        ? BuiltInModel.STUDIO
        : BuiltInModel.LANDMARKS;
  }

  /** By its beginning: an address that is wrong is reported where cameras are opened. */
  private static boolean isSynthetic(CameraConfig camera) {
    return camera.source().startsWith("synthetic:");
  }

  /** Why the configured model is used, for logs and {@code doctor}. */
  public static String reason(GazeshiftConfig config) {
    BuiltInModel usual = of(config.cameras());
    if (!config.infer().model().equals(usual.path())) {
      return "set by infer.model";
    }
    return usual == BuiltInModel.STUDIO
        ? "default for synthetic cameras"
        : "default for real cameras";
  }
}
