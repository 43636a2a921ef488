package io.gazeshift.outputs;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Predictions and events of one camera, as one producer publishes them, each exactly once. */
final class PublishedRecords implements AutoCloseable {

  private static final String CAMERA = "desk";
  private static final long START_MICROS = 1_700_000_000_000_000L;
  private static final long FRAME_MICROS = 33_333;

  private final KafkaProducer<String, byte[]> producer;
  private final List<Future<RecordMetadata>> sent = new ArrayList<>();
  private final List<String> events = new ArrayList<>();
  private long frames;

  /**
   * @param producer which is closed with this
   */
  PublishedRecords(KafkaProducer<String, byte[]> producer) {
    this.producer = producer;
  }

  /** More of them, without waiting for the broker. */
  void predictions(int count) {
    for (int i = 0; i < count; i++, frames++) {
      GazePrediction prediction =
          GazePrediction.newBuilder()
              .setIdentity(
                  FaceIdentity.newBuilder()
                      .setCamera(CAMERA)
                      .setDomain("lab")
                      .setCaptureSession(1)
                      .setFrameSeq(frames)
                      .setCaptureMicros(START_MICROS + frames * FRAME_MICROS))
              .setNormalised(Gaze.ofDegrees(1, 2).toMessage())
              .setCamera(Gaze.ofDegrees(3, -12).toMessage())
              .addAllOrigin(List.of(1.5, 2.5, 600.0))
              .build();
      send(Topics.PREDICTIONS.name(), CAMERA, RecordType.GAZE_PREDICTION.encode(prediction));
    }
  }

  /** A glance at a target of its own. */
  void event() {
    String target = "target" + events.size();
    events.add(target);
    long end = START_MICROS + frames * FRAME_MICROS;
    FaceEvent event =
        FaceEvent.newBuilder()
            .setCamera(CAMERA)
            .setDomain("lab")
            .setStartMicros(end - 500_000)
            .setEndMicros(end)
            .setGlance(
                FaceEvent.Glance.newBuilder().setTarget(target).setArrivedMicros(end - 400_000))
            .build();
    send(Topics.EVENTS.name(), CAMERA + "@0", RecordType.FACE_EVENT.encode(event));
  }

  private void send(String topic, String key, byte[] value) {
    sent.add(producer.send(new ProducerRecord<>(topic, key, value)));
  }

  /** Returns when the broker has all of them. */
  void awaitAcknowledged() throws Exception {
    for (Future<RecordMetadata> each : sent) {
      each.get();
    }
    sent.clear();
  }

  long frames() {
    return frames;
  }

  /** The targets of the events, in order. */
  List<String> events() {
    return List.copyOf(events);
  }

  @Override
  public void close() {
    producer.close();
  }
}
