package io.gazeshift.adaptation.report;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.adaptation.buffer.Track;
import io.gazeshift.adaptation.quality.GlanceQuality;
import io.gazeshift.adaptation.quality.QualityReport;
import io.gazeshift.adaptation.quality.QualityReport.HeadOnGlances;
import io.gazeshift.adaptation.quality.StreamQuality;
import io.gazeshift.common.Micros;
import io.gazeshift.targets.quality.Accuracy;
import io.gazeshift.targets.quality.Coverage;
import io.gazeshift.targets.quality.Precision;
import java.util.Locale;
import java.util.Optional;

/** The content of {@link QualityPage} as JSON, for programs. Unknown figures are absent. */
public final class QualityJson {

  private QualityJson() {}

  public static ObjectNode of(QualityReport report) {
    ObjectNode node = JsonMapper.builder().build().createObjectNode();
    node.put("domain", report.domain());
    report.stream().ifPresent(stream -> stream(node.putObject("stream"), stream));
    for (HeadOnGlances head : report.heads()) {
      ObjectNode own =
          node.withArray("glances")
              .addObject()
              .put("when", head.when().name().toLowerCase(Locale.ROOT))
              .put("model_version", head.version());
      glances(own, head.quality());
    }
    report.notes().forEach(node.putArray("notes")::add);
    return node;
  }

  private static void stream(ObjectNode node, StreamQuality stream) {
    node.put("from", Micros.instant(stream.firstMicros()).toString())
        .put("to", Micros.instant(stream.lastMicros()).toString());
    coverage(node, stream.coverage());
    precision(node, stream.precision());
    for (StreamQuality.Face face : stream.faces()) {
      ObjectNode own = node.withArray("faces").addObject();
      track(own, face.track());
      coverage(own, face.coverage());
      precision(own, face.precision());
    }
    for (StreamQuality.Part<String> part : stream.targets()) {
      ObjectNode own = node.withArray("targets").addObject().put("target", part.of());
      own.put("fixation_seconds", part.seconds());
      precision(own, part.precision());
    }
    for (StreamQuality.Part<Long> part : stream.heads()) {
      ObjectNode own = node.withArray("heads").addObject().put("model_version", part.of());
      own.put("fixation_seconds", part.seconds());
      precision(own, part.precision());
    }
  }

  private static void glances(ObjectNode node, GlanceQuality quality) {
    node.put("point_count", quality.points().size());
    accuracy(node, quality.accuracy());
    precision(node, quality.precision());
    for (GlanceQuality.Face face : quality.faces()) {
      ObjectNode own = node.withArray("faces").addObject();
      track(own, face.track());
      own.put("point_count", face.points());
      accuracy(own, face.accuracy());
      precision(own, face.precision());
    }
    for (GlanceQuality.Point point : quality.points()) {
      ObjectNode own =
          node.withArray("points")
              .addObject()
              .put("glance", point.glance().getGlanceId())
              .put("created", Micros.instant(point.glance().getCreatedMicros()).toString())
              .put("pitch_deg", point.truth().pitchDeg())
              .put("yaw_deg", point.truth().yawDeg());
      accuracy(own, point.accuracy());
      precision(own, point.precision());
    }
  }

  private static void track(ObjectNode node, Track track) {
    node.put("camera", track.camera())
        .put("capture_session", Long.toUnsignedString(track.captureSession()))
        .put("face", Integer.toUnsignedLong(track.faceIndex()));
  }

  private static void coverage(ObjectNode node, Coverage coverage) {
    node.put("present_seconds", coverage.seconds())
        .put("expected_frames", coverage.expectedFrames())
        .put("predicted_frames", coverage.seenFrames())
        .put("closed_eye_frames", coverage.closedFrames())
        .put("data_loss", coverage.dataLoss())
        .put("effective_frequency_hz", coverage.effectiveHz());
  }

  private static void accuracy(ObjectNode node, Accuracy accuracy) {
    node.put("accuracy_deg", accuracy.offsetDeg())
        .put("offset_horizontal_deg", accuracy.horizontalDeg())
        .put("offset_vertical_deg", accuracy.verticalDeg())
        .put("mean_error_deg", accuracy.meanErrorDeg());
  }

  private static void precision(ObjectNode node, Optional<Precision> precision) {
    precision.ifPresent(
        known ->
            node.put("fixations", known.fixations())
                .put("fixation_frames", known.frames())
                .put("rms_s2s_deg", known.rmsS2sDeg())
                .put("std_deg", known.stdDeg())
                .put("bcea68_deg2", known.bceaDeg2()));
  }
}
