package io.gazeshift.adaptation.glance;

import io.gazeshift.common.Micros;
import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.TopicPartitions;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.targets.shape.PointMm;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Watches one camera through the records that inference commits: the features of each face from
 * gaze.features, and its position from gaze.predictions. It reads only. For one thread at a time;
 * the caller closes it.
 */
public final class FaceWatch implements AutoCloseable {

  /** How far inference may be behind the camera. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration POLL = Duration.ofMillis(100);

  private final String domain;
  private final String camera;
  private final InstantSource clock;
  private final KafkaConsumer<String, byte[]> consumer;
  private final List<TopicPartition> partitions;

  public FaceWatch(KafkaAccess kafka, String domain, String camera, InstantSource clock) {
    this.domain = domain;
    this.camera = camera;
    this.clock = clock;
    consumer = kafka.openConsumer(Map.of());
    try {
      partitions =
          Stream.of(Topics.FEATURES, Topics.PREDICTIONS)
              .flatMap(topic -> TopicPartitions.of(consumer, topic.name()).stream())
              .toList();
      consumer.assign(partitions);
    } catch (RuntimeException e) {
      consumer.close();
      throw e;
    }
  }

  /**
   * The faces that are captured from now on for so long, in order. Waits until inference has come
   * so far, within reason.
   *
   * @throws UserError where there are none, with what was seen instead
   */
  List<Sighting> during(Duration length) {
    consumer.seekToEnd(partitions);
    // Seeking is lazy: asking for the position fixes what "now" is.
    partitions.forEach(consumer::position);
    Seen seen = new Seen(micros(clock.instant()), micros(clock.instant().plus(length)));
    Instant latest = clock.instant().plus(length).plus(PATIENCE);
    while (!seen.isPast && clock.instant().isBefore(latest)) {
      consumer.poll(POLL).forEach(seen::note);
    }
    // Predictions and features are committed together but may come one after the other.
    consumer.poll(POLL).forEach(seen::note);
    List<Sighting> sightings = seen.sightings();
    if (sightings.isEmpty()) {
      throw seen.nothing(length);
    }
    return sightings;
  }

  private static long micros(Instant time) {
    return Micros.of(time);
  }

  @Override
  public void close() {
    consumer.close();
  }

  /** One look. */
  private final class Seen {

    private final long fromMicros;
    private final long toMicros;
    private final Map<FaceIdentity, FeatureSample> samples = new LinkedHashMap<>();
    private final Map<FaceIdentity, PointMm> faces = new LinkedHashMap<>();
    private final Set<String> others = new TreeSet<>();
    private long offMicros;
    private boolean isPast;

    private Seen(long fromMicros, long toMicros) {
      this.fromMicros = fromMicros;
      this.toMicros = toMicros;
    }

    private void note(ConsumerRecord<String, byte[]> record) {
      try {
        if (record.topic().equals(Topics.FEATURES.name())) {
          FeatureSample sample = RecordType.FEATURE_SAMPLE.decode(record.value());
          if (isWanted(sample.getIdentity())) {
            samples.put(sample.getIdentity(), sample);
          }
        } else {
          GazePrediction prediction = RecordType.GAZE_PREDICTION.decode(record.value());
          List<Double> at = prediction.getOriginList();
          if (prediction.getIdentity().getCamera().equals(camera)) {
            faces.put(prediction.getIdentity(), new PointMm(at.get(0), at.get(1), at.get(2)));
          }
        }
      } catch (BadRecordException e) {
        // Not written by inference, so it is not a face.
        return;
      }
    }

    private boolean isWanted(FaceIdentity face) {
      if (!face.getCamera().equals(camera) || !face.getDomain().equals(domain)) {
        others.add("%s (domain %s)".formatted(face.getCamera(), face.getDomain()));
        return false;
      }
      long at = face.getCaptureMicros();
      isPast |= at >= toMicros;
      offMicros = at < fromMicros ? at - fromMicros : Math.max(0, at - toMicros);
      return at >= fromMicros && at < toMicros;
    }

    private List<Sighting> sightings() {
      List<Sighting> sightings = new ArrayList<>();
      samples.forEach(
          (face, sample) -> {
            if (faces.containsKey(face)) {
              sightings.add(new Sighting(sample, faces.get(face)));
            }
          });
      return sightings;
    }

    private UserError nothing(Duration length) {
      if (offMicros != 0) {
        return new UserError(
            ("camera %s: its faces are %.1f s %s this machine's clock; set the clocks alike, or let"
                    + " inference catch up")
                .formatted(
                    camera, Math.abs(offMicros) / 1e6, offMicros < 0 ? "behind" : "ahead of"));
      }
      return new UserError(
          "camera %s: no face of domain %s in %.0f s%s; check that cameras and inference run and that"
                  .formatted(
                      camera,
                      domain,
                      length.toMillis() / 1000.0,
                      others.isEmpty() ? "" : ", only of " + String.join(", ", others))
              + " a person is in view");
    }
  }
}
