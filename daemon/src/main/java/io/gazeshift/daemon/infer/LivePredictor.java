package io.gazeshift.daemon.infer;

import io.gazeshift.daemon.backbone.Backbone;
import io.gazeshift.daemon.backbone.PatchDecoder;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceFrame;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Predicts faces that come straight from the cameras of this process: no record was read, so there
 * is no offset to commit, and a face that is refused is counted and forgotten, never written. For
 * one thread; the backbone belongs to the caller.
 */
public final class LivePredictor {

  private static final Logger log = LoggerFactory.getLogger(LivePredictor.class);

  private final FacePredictor predictor;
  private final InferenceMeters meters;
  private final InstantSource clock;

  public LivePredictor(
      Backbone backbone,
      PatchDecoder decoder,
      HeadRegistry heads,
      int maxBatch,
      MeterRegistry registry,
      InstantSource clock) {
    this.predictor = new FacePredictor(backbone, decoder, heads, clock, maxBatch);
    this.meters =
        new InferenceMeters(registry, new RefusalLog(clock, RefusalLog.DROPPED, log::warn));
    this.clock = clock;
  }

  /** The predictions and features to be sent, in the order of the faces. */
  public List<ProducerRecord<String, byte[]>> predict(List<FaceFrame> faces) {
    long startNanos = System.nanoTime();
    long nowMicros = nowMicros();
    List<ReceivedFace> received =
        faces.stream()
            .filter(this::isValid)
            .map(face -> new ReceivedFace(face, nowMicros))
            .toList();
    List<Outcome> outcomes = predictor.predict(received);
    meters.predicted(Duration.ofNanos(System.nanoTime() - startNanos), received.size());
    List<ProducerRecord<String, byte[]>> records = new ArrayList<>(2 * outcomes.size());
    outcomes.forEach(outcome -> settle(outcome, records));
    return records;
  }

  private boolean isValid(FaceFrame face) {
    try {
      RecordType.FACE_FRAME.check(face);
      return true;
    } catch (BadRecordException e) {
      meters.refused(e.reason().name(), e.getMessage());
      return false;
    }
  }

  private void settle(Outcome outcome, List<ProducerRecord<String, byte[]>> records) {
    if (outcome instanceof Outcome.Predicted predicted) {
      records.add(
          new ProducerRecord<>(
              Topics.PREDICTIONS.name(), predicted.identity().getCamera(), predicted.prediction()));
      records.add(
          new ProducerRecord<>(
              Topics.FEATURES.name(), predicted.identity().getDomain(), predicted.feature()));
      meters.committed(
          Duration.of(
              nowMicros() - predicted.identity().getCaptureMicros(), ChronoUnit.MICROS));
    } else if (outcome instanceof Outcome.Refused refused) {
      meters.refused(refused.reason(), refused.explanation());
    }
  }

  private long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }
}
