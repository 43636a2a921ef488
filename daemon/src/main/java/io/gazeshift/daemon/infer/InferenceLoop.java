package io.gazeshift.daemon.infer;

import io.gazeshift.common.config.sections.InferConfig;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceFrame;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls faces, has them predicted and commits the results with their offsets, until woken. An
 * aborted commit is done again from the committed offsets; after any other failure of Kafka this is
 * replaced by a new one, which begins where the last commit ended.
 */
final class InferenceLoop implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(InferenceLoop.class);
  private static final Duration IDLE_POLL = Duration.ofMillis(500);

  /** Commits that may be aborted one after another before the clients are opened anew. */
  private static final int MAX_ABORTS = 3;

  /** A record and when it came in. */
  private record Polled(ConsumerRecord<String, byte[]> record, long polledMicros) {

    TopicPartition partition() {
      return new TopicPartition(record.topic(), record.partition());
    }
  }

  private final KafkaConsumer<String, byte[]> consumer;
  private final Delivery delivery;
  private final FacePredictor predictor;
  private final InferenceMeters meters;
  private final InstantSource clock;
  private final int maxBatch;
  private final Duration maxDelay;
  private final List<Polled> pending = new ArrayList<>();
  private int aborts;

  InferenceLoop(
      KafkaAccess kafka,
      InferConfig config,
      String transactionalId,
      FacePredictor predictor,
      InferenceMeters meters,
      InstantSource clock) {
    this.predictor = predictor;
    this.meters = meters;
    this.clock = clock;
    this.maxBatch = config.maxBatch();
    this.maxDelay = config.maxDelay();
    this.consumer =
        new KafkaConsumer<>(
            kafka.consumerProperties(consumerSettings(config)),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    try {
      Map<String, Object> producer = kafka.producerProperties(producerSettings());
      this.delivery =
          switch (config.delivery()) {
            case EXACTLY_ONCE -> Delivery.exactlyOnce(producer, transactionalId);
            case AT_LEAST_ONCE -> Delivery.atLeastOnce(producer);
          };
    } catch (RuntimeException e) {
      consumer.close();
      throw e;
    }
  }

  private static Map<String, Object> consumerSettings(InferConfig config) {
    return Map.of(
        ConsumerConfig.GROUP_ID_CONFIG,
        config.group(),
        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
        false,
        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
        "read_committed",
        // A face that was published before the first start is a face all the same.
        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
        "earliest",
        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
        config.maxBatch(),
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        CooperativeStickyAssignor.class.getName(),
        ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
        10_000);
  }

  private static Map<String, Object> producerSettings() {
    return Map.of(
        ProducerConfig.ACKS_CONFIG,
        "all",
        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
        true,
        ProducerConfig.LINGER_MS_CONFIG,
        0,
        // The pauses between the steps of a transaction are most of its cost.
        ProducerConfig.RETRY_BACKOFF_MS_CONFIG,
        5,
        // A dead letter may be as large as anything the faces' topic takes.
        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
        Topics.FACES_DLQ.maxMessageBytes(),
        // How long a step of a transaction waits for a broker that is away before it is redone.
        ProducerConfig.MAX_BLOCK_MS_CONFIG,
        20_000);
  }

  /** Runs until {@link #wakeup}, or until something fails; tells of every commit. */
  void run(Runnable committed) {
    consumer.subscribe(List.of(Topics.FACES.name()), new ForgetRevoked());
    while (true) {
      gather();
      if (!pending.isEmpty()) {
        List<Polled> batch = List.copyOf(pending);
        pending.clear();
        if (process(batch)) {
          committed.run();
        }
      }
    }
  }

  /** Ends {@link #run} with a WakeupException, from any thread. */
  void wakeup() {
    consumer.wakeup();
  }

  /** Waits for faces; once there is one, gives others the delay to share its batch. */
  private void gather() {
    poll(IDLE_POLL);
    long firstNanos = System.nanoTime();
    while (!pending.isEmpty() && pending.size() < maxBatch) {
      Duration left = maxDelay.minusNanos(System.nanoTime() - firstNanos);
      if (left.isNegative() || left.isZero()) {
        break;
      }
      poll(left);
    }
  }

  private void poll(Duration timeout) {
    ConsumerRecords<String, byte[]> records = consumer.poll(timeout);
    long polledMicros = nowMicros();
    records.forEach(record -> pending.add(new Polled(record, polledMicros)));
  }

  /** Answers whether the results were committed; if not, the records will be polled again. */
  private boolean process(List<Polled> records) {
    long startNanos = System.nanoTime();
    List<Outcome> outcomes = outcomes(records);
    meters.predicted(Duration.ofNanos(System.nanoTime() - startNanos), records.size());

    List<ProducerRecord<String, byte[]>> results = new ArrayList<>(2 * records.size());
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    for (int i = 0; i < records.size(); i++) {
      Polled polled = records.get(i);
      addResults(polled.record(), outcomes.get(i), results);
      // Records of a partition are in order: the last one stands.
      offsets.put(polled.partition(), new OffsetAndMetadata(polled.record().offset() + 1));
    }
    try {
      delivery.commit(results, offsets, consumer);
    } catch (CommitAbortedException e) {
      // What fails every time would otherwise be tried without a pause.
      if (++aborts > MAX_ABORTS) {
        throw e;
      }
      log.info("{} faces are predicted again: {}", records.size(), e.getMessage());
      rewind();
      return false;
    }
    aborts = 0;
    count(outcomes);
    return true;
  }

  /** Back to the committed offsets, or to the beginning where there are none. */
  private void rewind() {
    consumer
        .committed(consumer.assignment())
        .forEach(
            (partition, offset) -> {
              if (offset == null) {
                consumer.seekToBeginning(List.of(partition));
              } else {
                consumer.seek(partition, offset);
              }
            });
  }

  private List<Outcome> outcomes(List<Polled> records) {
    Outcome[] outcomes = new Outcome[records.size()];
    List<ReceivedFace> faces = new ArrayList<>(records.size());
    List<Integer> places = new ArrayList<>(records.size());
    for (int i = 0; i < records.size(); i++) {
      try {
        FaceFrame face = RecordType.FACE_FRAME.decode(records.get(i).record().value());
        faces.add(new ReceivedFace(face, records.get(i).polledMicros()));
        places.add(i);
      } catch (BadRecordException e) {
        outcomes[i] = new Outcome.Refused(e.reason().name(), e.getMessage());
      }
    }
    List<Outcome> predicted = predictor.predict(faces);
    for (int i = 0; i < predicted.size(); i++) {
      outcomes[places.get(i)] = predicted.get(i);
    }
    return List.of(outcomes);
  }

  private static void addResults(
      ConsumerRecord<String, byte[]> record,
      Outcome outcome,
      List<ProducerRecord<String, byte[]>> results) {
    if (outcome instanceof Outcome.Predicted predicted) {
      results.add(
          new ProducerRecord<>(
              Topics.PREDICTIONS.name(), predicted.identity().getCamera(), predicted.prediction()));
      results.add(
          new ProducerRecord<>(
              Topics.FEATURES.name(), predicted.identity().getDomain(), predicted.feature()));
    } else if (outcome instanceof Outcome.Refused refused) {
      results.add(DeadLetter.of(record, refused));
    }
  }

  private void count(List<Outcome> outcomes) {
    long committedMicros = nowMicros();
    for (Outcome outcome : outcomes) {
      if (outcome instanceof Outcome.Predicted predicted) {
        long capturedMicros = predicted.identity().getCaptureMicros();
        meters.committed(Duration.of(committedMicros - capturedMicros, ChronoUnit.MICROS));
      } else if (outcome instanceof Outcome.Refused refused) {
        meters.refused(refused.reason(), refused.explanation());
      }
    }
    meters.lag(
        consumer.assignment().stream()
            .mapToLong(partition -> consumer.currentLag(partition).orElse(0))
            .sum());
  }

  private long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }

  @Override
  public void close() {
    try (consumer) {
      delivery.close();
    }
  }

  /** A record whose partition went to another member is that member's to predict. */
  private final class ForgetRevoked implements ConsumerRebalanceListener {

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      pending.removeIf(polled -> partitions.contains(polled.partition()));
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}
  }
}
