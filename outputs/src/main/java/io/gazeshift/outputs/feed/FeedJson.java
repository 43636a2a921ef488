package io.gazeshift.outputs.feed;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.inference.predictions.PredictionText;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.HeadModel;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalInt;

/** Turns records into messages. For one thread. */
final class FeedJson {

  private final PredictionText predictions = new PredictionText(ZoneOffset.UTC);

  /**
   * @throws BadRecordException if the record breaks its contract
   */
  FeedMessage message(FeedKind kind, byte[] record) {
    return switch (kind) {
      case PREDICTION -> prediction(RecordType.GAZE_PREDICTION.decode(record));
      case HEAD -> head(RecordType.HEAD_MODEL.decode(record));
    };
  }

  private FeedMessage prediction(GazePrediction prediction) {
    FaceIdentity identity = prediction.getIdentity();
    return new FeedMessage(
        FeedKind.PREDICTION,
        identity.getDomain(),
        Optional.of(identity.getCamera()),
        OptionalInt.of(identity.getFaceIndex()),
        prediction,
        predictions.forPrograms(prediction));
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
    return new FeedMessage(
        FeedKind.HEAD,
        head.getDomain(),
        Optional.empty(),
        OptionalInt.empty(),
        head,
        json.toString());
  }
}
