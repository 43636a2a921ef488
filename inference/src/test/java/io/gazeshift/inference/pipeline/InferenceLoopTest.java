package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.backbone.input.LandmarkInput;
import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.common.kafka.Delivery;
import io.gazeshift.common.kafka.GroupMember;
import io.gazeshift.common.kafka.RejectionLog;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.protocol.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * How the loop polls, hands over and begins again. The records here are no faces, so that each
 * becomes a dead letter, or faces that are too old: none gets as far as a backbone.
 */
class InferenceLoopTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final BackboneInput INPUT = new LandmarkInput(null);
  private static final TopicPartition FIRST = new TopicPartition(Topics.FACES.name(), 0);
  private static final TopicPartition SECOND = new TopicPartition(Topics.FACES.name(), 1);

  private final MockConsumer<String, byte[]> consumer = new MockConsumer<>("earliest");
  private final KeptDelivery delivery = new KeptDelivery();
  private final AtomicReference<Throwable> ended = new AtomicReference<>();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private InferenceLoop loop = open(Optional.empty());
  private final Thread thread = new Thread(this::run, "loop-under-test");

  @AfterEach
  void end() throws InterruptedException {
    loop.wakeup();
    thread.join(LONG.toMillis());
    assertThat(thread.isAlive()).isFalse();
    loop.close();
    assertThat(consumer.closed()).isTrue();
    assertThat(delivery.closed).isEqualTo(delivery.opened.get());
  }

  @Test
  void everythingPolledIsCommittedAndAWakeUpEndsIt() {
    assign(FIRST, SECOND);
    add(FIRST, 0, 5);
    add(SECOND, 0, 3);
    thread.start();

    await().atMost(LONG).until(() -> delivery.committed(FIRST) == 5);
    await().atMost(LONG).until(() -> delivery.committed(SECOND) == 3);
    loop.wakeup();
    await().atMost(LONG).until(() -> ended.get() != null);
    assertThat(ended.get()).isInstanceOf(WakeupException.class);
    assertThat(delivery.opened).hasValue(1);
  }

  /** The producer is opened by a member only, so that it fences no one before it has joined. */
  @Test
  void nothingIsOpenedBeforeThereIsAPartition() {
    AtomicInteger polls = new AtomicInteger();
    consumer.schedulePollTask(polls::incrementAndGet);
    consumer.schedulePollTask(polls::incrementAndGet);
    thread.start();

    await().atMost(LONG).until(() -> polls.get() == 2);
    assertThat(delivery.opened).hasValue(0);
  }

  @Test
  void afterAnAbortedCommitItGoesOnFromTheCommittedOffsets() {
    delivery.abortNext.set(2);
    assign(FIRST);
    consumer.schedulePollTask(() -> consumer.commitSync(Map.of(FIRST, new OffsetAndMetadata(0))));
    serveAgainAndAgain(List.of(record(FIRST, 0)));
    thread.start();

    await().atMost(LONG).until(() -> delivery.committed(FIRST) == 1 || ended.get() != null);
    assertThat(ended.get()).isNull();
    assertThat(delivery.aborted).hasValue(2);
    assertThat(delivery.opened).as("one producer throughout").hasValue(1);
  }

  @Test
  void aPartitionIsGivenAwayWhenItsFacesAreCommitted() {
    assign(FIRST, SECOND);
    add(FIRST, 0, 4);
    AtomicInteger committedWhenGivenAway = new AtomicInteger(-1);
    consumer.schedulePollTask(() -> {});
    consumer.schedulePollTask(
        () -> {
          consumer.rebalance(List.of(SECOND));
          committedWhenGivenAway.set((int) delivery.committed(FIRST));
        });
    thread.start();

    await().atMost(LONG).until(() -> committedWhenGivenAway.get() >= 0);
    assertThat(committedWhenGivenAway).hasValue(4);
  }

  @Test
  void facesThatAreTooOldAreCommittedAndCountedOnceWhateverIsAborted() {
    loop = open(Optional.of(Duration.ofSeconds(1)));
    delivery.abortNext.set(2);
    assign(FIRST);
    consumer.schedulePollTask(() -> consumer.commitSync(Map.of(FIRST, new OffsetAndMetadata(0))));
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    for (int offset = 0; offset < 10; offset++) {
      records.add(
          offset == 4
              ? record(FIRST, offset)
              : PolledRecords.face(0, "cam", offset, 1_700_000_000_000_000L).record());
    }
    serveAgainAndAgain(records);
    thread.start();

    await().atMost(LONG).until(() -> delivery.committed(FIRST) == 10 || ended.get() != null);
    await().atMost(LONG).until(() -> skipped() >= 9 || ended.get() != null);
    assertThat(ended.get()).isNull();
    assertThat(delivery.aborted).hasValue(2);
    assertThat(skipped()).isEqualTo(9);
    assertThat(delivery.written).as("dead letters").hasSize(1);
  }

  private double skipped() {
    return registry.get(InferenceMeters.SKIPPED.name()).counter().count();
  }

  private void run() {
    try {
      loop.run();
    } catch (RuntimeException e) {
      ended.set(e);
    }
  }

  private void assign(TopicPartition... partitions) {
    Map<TopicPartition, Long> beginnings = new HashMap<>();
    for (TopicPartition partition : partitions) {
      beginnings.put(partition, 0L);
    }
    consumer.schedulePollTask(
        () -> {
          consumer.updateBeginningOffsets(beginnings);
          consumer.rebalance(List.of(partitions));
        });
  }

  /** As a topic does: the mock forgets what it has given out, also where it is asked again. */
  private void serveAgainAndAgain(List<ConsumerRecord<String, byte[]>> records) {
    consumer.schedulePollTask(
        () -> {
          if (consumer.position(FIRST) == 0) {
            records.forEach(consumer::addRecord);
          }
          serveAgainAndAgain(records);
        });
  }

  private void add(TopicPartition partition, long from, long to) {
    consumer.schedulePollTask(
        () -> {
          for (long offset = from; offset < to; offset++) {
            consumer.addRecord(record(partition, offset));
          }
        });
  }

  private static ConsumerRecord<String, byte[]> record(TopicPartition partition, long offset) {
    return new ConsumerRecord<>(
        partition.topic(), partition.partition(), offset, "cam", new byte[] {1, 2, 3});
  }

  private InferenceLoop open(Optional<Duration> maxAge) {
    InstantSource clock = InstantSource.system();
    FaceAgeLimit freshness = new FaceAgeLimit(maxAge, clock);
    int maxBatch = 4;
    FloatBuffer inputs =
        InputMemory.allocate(PipelineBuffer.BATCHES, maxBatch, INPUT.floatsPerFace());
    Head head =
        new Head(
            new DenseLayer(3, 1, new float[3], new float[1]),
            new DenseLayer(1, 1, new float[1], new float[1]),
            new DenseLayer(1, 2, new float[2], new float[2]));
    return new InferenceLoop(
        new Clients(),
        new Pipeline.Tools(
            List.of(new FaceDecoder(INPUT, freshness, inputs)),
            new FacePredictor(
                new ServedModel(new NoBackbone(), new ActiveHeads(head)), freshness, clock),
            inputs,
            INPUT.floatsPerFace(),
            maxBatch,
            Duration.ZERO),
        freshness,
        new InferenceMeters(
            BoundedMeters.of(registry), new RejectionLog(clock, "written", line -> {})),
        clock,
        () -> {});
  }

  private final class Clients implements FaceClients {

    @Override
    public Consumer<String, byte[]> openConsumer() {
      return consumer;
    }

    @Override
    public Delivery openDelivery() {
      delivery.opened.incrementAndGet();
      return delivery;
    }

    @Override
    public GroupMember member() {
      throw new AssertionError("no other process is fenced here");
    }
  }

  /** Keeps what was delivered, and fails as often as it is told to. */
  private static final class KeptDelivery implements Delivery {

    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger abortNext = new AtomicInteger();
    private final AtomicInteger aborted = new AtomicInteger();
    private final Map<TopicPartition, Long> offsets = new ConcurrentHashMap<>();
    private final List<ProducerRecord<String, byte[]>> written = new CopyOnWriteArrayList<>();
    private int closed;

    long committed(TopicPartition partition) {
      return offsets.getOrDefault(partition, 0L);
    }

    @Override
    public List<RecordMetadata> deliver(
        List<ProducerRecord<String, byte[]>> records,
        Map<TopicPartition, OffsetAndMetadata> committed,
        ConsumerGroupMetadata member) {
      if (abortNext.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        aborted.incrementAndGet();
        throw new CommitAbortedException(new KafkaException("for a test"));
      }
      written.addAll(records);
      committed.forEach((partition, offset) -> offsets.put(partition, offset.offset()));
      return List.of();
    }

    @Override
    public void settle(Consumer<?, ?> consumer) {}

    @Override
    public void close() {
      closed++;
    }
  }

  /** No record here gets as far as a backbone. */
  private static final class NoBackbone implements Backbone {

    @Override
    public int featureSize() {
      return 3;
    }

    @Override
    public BackboneInput input() {
      return INPUT;
    }

    @Override
    public String fingerprint() {
      return "none";
    }

    @Override
    public String device() {
      return "none";
    }

    @Override
    public float[] features(FloatBuffer faces, int count) {
      throw new AssertionError("asked for %d faces".formatted(count));
    }

    @Override
    public void close() {}
  }
}
