package io.gazeshift.daemon.cli.glances;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.adaptation.glance.GlanceScore;
import io.gazeshift.daemon.cli.support.VersionText;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.CalibrationGlance;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Glances as text and as JSON. */
final class GlanceText {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneId.systemDefault());

  private GlanceText() {}

  static String angles(Gaze gaze) {
    return String.format(Locale.ROOT, "pitch %+.1f°, yaw %+.1f°", gaze.pitchDeg(), gaze.yawDeg());
  }

  /** The id without control characters, safe to print. */
  static String id(CalibrationGlance glance) {
    return VersionText.oneLine(glance.getGlanceId());
  }

  static void table(PrintWriter to, List<GlanceScore> scores) {
    to.printf(
        "%-22s %-10s %-16s %6s %8s %8s %8s %11s  %s%n",
        "glance", "camera", "made", "pitch", "yaw", "frames", "error", "with offset", "by");
    for (GlanceScore score : scores) {
      CalibrationGlance glance = score.glance();
      to.printf(
          Locale.ROOT,
          "%-22s %-10s %-16s %+5.1f° %+7.1f° %8d %7.1f° %10.1f°  %s%n",
          id(glance),
          VersionText.oneLine(camera(glance)),
          TIME.format(Instant.EPOCH.plus(glance.getCreatedMicros(), ChronoUnit.MICROS)),
          score.truth().pitchDeg(),
          score.truth().yawDeg(),
          glance.getFramesCount(),
          score.errorDeg(),
          score.correctedErrorDeg(),
          VersionText.oneLine(glance.getAuthor()));
    }
    if (scores.size() > 1) {
      to.printf(
          Locale.ROOT,
          "%d glances: mean error %.1f° with the heads active at the time, %.1f° with one offset%n",
          scores.size(),
          mean(scores, GlanceScore::errorDeg),
          mean(scores, GlanceScore::correctedErrorDeg));
    }
  }

  static double mean(List<GlanceScore> scores, ToDoubleFunction<GlanceScore> of) {
    return scores.stream().mapToDouble(of).average().orElse(Double.NaN);
  }

  static String camera(CalibrationGlance glance) {
    return glance.getFrames(0).getIdentity().getCamera();
  }

  static void json(ObjectNode to, GlanceScore score) {
    to.put("glance", score.glance().getGlanceId())
        .put("domain", score.glance().getDomain())
        .put("camera", camera(score.glance()))
        .put("pitch_deg", score.truth().pitchDeg())
        .put("yaw_deg", score.truth().yawDeg())
        .put("frames", score.glance().getFramesCount())
        .put("spread_deg", score.spreadDeg())
        .put("predicted_pitch_deg", score.predicted().pitchDeg())
        .put("predicted_yaw_deg", score.predicted().yawDeg())
        .put("error_deg", score.errorDeg())
        .put("corrected_error_deg", score.correctedErrorDeg())
        .put("author", score.glance().getAuthor())
        .put("created_micros", score.glance().getCreatedMicros());
  }
}
