package io.gazeshift.ingest;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.publish.FacePublisher;
import io.gazeshift.ingest.publish.JpegEncoder;

/**
 * One camera as configured: its id (the record key), where its frames come from (such as {@code
 * synthetic:studio?seed=7}), the domain it belongs to, and how its faces are sent.
 */
public record CameraConfig(
    String id,
    String source,
    String domain,
    double fps,
    int jpegQuality,
    FacePublisher.Limits limits) {

  public static final double DEFAULT_FPS = 30;
  private static final double MAX_FPS = 1000;

  public CameraConfig {
    if (id == null || id.isBlank()) {
      throw new UserError("cameras: a camera has no id; give it one, such as cam0");
    }
    if (source == null || source.isBlank()) {
      throw new UserError(
          "cameras.%s.source: is missing; give one, such as synthetic:studio".formatted(id));
    }
    if (domain == null || domain.isBlank()) {
      throw new UserError(
          "cameras.%s.domain: is missing; name the seat, station or room it watches".formatted(id));
    }
    // Written so that NaN fails.
    if (!(fps > 0 && fps <= MAX_FPS)) {
      throw new UserError(
          "cameras.%s.fps: %s is out of range; use a number above 0, such as 30"
              .formatted(id, fps));
    }
    if (jpegQuality < 1 || jpegQuality > 100) {
      throw new UserError(
          "cameras.%s.jpegQuality: %d is out of range; use 1 to 100, such as %d"
              .formatted(id, jpegQuality, JpegEncoder.DEFAULT_QUALITY));
    }
  }

  /** With the usual frame rate, JPEG quality and limits. */
  public static CameraConfig of(String id, String source, String domain) {
    return new CameraConfig(
        id, source, domain, DEFAULT_FPS, JpegEncoder.DEFAULT_QUALITY, FacePublisher.Limits.DEFAULT);
  }
}
