package io.gazeshift.ingest.config;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import io.gazeshift.common.http.ListenAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How frames become normalised face patches.
 *
 * @param queueFrames frames in flight for each camera before the oldest is dropped
 * @param patchSizePixels width and height of a patch
 * @param focalPixels focal length of the virtual camera
 * @param distanceMm from the virtual camera to the face
 * @param stallTimeout how long a live camera may give no frame before it is opened again
 * @param preview where the frames can be looked at; none by default
 * @param featuresOnly whether faces stay in this process
 * @param patches whether records of faces have a picture
 */
public record IngestConfig(
    int jpegQuality,
    int queueFrames,
    int patchSizePixels,
    double focalPixels,
    double distanceMm,
    Duration stallTimeout,
    Optional<ListenAddress> preview,
    boolean featuresOnly,
    boolean patches) {

  /** What is not configured otherwise. */
  public static final IngestConfig DEFAULT =
      new IngestConfig(90, 8, 224, 960, 600, Duration.ofSeconds(5), Optional.empty(), false, true);

  static final Setting<Integer> JPEG_QUALITY =
      Setting.of(
          "ingest.jpeg-quality",
          ValueType.integer(50, 100),
          "90",
          "JPEG quality of the face patches.");

  static final Setting<Integer> QUEUE =
      Setting.of(
          "ingest.queue",
          ValueType.integer(1, 1000),
          "8",
          "Maximum number of frames in flight per camera; beyond it, the oldest is"
              + " dropped and counted.");

  static final Setting<Integer> PATCH_SIZE =
      Setting.of(
          "ingest.patch-size",
          ValueType.integer(32, 1024),
          "224",
          "Width and height of a face patch in pixels; must match the model.");

  static final Setting<Double> FOCAL =
      Setting.of(
          "ingest.focal",
          ValueType.decimal(100, 10_000),
          "960",
          "Focal length of the virtual camera in pixels; must match the model.");

  static final Setting<Double> DISTANCE_MM =
      Setting.of(
          "ingest.distance-mm",
          ValueType.decimal(100, 5000),
          "600",
          "Distance from the virtual camera to the face in millimetres; must match the"
              + " model.");

  static final Setting<Optional<ListenAddress>> PREVIEW =
      Setting.of(
          "ingest.preview",
          ListenAddress.orOff(),
          "off",
          "Address of a preview page that shows the camera images with the detected"
              + " heads: a port for this machine only, or host:port for other machines (whole"
              + " frames, unencrypted, without a password).");

  static final Setting<Boolean> FEATURES_ONLY =
      Setting.of(
          "ingest.features-only",
          ValueType.bool(),
          "false",
          "Whether faces stay in the process: if true, 'gazeshift run' predicts them in"
              + " memory and publishes predictions and features, but no images.");

  static final Setting<Boolean> PATCHES =
      Setting.of(
          "ingest.patches",
          ValueType.bool(),
          "true",
          "Whether faces are published with a picture. If false, only landmarks leave the"
              + " process: about a tenth of the bytes. Image models need pictures; the built-in"
              + " model 'landmarks' does not.");

  static final Setting<Duration> STALL_TIMEOUT =
      Setting.of(
          "ingest.stall-timeout",
          ValueType.duration(Duration.ofMillis(100), Duration.ofMinutes(10)),
          "5s",
          "How long a live camera may deliver no frame before it is closed and reopened;"
              + " the first frame may take three times as long.");

  public static final List<Setting<?>> SETTINGS =
      List.of(
          JPEG_QUALITY,
          QUEUE,
          PATCH_SIZE,
          FOCAL,
          DISTANCE_MM,
          STALL_TIMEOUT,
          PREVIEW,
          FEATURES_ONLY,
          PATCHES);

  public static IngestConfig from(EffectiveConfig config) {
    return new IngestConfig(
        config.get(JPEG_QUALITY),
        config.get(QUEUE),
        config.get(PATCH_SIZE),
        config.get(FOCAL),
        config.get(DISTANCE_MM),
        config.get(STALL_TIMEOUT),
        config.get(PREVIEW),
        config.get(FEATURES_ONLY),
        config.get(PATCHES));
  }
}
