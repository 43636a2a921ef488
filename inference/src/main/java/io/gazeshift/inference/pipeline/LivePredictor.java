package io.gazeshift.inference.pipeline;

import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.common.Micros;
import io.gazeshift.common.kafka.RejectionLog;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.inference.config.InferConfig;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.GazePrediction;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Predicts faces that come straight from the cameras of this process: there is no offset to commit,
 * and a rejected face is counted and dropped, never written. For one thread; the backbone belongs
 * to the caller.
 */
public final class LivePredictor {

  private static final Logger log = LoggerFactory.getLogger(LivePredictor.class);

  private final FaceAgeLimit freshness;
  private final CameraTurns turns = new CameraTurns();
  private final FaceDecoder decoder;
  private final FacePredictor predictor;
  private final FloatBuffer inputs;
  private final int maxBatch;
  private final InferenceMeters meters;
  private final InstantSource clock;

  public LivePredictor(
      InferConfig config, ServedModel model, BoundedMeters bounded, InstantSource clock) {
    this.freshness = new FaceAgeLimit(config.maxAge(), clock);
    BackboneInput input = model.backbone().input();
    this.maxBatch = config.maxBatch();
    this.inputs = InputMemory.allocate(1, maxBatch, input.floatsPerFace());
    this.decoder = new FaceDecoder(input, freshness, inputs);
    this.predictor = new FacePredictor(model, freshness, clock);
    this.meters = new InferenceMeters(bounded, new RejectionLog(clock, "dropped", log::warn));
    this.clock = clock;
  }

  /** How long the present pass has taken: a hung backbone lets it grow. For any thread. */
  public Duration oldestFace() {
    return meters.oldest().age();
  }

  /** The predictions and features to be sent for these faces. */
  public List<ProducerRecord<String, byte[]>> predict(List<FaceFrame> frames) {
    List<ProducerRecord<String, byte[]>> records = new ArrayList<>(2 * frames.size());
    predicted(frames).forEach(predicted -> addResults(predicted, records));
    return records;
  }

  /** Only the predictions, for consumers in this process. */
  public List<GazePrediction> predictions(List<FaceFrame> frames) {
    return predicted(frames).stream()
        .map(predicted -> RecordType.GAZE_PREDICTION.decode(predicted.prediction()))
        .toList();
  }

  /** One frame may show more faces than a batch may have. */
  private List<FaceOutcome.Predicted> predicted(List<FaceFrame> frames) {
    List<FaceOutcome.Predicted> found = new ArrayList<>(frames.size());
    for (int from = 0; from < frames.size(); from += maxBatch) {
      predictBatch(frames.subList(from, Math.min(frames.size(), from + maxBatch)), found);
    }
    return found;
  }

  private void predictBatch(List<FaceFrame> frames, List<FaceOutcome.Predicted> found) {
    long startNanos = System.nanoTime();
    meters.oldest().waitsSince(startNanos);
    List<Face> faces = new ArrayList<>(frames.size());
    try {
      for (FaceFrame frame : inTurn(frames)) {
        received(frame, faces);
      }
      if (!faces.isEmpty()) {
        predictor.predict(faces, inputs);
      }
    } finally {
      meters.oldest().none();
    }
    meters.predicted(Duration.ofNanos(System.nanoTime() - startNanos), faces.size());
    long nowMicros = nowMicros();
    for (Face face : faces) {
      meters.committed(face.outcome(), nowMicros);
      if (face.outcome() instanceof FaceOutcome.Predicted predicted) {
        found.add(predicted);
      } else if (face.outcome() instanceof FaceOutcome.Skipped) {
        turns.giveBack(camera(face.frame()));
      }
    }
  }

  /**
   * What comes last may be too old by then, so the camera that had fewest turns comes first. The
   * faces of a camera keep their order.
   */
  private List<FaceFrame> inTurn(List<FaceFrame> frames) {
    if (!freshness.isLimited()) {
      return frames;
    }
    Map<String, Deque<FaceFrame>> left = new LinkedHashMap<>();
    frames.forEach(
        frame -> left.computeIfAbsent(camera(frame), unknown -> new ArrayDeque<>()).add(frame));
    List<FaceFrame> ordered = new ArrayList<>(frames.size());
    while (!left.isEmpty()) {
      String next = Collections.min(left.keySet(), Comparator.comparingLong(turns::had));
      turns.serve(next);
      ordered.add(Objects.requireNonNull(left.get(next)).remove());
      left.values().removeIf(Deque::isEmpty);
    }
    return ordered;
  }

  private static String camera(FaceFrame frame) {
    return frame.getIdentity().getCamera();
  }

  /** As if it had been read from the topic: what would be rejected there is rejected here. */
  private void received(FaceFrame frame, List<Face> faces) {
    try {
      Face face = new Face(RecordType.FACE_FRAME.encode(frame), nowMicros());
      long startNanos = System.nanoTime();
      decoder.decode(face, faces.size());
      meters.decoded(Duration.ofNanos(System.nanoTime() - startNanos));
      faces.add(face);
    } catch (BadRecordException e) {
      meters.committed(
          new FaceOutcome.Rejected(e.reason().name(), String.valueOf(e.getMessage())), nowMicros());
    }
  }

  private static void addResults(
      FaceOutcome.Predicted predicted, List<ProducerRecord<String, byte[]>> records) {
    records.add(
        new ProducerRecord<>(
            Topics.PREDICTIONS.name(), predicted.identity().getCamera(), predicted.prediction()));
    records.add(
        new ProducerRecord<>(
            Topics.FEATURES.name(), predicted.identity().getDomain(), predicted.feature()));
  }

  private long nowMicros() {
    return Micros.of(clock.instant());
  }
}
