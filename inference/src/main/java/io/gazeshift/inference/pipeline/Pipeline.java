package io.gazeshift.inference.pipeline;

import io.gazeshift.common.kafka.DeadLetter;
import io.gazeshift.common.kafka.Delivery;
import io.gazeshift.common.process.NativeThread;
import io.gazeshift.protocol.Topics;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The stages around the {@link PipelineBuffer}, one thread each: while the backbone processes one
 * batch, the next is decoded and the previous one is committed. Commits keep the order of the
 * buffer, and after the first failure nothing more is committed. So the committed faces are a
 * prefix of the offered ones, and the rest can be polled again. A failed pipeline is closed and
 * replaced by a new one.
 */
final class Pipeline implements AutoCloseable {

  /** What the stations work with; it outlives a pipeline, which has it for itself while open. */
  record Tools(
      List<FaceDecoder> decoders,
      FacePredictor predictor,
      FloatBuffer inputs,
      int floatsPerFace,
      int maxBatch,
      Duration maxDelay) {}

  private interface Station {
    void work() throws InterruptedException;
  }

  private final Tools tools;
  private final PipelineBuffer buffer;
  private final Delivery delivery;
  private final InferenceMeters meters;
  private final Consumer<List<PolledFace>> committed;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile ConsumerGroupMetadata member;
  private volatile long passMicros;

  /** Tells of every commit, on the thread that made it. */
  Pipeline(
      Tools tools,
      Delivery delivery,
      ConsumerGroupMetadata member,
      InferenceMeters meters,
      Consumer<List<PolledFace>> committed) {
    this.tools = tools;
    this.buffer = new PipelineBuffer(tools.maxBatch(), tools.maxDelay(), meters.oldest());
    this.delivery = delivery;
    this.member = member;
    this.meters = meters;
    this.committed = committed;
    tools.predictor().forgetPersons();
    learnPassSize();
    for (FaceDecoder decoder : tools.decoders()) {
      start("decode", () -> decode(decoder));
    }
    start("backbone", this::predict);
    start("commit", this::commit);
  }

  /** Answers whether there was room. */
  boolean offer(PolledFace face) {
    return buffer.offer(face);
  }

  /** How long the last pass of the backbone took. */
  long passMicros() {
    return passMicros;
  }

  /** Commits from now on are made in this member's name. */
  void commitAs(ConsumerGroupMetadata now) {
    // Outside a group the broker accepts commits from any client, so keep the previous member name.
    if (now.generationId() >= 0) {
      member = now;
    }
  }

  boolean isEmpty() {
    return buffer.isEmpty();
  }

  /** Waits until everything offered is committed or the pipeline has failed. */
  void drain(Duration patience) throws InterruptedException {
    if (!buffer.awaitEmpty(patience)) {
      throw new KafkaException("faces in flight were not committed within " + patience);
    }
  }

  /** Why it stands still, if it does. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure.get());
  }

  private void decode(FaceDecoder decoder) throws InterruptedException {
    for (PipelineBuffer.Undecoded next; (next = buffer.takeUndecoded()) != null; ) {
      long startNanos = System.nanoTime();
      decoder.decode(next.face(), next.slot());
      meters.decoded(Duration.ofNanos(System.nanoTime() - startNanos));
      buffer.decoded(next.number());
    }
  }

  private void predict() throws InterruptedException {
    for (PipelineBuffer.Batch batch; (batch = buffer.takeBatch()) != null; ) {
      int size = batch.faces().size();
      long startNanos = System.nanoTime();
      int asked =
          tools
              .predictor()
              .predict(
                  batch.faces(),
                  tools
                      .inputs()
                      .slice(
                          batch.firstSlot() * tools.floatsPerFace(), size * tools.floatsPerFace()));
      if (asked > 0) {
        meters.predicted(Duration.ofNanos(System.nanoTime() - startNanos), asked);
      }
      learnPassSize();
      buffer.predicted();
    }
  }

  private void learnPassSize() {
    PassSize size = tools.predictor().passSize();
    passMicros = size.lastMicros();
    buffer.limitTo(size.faces());
  }

  private void commit() throws InterruptedException {
    for (List<PolledFace> faces; (faces = buffer.takePredicted()) != null; ) {
      List<ProducerRecord<String, byte[]>> results = new ArrayList<>(2 * faces.size());
      Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
      for (PolledFace face : faces) {
        addResults(face, results);
        // Records of a partition are in order: the last one stands.
        offsets.put(face.partition(), new OffsetAndMetadata(face.record().offset() + 1));
      }
      long startNanos = System.nanoTime();
      delivery.deliver(results, offsets, member);
      meters.delivered(Duration.ofNanos(System.nanoTime() - startNanos));
      committed.accept(faces);
      buffer.committed();
    }
  }

  private static void addResults(PolledFace face, List<ProducerRecord<String, byte[]>> results) {
    if (face.outcome() instanceof FaceOutcome.Predicted predicted) {
      results.add(
          new ProducerRecord<>(
              Topics.PREDICTIONS.name(), predicted.identity().getCamera(), predicted.prediction()));
      results.add(
          new ProducerRecord<>(
              Topics.FEATURES.name(), predicted.identity().getDomain(), predicted.feature()));
    } else if (face.outcome() instanceof FaceOutcome.Rejected rejected) {
      results.add(
          DeadLetter.of(
              Topics.FACES_DLQ, face.record(), rejected.reason(), rejected.explanation()));
    }
  }

  private void start(String name, Station station) {
    Thread thread =
        new NativeThread(
            () -> {
              try {
                station.work();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } catch (RuntimeException | Error e) {
                failure.compareAndSet(null, e);
              } finally {
                buffer.close();
              }
            },
            "inference-" + name);
    threads.add(thread);
    thread.start();
  }

  /**
   * Drops what is not committed. A commit that has begun is left to end by itself: broken off, it
   * would leave the producer of no use. Interrupting the caller breaks it off all the same.
   */
  @Override
  public void close() {
    buffer.close();
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
          threads.forEach(Thread::interrupt);
        }
      }
    }
    // Not before: until its thread has ended, a face is inside the backbone.
    meters.oldest().none();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
