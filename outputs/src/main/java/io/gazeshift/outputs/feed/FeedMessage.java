package io.gazeshift.outputs.feed;

import com.google.protobuf.Message;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.GazePrediction;
import java.util.Optional;

/**
 * One record, made once for all readers.
 *
 * @param json one object on one line
 * @param position of an event: where a reader that has it goes on; none for other kinds
 */
public record FeedMessage(
    FeedKind kind, FeedSource source, Message record, String json, EventPosition position) {

  static FeedMessage of(FeedKind kind, FeedSource source, Message record, String json) {
    return new FeedMessage(kind, source, record, json, EventPosition.NONE);
  }

  /** The prediction of a face. */
  public static FeedMessage ofPrediction(GazePrediction prediction, String json) {
    var identity = prediction.getIdentity();
    return of(
        FeedKind.PREDICTION,
        FeedSource.ofFace(identity.getDomain(), identity.getCamera(), identity.getFaceIndex()),
        prediction,
        json);
  }

  /** What happened to a face. */
  public static FeedMessage ofEvent(FaceEvent event, String json) {
    return of(
        FeedKind.EVENT,
        FeedSource.ofFace(event.getDomain(), event.getCamera(), event.getFaceIndex()),
        event,
        json);
  }

  FeedMessage at(EventPosition next) {
    return new FeedMessage(kind, source, record, json, next);
  }

  /** The record, if it is a prediction. */
  public Optional<GazePrediction> prediction() {
    return record instanceof GazePrediction prediction ? Optional.of(prediction) : Optional.empty();
  }

  /** The record, if it is an event. */
  public Optional<FaceEvent> event() {
    return record instanceof FaceEvent event ? Optional.of(event) : Optional.empty();
  }
}
