package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.backbone.input.PatchInput;
import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.common.kafka.DeadLetter;
import io.gazeshift.common.kafka.Delivery;
import io.gazeshift.common.kafka.RejectionLog;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.ingest.synthetic.RenderedFaces;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PipelineTest {

  private static final BackboneInput INPUT = PatchInput.imageNet(224);

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final long CAPTURE_MICROS = 1_700_000_000_000_000L;
  private static final Instant NOW = Instant.ofEpochSecond(0, 1000 * CAPTURE_MICROS);
  private static final int MAX_BATCH = 4;
  private static final ConsumerGroupMetadata MEMBER =
      new ConsumerGroupMetadata("group", 1, "member", Optional.empty());

  private static RenderedFaces rendered;

  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch asked = new CountDownLatch(1);
  private final List<Long> committed = new CopyOnWriteArrayList<>();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<Pipeline> opened = new ArrayList<>();

  @BeforeAll
  static void render() throws InterruptedException {
    rendered = new RenderedFaces(SyntheticScene.STUDIO, 5, 4);
  }

  @AfterEach
  void everyThreadEnds() {
    held.countDown();
    opened.forEach(Pipeline::close);
    assertThat(stations()).isEmpty();
  }

  @Test
  void predictionsFeaturesAndOffsetsAreCommittedInTheOrderOfTheFaces() throws Exception {
    MockProducer<String, byte[]> producer = producer();
    Pipeline pipeline = open(producer, count -> {});
    for (int seq = 0; seq < 10; seq++) {
      PolledFace face = face(seq % 2, seq);
      await().atMost(LONG).until(() -> pipeline.offer(face));
    }
    pipeline.drain(LONG);

    assertThat(frames(producer, Topics.PREDICTIONS.name()))
        .containsExactlyElementsOf(LongStream.range(0, 10).boxed().toList());
    assertThat(frames(producer, Topics.FEATURES.name()))
        .containsExactlyElementsOf(LongStream.range(0, 10).boxed().toList());
    assertThat(committed).containsExactlyElementsOf(LongStream.range(0, 10).boxed().toList());
    assertThat(offsets(producer, "group")).isEqualTo(Map.of(partition(0), 9L, partition(1), 10L));
    assertThat(pipeline.isEmpty()).isTrue();
    assertThat(pipeline.failure()).isEmpty();
  }

  @Test
  void aRejectedFaceIsADeadLetterAndDoesNotStopItsPartition() throws Exception {
    MockProducer<String, byte[]> producer = producer();
    Pipeline pipeline = open(producer, count -> {});
    offer(pipeline, face(0, 0));
    offer(pipeline, polled(0, 1, new byte[] {1, 2, 3}));
    offer(pipeline, face(0, 2));
    pipeline.drain(LONG);

    assertThat(frames(producer, Topics.PREDICTIONS.name())).containsExactly(0L, 2L);
    assertThat(producer.history())
        .filteredOn(record -> record.topic().equals(Topics.FACES_DLQ.name()))
        .singleElement()
        .satisfies(
            letter -> {
              assertThat(letter.value()).containsExactly(1, 2, 3);
              assertThat(letter.headers().lastHeader(DeadLetter.REASON).value())
                  .asString()
                  .isEqualTo("MALFORMED");
            });
    assertThat(offsets(producer, "group")).isEqualTo(Map.of(partition(0), 3L));
  }

  @Test
  void aFaceThatIsTooOldIsCommittedWithoutARecord() throws Exception {
    MockProducer<String, byte[]> producer = producer();
    Pipeline pipeline = open(producer, count -> {}, Optional.of(Duration.ofMillis(100)));
    offer(pipeline, face(0, 0, CAPTURE_MICROS - 1_000_000));
    pipeline.drain(LONG);
    offer(pipeline, face(0, 1));
    pipeline.drain(LONG);

    assertThat(frames(producer, Topics.PREDICTIONS.name())).containsExactly(1L);
    assertThat(committed).containsExactly(0L, 1L);
    assertThat(offsets(producer, "group")).isEqualTo(Map.of(partition(0), 2L));
  }

  @Test
  void aSlowBackboneLeavesNoRoomForMoreThanTwoBatches() throws Exception {
    MockProducer<String, byte[]> producer = producer();
    Pipeline pipeline = open(producer, count -> hold());
    offer(pipeline, face(0, 0));
    asked.await();
    int waiting = 1;
    while (pipeline.offer(face(0, waiting))) {
      waiting++;
    }

    assertThat(waiting).isEqualTo(PipelineBuffer.BATCHES * MAX_BATCH);
    assertThatThrownBy(() -> pipeline.drain(Duration.ofMillis(1)))
        .isInstanceOf(KafkaException.class)
        .hasMessageContaining("not committed within PT0.001S");
    held.countDown();
    pipeline.drain(LONG);
    assertThat(pipeline.offer(face(0, waiting))).isTrue();
    pipeline.drain(LONG);
    assertThat(committed).hasSize(waiting + 1).isSorted();
  }

  @Test
  void afterAFailureOfTheBackboneTheCommittedFacesAreAPrefix() throws Exception {
    MockProducer<String, byte[]> producer = producer();
    IllegalStateException broken = new IllegalStateException("the device is lost");
    List<Integer> batches = new CopyOnWriteArrayList<>();
    Pipeline pipeline =
        open(
            producer,
            count -> {
              batches.add(count);
              if (batches.size() > 1) {
                throw broken;
              }
            });
    offer(pipeline, face(0, 0));
    pipeline.drain(LONG);
    offer(pipeline, face(0, 1));
    offer(pipeline, face(0, 2));
    await().atMost(LONG).until(() -> pipeline.failure().isPresent());
    pipeline.drain(LONG);
    pipeline.close();

    assertThat(pipeline.failure()).containsSame(broken);
    assertThat(committed).containsExactly(0L);
    assertThat(offsets(producer, "group")).isEqualTo(Map.of(partition(0), 1L));
  }

  @Test
  void anAbortedCommitWritesNothingAndLeavesTheProducerToTheNextPipeline() throws Exception {
    MockProducer<String, byte[]> producer = producer();
    producer.sendOffsetsToTransactionException = new KafkaException("a rebalance");
    Pipeline failed = open(producer, count -> {});
    offer(failed, face(0, 0));
    await().atMost(LONG).until(() -> failed.failure().isPresent());
    failed.close();

    assertThat(failed.failure().orElseThrow()).isInstanceOf(CommitAbortedException.class);
    assertThat(committed).isEmpty();
    assertThat(producer.history()).isEmpty();
    assertThat(producer.transactionAborted()).isTrue();

    producer.sendOffsetsToTransactionException = null;
    Pipeline next = open(producer, count -> {});
    offer(next, face(0, 0));
    next.drain(LONG);
    assertThat(committed).containsExactly(0L);
    assertThat(frames(producer, Topics.PREDICTIONS.name())).containsExactly(0L);
  }

  @Test
  void commitsAreMadeInTheNameOfTheCurrentMemberAndKeepItOutsideAGroup() throws Exception {
    MockProducer<String, byte[]> producer = producer();
    Pipeline pipeline = open(producer, count -> {});
    pipeline.commitAs(new ConsumerGroupMetadata("later", 2, "member", Optional.empty()));
    pipeline.commitAs(new ConsumerGroupMetadata("unknown", -1, "", Optional.empty()));
    offer(pipeline, face(0, 0));
    pipeline.drain(LONG);

    assertThat(offsets(producer, "later")).isEqualTo(Map.of(partition(0), 1L));
    assertThat(offsets(producer, "group")).isEmpty();
    assertThat(offsets(producer, "unknown")).isEmpty();
  }

  @Test
  void closingWaitsForACommitThatHasBegunAndDropsTheRest() throws Exception {
    MockProducer<String, byte[]> producer =
        new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer()) {
          @Override
          public void commitTransaction() {
            hold();
            super.commitTransaction();
          }
        };
    producer.initTransactions();
    Pipeline pipeline = open(producer, count -> {});
    offer(pipeline, face(0, 0));
    asked.await();
    offer(pipeline, face(0, 1));
    CompletableFuture<Void> closing = CompletableFuture.runAsync(pipeline::close);
    await().atMost(LONG).until(() -> stations().equals(List.of("inference-commit")));
    assertThat(closing).isNotDone();
    held.countDown();
    closing.get();

    assertThat(committed).containsExactly(0L);
    assertThat(pipeline.failure()).isEmpty();
  }

  /** Says that it was reached, and waits until the test lets it go on. */
  private void hold() {
    asked.countDown();
    try {
      held.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void offer(Pipeline pipeline, PolledFace face) {
    assertThat(pipeline.offer(face)).isTrue();
  }

  private Pipeline open(MockProducer<String, byte[]> producer, IntConsumer backbone) {
    return open(producer, backbone, Optional.empty());
  }

  private Pipeline open(
      MockProducer<String, byte[]> producer, IntConsumer backbone, Optional<Duration> maxAge) {
    InstantSource clock = InstantSource.fixed(NOW);
    FaceAgeLimit freshness = new FaceAgeLimit(maxAge, clock);
    int floatsPerFace = INPUT.floatsPerFace();
    FloatBuffer inputs = InputMemory.allocate(PipelineBuffer.BATCHES, MAX_BATCH, floatsPerFace);
    Pipeline pipeline =
        new Pipeline(
            new Pipeline.Tools(
                List.of(
                    new FaceDecoder(INPUT, freshness, inputs),
                    new FaceDecoder(INPUT, freshness, inputs)),
                new FacePredictor(
                    new ServedModel(
                        new BlankBackbone(backbone),
                        new ActiveHeads(
                            new Head(
                                new DenseLayer(3, 1, new float[3], new float[1]),
                                new DenseLayer(1, 1, new float[1], new float[1]),
                                new DenseLayer(1, 2, new float[2], new float[2])))),
                    freshness,
                    clock),
                inputs,
                floatsPerFace,
                MAX_BATCH,
                Duration.ZERO),
            new Delivery.ExactlyOnce(producer),
            MEMBER,
            new InferenceMeters(
                BoundedMeters.of(registry), new RejectionLog(clock, "written", line -> {})),
            faces -> faces.forEach(face -> committed.add(face.record().offset())));
    opened.add(pipeline);
    return pipeline;
  }

  private static MockProducer<String, byte[]> producer() {
    MockProducer<String, byte[]> producer =
        new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
    producer.initTransactions();
    return producer;
  }

  private static PolledFace face(int partition, long seq) {
    return face(partition, seq, CAPTURE_MICROS);
  }

  /** Its offset is its number. */
  private static PolledFace face(int partition, long seq, long captureMicros) {
    return polled(
        partition,
        seq,
        RecordType.FACE_FRAME.encode(rendered.face("cam", 1, seq, captureMicros).face()));
  }

  private static PolledFace polled(int partition, long offset, byte[] value) {
    return new PolledFace(
        new ConsumerRecord<>(Topics.FACES.name(), partition, offset, "cam", value), CAPTURE_MICROS);
  }

  private static TopicPartition partition(int number) {
    return new TopicPartition(Topics.FACES.name(), number);
  }

  private static List<Long> frames(MockProducer<String, byte[]> producer, String topic) {
    return producer.history().stream()
        .filter(record -> record.topic().equals(topic))
        .map(ProducerRecord::value)
        .map(
            value ->
                topic.equals(Topics.PREDICTIONS.name())
                    ? RecordType.GAZE_PREDICTION.decode(value).getIdentity()
                    : RecordType.FEATURE_SAMPLE.decode(value).getIdentity())
        .map(identity -> identity.getFrameSeq())
        .toList();
  }

  /** The last committed offset of each partition. */
  private static Map<TopicPartition, Long> offsets(
      MockProducer<String, byte[]> producer, String group) {
    Map<TopicPartition, Long> last = new HashMap<>();
    for (Map<String, Map<TopicPartition, OffsetAndMetadata>> commit :
        producer.consumerGroupOffsetsHistory()) {
      commit
          .getOrDefault(group, Map.of())
          .forEach((partition, offset) -> last.put(partition, offset.offset()));
    }
    return last;
  }

  private static List<String> stations() {
    Thread[] threads = new Thread[2 * Thread.activeCount() + 16];
    int count = Thread.enumerate(threads);
    return Arrays.stream(threads, 0, count)
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(name -> name.startsWith("inference-"))
        .toList();
  }

  /** Finds the same in every patch, and shows how many it was asked for. */
  private record BlankBackbone(IntConsumer watcher) implements Backbone {

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
      return "b";
    }

    @Override
    public String device() {
      return "cpu";
    }

    @Override
    public float[] features(FloatBuffer patches, int count) {
      watcher.accept(count);
      return new float[3 * count];
    }

    @Override
    public void close() {}
  }
}
