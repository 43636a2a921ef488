package io.gazeshift.inference.swap;

import io.gazeshift.common.Micros;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.GateCheck;
import io.gazeshift.protocol.v1.GateVerdict;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes rejected heads to gaze.adaptations, each under a run id made of this instance and the
 * record's place. Only for heads published since this process started: those it reads at startup
 * were reported when they were new. An event that cannot be written is logged and dropped.
 */
public final class RejectionEvents implements HeadSwap.Rejections, AutoCloseable {

  public static final String TRIGGER = "swap";

  private static final Logger log = LoggerFactory.getLogger(RejectionEvents.class);

  private final KafkaProducer<String, AdaptationEvent> producer;
  private final String instance;
  private final InstantSource clock;
  private final long startMicros;

  public RejectionEvents(KafkaAccess kafka, String instance, InstantSource clock) {
    this.instance = instance;
    this.clock = clock;
    this.startMicros = nowMicros();
    this.producer =
        new KafkaProducer<>(
            // The follower waits for it: better no event than no heads.
            kafka.producerProperties(
                Map.of(
                    ProducerConfig.CLIENT_ID_CONFIG,
                    "head-rejections",
                    ProducerConfig.MAX_BLOCK_MS_CONFIG,
                    2_000)),
            new StringSerializer(),
            RecordType.ADAPTATION_EVENT.serializer());
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The callback tells.
  @Override
  public void rejected(
      ConsumerRecord<String, byte[]> record, long activeVersion, RejectedHeadException rejection) {
    if (record.timestamp() < startMicros / 1000) {
      return;
    }
    AdaptationEvent event =
        AdaptationEvent.newBuilder()
            .setDomain(record.key())
            .setRunId(
                "%s-%s-%d-%d".formatted(TRIGGER, instance, record.partition(), record.offset()))
            .setTrigger(TRIGGER)
            .setVerdict(
                GateVerdict.newBuilder()
                    .addChecks(
                        GateCheck.newBuilder()
                            .setName(rejection.reason().name())
                            .setReason(rejection.getMessage())))
            .setStartedMicros(1000 * record.timestamp())
            .setFinishedMicros(nowMicros())
            .setParentVersion(activeVersion)
            .setRefusedVersion(rejection.version())
            .build();
    try {
      producer.send(
          new ProducerRecord<>(Topics.ADAPTATIONS.name(), record.key(), event),
          (metadata, problem) -> {
            if (problem != null) {
              log.warn("could not publish the event of a rejected head: {}", problem.getMessage());
            }
          });
    } catch (KafkaException e) {
      log.warn("could not publish the event of a rejected head: {}", e.getMessage());
    }
  }

  private long nowMicros() {
    return Micros.of(clock.instant());
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(2));
  }
}
