package io.gazeshift.ingest.config;

import io.gazeshift.common.config.BaseDirectories;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How faces are found in a frame.
 *
 * @param models directory of the face models
 * @param max faces followed in one frame at most
 * @param minDetectionScore below this a detection is none, 0 to 1
 * @param minMeshScore below this the face is lost, 0 to 1
 * @param maxReprojection bound of the pose's reprojection error, as a share of the face's size
 * @param redetect how often to look for further faces while there may be some
 */
public record FacesConfig(
    Path models,
    int max,
    double minDetectionScore,
    double minMeshScore,
    double maxReprojection,
    Duration redetect) {

  static final Setting<Path> MODELS =
      Setting.computed(
          "faces.models",
          ValueType.path(),
          environment -> BaseDirectories.cache(environment).resolve("gazeshift/faces").toString(),
          "~/.cache/gazeshift/faces",
          "Directory of the face models; 'gazeshift models fetch' downloads them."
              + " Default: gazeshift/faces below $XDG_CACHE_HOME or ~/.cache.");

  static final Setting<Integer> MAX =
      Setting.of(
          "faces.max",
          ValueType.integer(1, 32),
          "4",
          "Maximum number of faces tracked in a frame, largest first; each one costs time.");

  static final Setting<Double> MIN_DETECTION_SCORE =
      Setting.of(
          "faces.min-detection-score",
          ValueType.decimal(0.05, 1),
          "0.6",
          "Minimum detector score, 0 to 1, for a new face.");

  static final Setting<Double> MIN_MESH_SCORE =
      Setting.of(
          "faces.min-mesh-score",
          ValueType.decimal(0.05, 1),
          "0.5",
          "Minimum landmark score, 0 to 1, to keep tracking a face; below it the face is"
              + " detected again.");

  static final Setting<Double> MAX_REPROJECTION =
      Setting.of(
          "faces.max-reprojection",
          ValueType.decimal(0.001, 1),
          "0.05",
          "Maximum reprojection error of a head pose, as a fraction of the face's size;"
              + " poses with a larger error are rejected.");

  static final Setting<Duration> REDETECT =
      Setting.of(
          "faces.redetect",
          ValueType.duration(Duration.ZERO, Duration.ofMinutes(1)),
          "1s",
          "How often to search for more faces while fewer than faces.max are tracked.");

  public static final List<Setting<?>> SETTINGS =
      List.of(MODELS, MAX, MIN_DETECTION_SCORE, MIN_MESH_SCORE, MAX_REPROJECTION, REDETECT);

  public static FacesConfig from(EffectiveConfig config) {
    return new FacesConfig(
        config.get(MODELS),
        config.get(MAX),
        config.get(MIN_DETECTION_SCORE),
        config.get(MIN_MESH_SCORE),
        config.get(MAX_REPROJECTION),
        config.get(REDETECT));
  }

  /** The defaults, with the models in this directory. */
  public static FacesConfig withModels(Path models) {
    return new FacesConfig(models, 4, 0.6, 0.5, 0.05, Duration.ofSeconds(1));
  }
}
