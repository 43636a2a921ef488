package io.gazeshift.ingest.config;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Names;
import io.gazeshift.common.config.Problems;
import io.gazeshift.common.config.Secrets;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One camera.
 *
 * @param source where frames come from; may hold a password, as in {@code rtsp://user:pass@host}
 * @param domain what is adapted together with it
 * @param calibration file of its intrinsics
 * @param fieldOfViewDegrees what to assume, horizontally, where there is no calibration
 */
public record CameraConfig(
    String id,
    String source,
    String domain,
    double fps,
    Optional<Path> calibration,
    double fieldOfViewDegrees) {

  static final String LIST = "cameras";

  static final Setting<String> ID =
      Setting.required(
          "cameras[].id",
          ValueType.matching(Names.PATTERN, Names.EXPECTED),
          "cam0",
          "Unique name of the camera; every record carries it.");

  static final Setting<String> SOURCE =
      Setting.required(
          "cameras[].source",
          ValueType.matching("\\S.*", "the address of a video source"),
          "synthetic:studio",
          "Source of the frames: a device (/dev/video0), a stream (rtsp://host/path), a"
              + " video or a folder of images (/data/film.mp4), or synthetic:studio.");

  static final Setting<String> DOMAIN =
      Setting.of(
              "cameras[].domain",
              ValueType.matching("|" + Names.PATTERN, Names.EXPECTED + ", or empty"),
              "",
              "Domain of the camera: cameras in the same domain are adapted together and"
                  + " share a head. Empty: the camera's id.")
          .withExample("cam0");

  static final Setting<Double> FPS =
      Setting.of(
          "cameras[].fps",
          ValueType.decimal(0.1, 240),
          "15",
          "Frame rate in frames per second, for devices, synthetic cameras and image"
              + " folders. Streams and videos use their own rate.");

  static final Setting<Optional<Path>> LENS_CALIBRATION =
      Setting.of(
          "cameras[].lens-calibration",
          ValueType.path().orEmpty(),
          "",
          "Lens calibration file (OpenCV YAML, XML or JSON). Empty: a field of view is"
              + " assumed, and every record is marked as uncalibrated.");

  static final Setting<Double> FIELD_OF_VIEW =
      Setting.of(
          "cameras[].fov-degrees",
          ValueType.decimal(5, 170),
          "60",
          "Horizontal field of view, in degrees, assumed without a lens calibration.");

  public static final List<Setting<?>> SETTINGS =
      List.of(ID, SOURCE, DOMAIN, FPS, LENS_CALIBRATION, FIELD_OF_VIEW);

  public CameraConfig {
    domain = domain.isEmpty() ? id : domain;
  }

  /** An uncalibrated camera, for want of anything better known of it. */
  public static CameraConfig uncalibrated(String id, String source, String domain, double fps) {
    return new CameraConfig(id, source, domain, fps, Optional.empty(), 60);
  }

  public static List<CameraConfig> from(EffectiveConfig config, Problems problems) {
    List<CameraConfig> cameras = new ArrayList<>();
    Map<String, Integer> indexById = new HashMap<>();
    for (int i = 0; i < config.size(LIST); i++) {
      CameraConfig camera =
          new CameraConfig(
              config.get(ID, i),
              config.get(SOURCE, i),
              config.get(DOMAIN, i),
              config.get(FPS, i),
              config.get(LENS_CALIBRATION, i),
              config.get(FIELD_OF_VIEW, i));
      Integer earlier = indexById.putIfAbsent(camera.id(), i);
      if (earlier != null) {
        problems.add(
            "%s: '%s' is already the id of cameras[%d]; give each camera a unique id (%s)"
                .formatted(ID.pathAt(i), camera.id(), earlier, config.origin(ID.pathAt(i))));
      }
      cameras.add(camera);
    }
    return List.copyOf(cameras);
  }

  /** The source for logs and messages: without its password. */
  public String shownSource() {
    return Secrets.withoutUserInfo(source);
  }

  /** Without the password of the source. */
  @Override
  public String toString() {
    return "CameraConfig[id=%s, source=%s, domain=%s, fps=%s]"
        .formatted(id, shownSource(), domain, fps);
  }
}
