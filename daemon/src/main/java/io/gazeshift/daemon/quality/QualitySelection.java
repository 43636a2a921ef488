package io.gazeshift.daemon.quality;

import io.gazeshift.common.Micros;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import java.time.Instant;
import java.util.Optional;

/**
 * Which predictions a report is about.
 *
 * @param camera empty: all of the domain
 * @param from the earliest time of capture; empty: all that there are
 * @param to captured before this time; empty: until now
 */
public record QualitySelection(
    String domain, Optional<String> camera, Optional<Instant> from, Optional<Instant> to) {

  boolean includes(GazePrediction prediction) {
    FaceIdentity face = prediction.getIdentity();
    Instant captured = Micros.instant(face.getCaptureMicros());
    return face.getDomain().equals(domain)
        && camera.map(face.getCamera()::equals).orElse(true)
        && from.map(first -> !captured.isBefore(first)).orElse(true)
        && to.map(captured::isBefore).orElse(true);
  }
}
