package io.gazeshift.adaptation.glance;

import io.gazeshift.adaptation.buffer.TargetSample;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.TopicPartitions;
import io.gazeshift.glsge.gate.LabelledFrame;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.CalibrationGlance;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** The labelled glances that gaze.calibration held when it was read. Immutable. */
public final class Glances {

  private static final Duration POLL = Duration.ofMillis(100);

  /** A record that is not used. */
  record Unused(ConsumerRecord<String, byte[]> record, GlanceRejection why) {}

  private final GlanceRules rules;
  private final List<CalibrationGlance> all;
  private final List<Unused> unused;

  private Glances(
      GlanceRules rules, Collection<CalibrationGlance> used, Collection<Unused> unused) {
    this.rules = rules;
    this.all =
        used.stream()
            .sorted(Comparator.comparingLong(CalibrationGlance::getCreatedMicros))
            .toList();
    this.unused = List.copyOf(unused);
  }

  /** Reads the topic from its beginning to its current end. */
  public static Glances read(KafkaAccess kafka, GlanceRules rules) {
    Map<String, ConsumerRecord<String, byte[]>> byKey = new LinkedHashMap<>();
    try (KafkaConsumer<String, byte[]> consumer =
        kafka.openConsumer(Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"))) {
      List<TopicPartition> partitions = TopicPartitions.of(consumer, Topics.CALIBRATION.name());
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        consumer.poll(POLL).forEach(record -> byKey.put(String.valueOf(record.key()), record));
      }
    }
    return of(byKey.values(), rules);
  }

  /**
   * Sorts records of the topic into those that are used and those that are not.
   *
   * @param last the last record of each key
   */
  public static Glances of(Collection<ConsumerRecord<String, byte[]>> last, GlanceRules rules) {
    Map<String, CalibrationGlance> used = new LinkedHashMap<>();
    Map<String, Unused> unused = new LinkedHashMap<>();
    for (ConsumerRecord<String, byte[]> record : last) {
      if (record.value() != null) {
        String key = String.valueOf(record.key());
        try {
          CalibrationGlance glance = RecordType.CALIBRATION_GLANCE.decode(record.value());
          rules
              .rejection(key, glance)
              .ifPresentOrElse(
                  why -> unused.put(key, new Unused(record, why)), () -> used.put(key, glance));
        } catch (BadRecordException e) {
          unused.put(key, new Unused(record, unreadable(key, e)));
        }
      }
    }
    return new Glances(rules, used.values(), unused.values());
  }

  private static GlanceRejection unreadable(String key, BadRecordException problem) {
    return new GlanceRejection(
        GlanceRules.printable(key),
        problem.reason().name().toLowerCase(Locale.ROOT),
        "cannot be read: %s; collect it again with 'gazeshift glances'"
            .formatted(problem.getMessage()));
  }

  /** The domains that have any, by name. */
  public List<String> domains() {
    return List.copyOf(new TreeSet<>(all.stream().map(CalibrationGlance::getDomain).toList()));
  }

  /** Those of a domain, the oldest first. */
  public List<CalibrationGlance> of(String domain) {
    return all.stream().filter(glance -> glance.getDomain().equals(domain)).toList();
  }

  /** Those of a domain on one side, the oldest first. */
  public List<CalibrationGlance> of(String domain, GlanceSide side) {
    return of(domain).stream()
        .filter(glance -> GlanceSide.of(domain, glance.getGlanceId()) == side)
        .toList();
  }

  /** Those that are not used, and why. */
  public List<GlanceRejection> rejected() {
    return unused.stream().map(Unused::why).toList();
  }

  /** Those of a domain that are not used, and why, as far as their keys say whose they are. */
  public List<GlanceRejection> rejected(String domain) {
    return unused.stream()
        .filter(each -> String.valueOf(each.record.key()).startsWith(GlanceStore.key(domain, "")))
        .map(Unused::why)
        .toList();
  }

  /** The ids of all glances of a domain, used or not, in no particular order. */
  public List<String> ids(String domain) {
    String prefix = GlanceStore.key(domain, "");
    return Stream.concat(
            of(domain).stream().map(CalibrationGlance::getGlanceId),
            unused.stream()
                .map(each -> String.valueOf(each.record.key()))
                .filter(key -> key.startsWith(prefix))
                .map(key -> key.substring(prefix.length())))
        .toList();
  }

  List<Unused> unused() {
    return unused;
  }

  /** Where they look, in the camera's axes: one direction for each glance, for a prior. */
  public static List<Gaze> directions(List<CalibrationGlance> glances) {
    return glances.stream().map(glance -> Gaze.from(glance.getCameraGaze())).toList();
  }

  /**
   * The frames of some of these glances with their gaze in the axes of the predictions. Features of
   * another backbone are not comparable, so such frames are left out.
   */
  public List<LabelledFrame> labelled(List<CalibrationGlance> glances) {
    return glances.stream()
        .flatMap(
            glance ->
                glance.getFramesList().stream()
                    .filter(rules::isUsed)
                    .map(frame -> labelled(glance, TargetSample.of(frame))))
        .toList();
  }

  private static LabelledFrame labelled(CalibrationGlance glance, TargetSample frame) {
    float[] features = new float[frame.width()];
    frame.copyFeature(features, 0);
    Gaze gaze = Gaze.from(glance.getCameraGaze()).rotatedBy(frame.cameraToVirtual());
    return new LabelledFrame(features, gaze.pitchRad(), gaze.yawRad(), glance.getGlanceId());
  }
}
