package io.gazeshift.outputs.feed;

import com.google.protobuf.Message;
import io.gazeshift.protocol.v1.GazePrediction;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One record, made once for all readers.
 *
 * @param camera and face: absent for records that are about a whole domain
 * @param json one object on one line
 */
public record FeedMessage(
    FeedKind kind,
    String domain,
    Optional<String> camera,
    OptionalInt face,
    Message record,
    String json) {

  /** The record, if it is a prediction. */
  public Optional<GazePrediction> prediction() {
    return record instanceof GazePrediction prediction ? Optional.of(prediction) : Optional.empty();
  }
}
