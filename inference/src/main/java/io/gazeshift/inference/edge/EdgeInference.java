package io.gazeshift.inference.edge;

import io.gazeshift.common.Micros;
import io.gazeshift.common.kafka.WatchedProducer;
import io.gazeshift.common.process.NativeThread;
import io.gazeshift.inference.pipeline.InferenceMeters;
import io.gazeshift.inference.pipeline.InferenceService.Readiness;
import io.gazeshift.inference.pipeline.LivePredictor;
import io.gazeshift.protocol.v1.FaceFrame;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Predicts faces in memory, on its own thread, and publishes the predictions. Frames are live:
 * predictions that Kafka does not accept in time are counted and lost, and one may be duplicated
 * after a lost acknowledgement. While Kafka is unavailable, the cameras continue and their oldest
 * faces are dropped. Predictor and producer belong to the caller, who closes them after this.
 */
public final class EdgeInference implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(EdgeInference.class);
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private final LivePredictor predictor;
  private final Readiness ready;
  private final WatchedProducer<byte[]> producer;
  private final FaceQueue queue;
  private final int maxBatch;
  private final Duration maxDelay;
  private final InstantSource clock;
  private final Counter undelivered;
  private final Thread thread;
  private boolean failing;
  private volatile @Nullable RuntimeException failure;

  /** Each camera may have so many faces waiting. */
  public EdgeInference(
      LivePredictor predictor,
      Readiness ready,
      WatchedProducer<byte[]> producer,
      int queueFaces,
      int maxBatch,
      Duration maxDelay,
      InstantSource clock,
      MeterRegistry registry) {
    this.predictor = predictor;
    this.ready = ready;
    this.producer = producer;
    this.queue = new FaceQueue(queueFaces);
    this.maxBatch = maxBatch;
    this.maxDelay = maxDelay;
    this.clock = clock;
    this.undelivered = InferenceMeters.UNDELIVERED.in(registry);
    this.thread = new NativeThread(this::run, "edge-inference");
  }

  public void start() {
    thread.start();
  }

  /** Why it cannot go on, if it cannot: a mistake of the program, not a broker that is away. */
  public Optional<RuntimeException> failure() {
    return Optional.ofNullable(failure);
  }

  /**
   * Takes the faces of one more camera; never waits.
   *
   * @param dropped is told of each face that has to go, on the thread that offers another
   */
  public Consumer<FaceFrame> open(Runnable dropped) {
    FaceQueue.Lane lane = queue.lane(dropped);
    return face ->
        lane.offer(face.toBuilder().setPublishedMicros(Micros.of(clock.instant())).build());
  }

  private void run() {
    try {
      ready.await();
      for (List<FaceFrame> faces = take(); !faces.isEmpty(); faces = take()) {
        send(predictor.predict(faces));
      }
    } catch (InterruptedException | InterruptException e) {
      log.debug("edge inference was interrupted");
    } catch (RuntimeException e) {
      failure = e;
    } catch (Error e) {
      failure = new IllegalStateException(e);
    } finally {
      queue.close();
    }
    if (failure != null) {
      log.error("inference stopped: {}", failure.getMessage(), failure);
    }
  }

  private List<FaceFrame> take() throws InterruptedException {
    return queue.take(maxBatch, maxDelay);
  }

  /** Returns when all are acknowledged or given up: no more than one batch is ever on its way. */
  private void send(List<ProducerRecord<String, byte[]>> records) throws InterruptedException {
    List<Future<RecordMetadata>> sent = records.stream().map(this::send).toList();
    KafkaException problem = null;
    for (Future<RecordMetadata> acknowledgement : sent) {
      try {
        await(acknowledgement);
      } catch (ExecutionException e) {
        undelivered.increment();
        problem = new KafkaException(e.getCause());
      }
    }
    // Only the change is news: a cluster that is away would fill the log otherwise.
    if (problem != null && !failing) {
      log.warn("cannot publish predictions to Kafka: {}", problem.getMessage());
    } else if (problem == null && failing && !sent.isEmpty()) {
      log.info("publishing predictions to Kafka again");
    }
    failing = sent.isEmpty() ? failing : problem != null;
  }

  /** Throws the producer's failure if it does not complete records any more. */
  private void await(Future<RecordMetadata> acknowledgement)
      throws InterruptedException, ExecutionException {
    while (true) {
      try {
        acknowledgement.get(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        Optional<RuntimeException> failed = producer.failure();
        if (failed.isPresent()) {
          throw failed.get();
        }
      }
    }
  }

  /** Some failures are thrown, some are the future's. */
  private Future<RecordMetadata> send(ProducerRecord<String, byte[]> record) {
    try {
      return producer.send(record);
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public void close() {
    queue.close();
    try {
      thread.join(GRACE.toMillis());
      // A producer that waits for a broker cannot be woken, only interrupted.
      thread.interrupt();
      thread.join(GRACE.toMillis());
      if (thread.isAlive()) {
        log.warn(
            "inference did not stop within {} s; abandoning its thread, which is inside the"
                + " backbone or Kafka",
            GRACE.multipliedBy(2).toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
