package io.gazeshift.adaptation.glance;

import io.gazeshift.adaptation.glance.Glances.Unused;
import io.gazeshift.common.kafka.DeadLetter;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.RejectionLog;
import io.gazeshift.protocol.Topics;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the glances for runs. Each one that is not used is logged, counted and, unless it is merely
 * of another backbone, copied to the dead letters: once in the life of the process, although every
 * run reads the topic again. For one thread.
 */
public final class GlanceReader {

  private static final Logger log = LoggerFactory.getLogger(GlanceReader.class);

  /** The records stay in their topic, so that many of them need not be written twice. */
  private static final int MOST_LETTERS = 100;

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final KafkaAccess kafka;
  private final GlanceRules rules;
  private final MeterRegistry registry;
  private final RejectionLog rejections;
  private Set<Place> told = Set.of();

  private record Place(int partition, long offset) {

    static Place of(Unused each) {
      return new Place(each.record().partition(), each.record().offset());
    }
  }

  public GlanceReader(
      KafkaAccess kafka, GlanceRules rules, MeterRegistry registry, InstantSource clock) {
    this.kafka = kafka;
    this.rules = rules;
    this.registry = registry;
    this.rejections = new RejectionLog(clock, "not used", log::warn);
  }

  /** All glances there are now. */
  public Glances read() {
    Glances glances = Glances.read(kafka, rules);
    List<Unused> news =
        glances.unused().stream().filter(each -> !told.contains(Place.of(each))).toList();
    for (Unused each : news) {
      rejections.rejected(each.why().reason(), each.why().toString());
      GlanceMeters.REJECTED.in(registry, each.why().reason()).increment();
    }
    deadLetters(news.stream().filter(each -> !each.why().isOfOtherBackbone()).toList());
    told = glances.unused().stream().map(Place::of).collect(Collectors.toCollection(HashSet::new));
    return glances;
  }

  /** Letters that cannot be written cost a line in the log, never a run. */
  @SuppressWarnings("FutureReturnValueIgnored") // The callback hears of failures.
  private void deadLetters(List<Unused> news) {
    if (news.isEmpty()) {
      return;
    }
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            kafka.producerProperties(
                Map.of(
                    ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                    Topics.CALIBRATION_DLQ.maxMessageBytes(),
                    ProducerConfig.MAX_BLOCK_MS_CONFIG,
                    PATIENCE.toMillis())),
            new StringSerializer(),
            new ByteArraySerializer())) {
      news.stream()
          .limit(MOST_LETTERS)
          .forEach(
              each ->
                  producer.send(
                      DeadLetter.of(
                          Topics.CALIBRATION_DLQ,
                          each.record(),
                          each.why().reason(),
                          each.why().explanation()),
                      (sent, problem) -> {
                        if (problem != null) {
                          warn(problem);
                        }
                      }));
    } catch (KafkaException e) {
      warn(e);
    }
  }

  private static void warn(Exception problem) {
    log.warn(
        "{}: a rejected glance could not be copied there ({}); it is still in {}",
        Topics.CALIBRATION_DLQ.name(),
        problem.getMessage(),
        Topics.CALIBRATION.name());
  }
}
