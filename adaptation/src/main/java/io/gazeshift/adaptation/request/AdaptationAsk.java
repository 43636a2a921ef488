package io.gazeshift.adaptation.request;

import io.gazeshift.common.Micros;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.TopicPartitions;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationRequest;
import io.gazeshift.protocol.v1.AdaptationRequest.Kind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests or cancels a run of a domain, and receives the answers. For one thread. */
public final class AdaptationAsk implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(AdaptationAsk.class);

  private final KafkaConsumer<String, byte[]> consumer;
  private final String requestId = UUID.randomUUID().toString();

  /**
   * Returns when the request is written.
   *
   * @param author as in a head's record
   */
  public AdaptationAsk(
      KafkaAccess kafka, Kind kind, String domain, String author, InstantSource clock)
      throws InterruptedException {
    this.consumer = kafka.openConsumer(Map.of());
    try {
      // Before the request is written, so that no answer is missed.
      List<TopicPartition> partitions = TopicPartitions.of(consumer, Topics.ADAPTATIONS.name());
      consumer.assign(partitions);
      consumer.seekToEnd(partitions);
      partitions.forEach(consumer::position);
      write(
          kafka,
          AdaptationRequest.newBuilder()
              .setKind(kind)
              .setDomain(domain)
              .setRequestId(requestId)
              .setAuthor(author)
              .setRequestedMicros(Micros.of(clock.instant()))
              .build());
    } catch (RuntimeException | InterruptedException e) {
      consumer.close();
      throw e;
    }
  }

  private static void write(KafkaAccess kafka, AdaptationRequest request)
      throws InterruptedException {
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            kafka.producerProperties(Map.of()),
            new StringSerializer(),
            new ByteArraySerializer())) {
      producer
          .send(
              new ProducerRecord<>(
                  Topics.REQUESTS.name(),
                  request.getDomain(),
                  RecordType.ADAPTATION_REQUEST.encode(request)))
          .get();
    } catch (ExecutionException e) {
      throw new KafkaException("the request could not be written", e.getCause());
    }
  }

  /** The events about the request since the last call; empty after the timeout. */
  public List<AdaptationEvent> poll(Duration timeout) {
    List<AdaptationEvent> events = new ArrayList<>();
    for (ConsumerRecord<String, byte[]> record : consumer.poll(timeout)) {
      try {
        AdaptationEvent event = RecordType.ADAPTATION_EVENT.decode(record.value());
        if (event.getRequestId().equals(requestId)) {
          events.add(event);
        }
      } catch (BadRecordException e) {
        log.debug("ignored an unreadable event: {}", e.getMessage());
      }
    }
    return events;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
