package io.gazeshift.outputs.feed;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.inference.predictions.PredictionText;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.HeadModel;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Turns records into messages. For one thread. */
final class FeedJson {

  private final PredictionText predictions = new PredictionText(ZoneOffset.UTC);

  /**
   * @throws BadRecordException if the record breaks its contract
   */
  FeedMessage message(FeedKind kind, byte[] record) {
    return switch (kind) {
      case PREDICTION -> prediction(RecordType.GAZE_PREDICTION.decode(record));
      case EVENT -> event(RecordType.FACE_EVENT.decode(record));
      case HEAD -> head(RecordType.HEAD_MODEL.decode(record));
    };
  }

  private FeedMessage prediction(GazePrediction prediction) {
    return FeedMessage.ofPrediction(prediction, predictions.forPrograms(prediction));
  }

  /** What it is called and what belongs to it stand beside what all events have. */
  private static FeedMessage event(FaceEvent event) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("kind", event.getKindCase().name().toLowerCase(Locale.ROOT))
            .put("camera", event.getCamera())
            .put("domain", event.getDomain())
            .put("captureSession", Long.toUnsignedString(event.getCaptureSession()))
            .put("faceIndex", event.getFaceIndex())
            .put("start", time(event.getStartMicros()))
            .put("end", time(event.getEndMicros()));
    switch (event.getKindCase()) {
      case BLINK -> json.put("leastOpenness", event.getBlink().getLeastOpenness());
      case FIXATION ->
          json.put("pitchRad", event.getFixation().getCentroid().getPitch())
              .put("yawRad", event.getFixation().getCentroid().getYaw())
              .put("dispersionRad", event.getFixation().getDispersion())
              .put("frames", event.getFixation().getFrames());
      case GLANCE ->
          json.put("target", event.getGlance().getTarget())
              .put("arrived", time(event.getGlance().getArrivedMicros()));
      case ALERT ->
          json.put("rule", event.getAlert().getRule())
              .put("value", event.getAlert().getValue())
              .put("bound", event.getAlert().getBound());
      default -> {}
    }
    return FeedMessage.ofEvent(event, json.toString());
  }

  private static String time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
  }

  /** Without its layers. */
  private static FeedMessage head(HeadModel head) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("domain", head.getDomain())
            .put("modelVersion", head.getVersion())
            .put("parentVersion", head.getParentVersion())
            .put(
                "created",
                Instant.EPOCH.plus(head.getCreatedMicros(), ChronoUnit.MICROS).toString())
            .put("author", head.getAuthor())
            .put("pinned", head.getPinned())
            .put("summary", head.getReportSummary());
    return FeedMessage.of(
        FeedKind.HEAD, FeedSource.ofDomain(head.getDomain()), head, json.toString());
  }
}
