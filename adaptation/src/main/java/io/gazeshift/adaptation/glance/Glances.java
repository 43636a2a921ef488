package io.gazeshift.adaptation.glance;

import io.gazeshift.adaptation.buffer.TargetSample;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.glsge.gate.LabelledFrame;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.BadRecordException.Reason;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FeatureSample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The labelled glances that gaze.calibration held when it was read. Immutable. */
public final class Glances {

  /** Of a domain without glances. */
  public static final Glances NONE = new Glances(List.of());

  private static final Logger log = LoggerFactory.getLogger(Glances.class);
  private static final Duration POLL = Duration.ofMillis(100);

  /** A writer can produce many unusable records, so they are logged together. */
  private record Unread(long count, long lastOffset, String lastProblem) {}

  private final List<CalibrationGlance> all;

  private Glances(Collection<CalibrationGlance> all) {
    this.all =
        all.stream().sorted(Comparator.comparingLong(CalibrationGlance::getCreatedMicros)).toList();
  }

  /** Reads the topic from its beginning to its current end; skips what cannot be read. */
  public static Glances read(KafkaAccess kafka) {
    Map<String, CalibrationGlance> byKey = new LinkedHashMap<>();
    Map<Reason, Unread> unread = new EnumMap<>(Reason.class);
    try (KafkaConsumer<String, byte[]> consumer =
        kafka.openConsumer(Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"))) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(Topics.CALIBRATION.name()).stream()
              .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(POLL).forEach(record -> note(record, byKey, unread));
      }
    }
    unread.forEach(
        (reason, records) ->
            log.warn(
                "{}: {} record(s) cannot be read ({}), left out; the last one: offset {}, {}",
                Topics.CALIBRATION.name(),
                records.count,
                reason,
                records.lastOffset,
                records.lastProblem));
    return new Glances(byKey.values());
  }

  private static void note(
      ConsumerRecord<String, byte[]> record,
      Map<String, CalibrationGlance> byKey,
      Map<Reason, Unread> unread) {
    byKey.remove(record.key());
    if (record.value() == null) {
      return;
    }
    try {
      byKey.put(record.key(), RecordType.CALIBRATION_GLANCE.decode(record.value()));
    } catch (BadRecordException e) {
      unread.merge(
          e.reason(),
          new Unread(1, record.offset(), String.valueOf(e.getMessage())),
          (before, last) -> new Unread(before.count + 1, last.lastOffset, last.lastProblem));
    }
  }

  /** The domains that have any, by name. */
  public List<String> domains() {
    return List.copyOf(new TreeSet<>(all.stream().map(CalibrationGlance::getDomain).toList()));
  }

  /** Those of a domain, the oldest first. */
  public List<CalibrationGlance> of(String domain) {
    return all.stream().filter(glance -> glance.getDomain().equals(domain)).toList();
  }

  /** Where they look, in the camera's axes: one direction for each glance, for a prior. */
  public List<Gaze> directions(String domain) {
    return of(domain).stream().map(glance -> Gaze.from(glance.getCameraGaze())).toList();
  }

  /**
   * The frames of a domain's glances with their gaze in the axes of the predictions. Features of
   * another backbone are not comparable: they are rejected, and the log says so.
   *
   * @param fingerprint of the backbone whose features the heads take
   */
  public List<LabelledFrame> labelled(String domain, String fingerprint) {
    List<LabelledFrame> frames = new ArrayList<>();
    int foreign = 0;
    for (CalibrationGlance glance : of(domain)) {
      for (FeatureSample frame : glance.getFramesList()) {
        if (frame.getBackboneFingerprint().equals(fingerprint)) {
          frames.add(labelled(glance, TargetSample.of(frame)));
        } else {
          foreign++;
        }
      }
    }
    if (foreign > 0) {
      log.atWarn()
          .addKeyValue("domain", domain)
          .log(
              "domain {}: {} frames of its glances were seen by another backbone and are not used;"
                  + " collect glances again with 'gazeshift glances'",
              domain,
              foreign);
    }
    return frames;
  }

  private static LabelledFrame labelled(CalibrationGlance glance, TargetSample frame) {
    float[] features = new float[frame.width()];
    frame.copyFeature(features, 0);
    Gaze gaze = Gaze.from(glance.getCameraGaze()).rotatedBy(frame.cameraToVirtual());
    return new LabelledFrame(features, gaze.pitchRad(), gaze.yawRad(), glance.getGlanceId());
  }
}
