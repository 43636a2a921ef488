package io.gazeshift.ingest.publish;

import io.gazeshift.common.kafka.WatchedProducer;
import io.gazeshift.ingest.metrics.CameraMeters;
import io.gazeshift.ingest.metrics.IngestMeters;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.protocol.v1.FaceFrame;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Sends the faces of one camera. A bounded number is with Kafka unacknowledged, a bounded number
 * waits behind them, and when both are full the oldest waiting face is dropped: an old gaze is
 * worth less than a new one. A separate thread passes faces to the producer, because that may block
 * while the cluster is unavailable, and a camera must not.
 *
 * <p>The producer is shared with other cameras and closed by its owner.
 */
public final class FacePublisher implements FaceSink {

  private static final Logger log = LoggerFactory.getLogger(FacePublisher.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

  /** How many faces may wait here, and how many may be with Kafka at a time. */
  public record Limits(int waiting, int inFlight) {

    public Limits {
      if (waiting < 1 || inFlight < 1) {
        throw new IllegalArgumentException(
            "%d waiting and %d in flight: each must be at least 1".formatted(waiting, inFlight));
      }
    }
  }

  /** A face and when it was offered. */
  private record Waiting(FaceFrame face, long offeredNanos) {}

  private final WatchedProducer<FaceFrame> producer;
  private final String topic;
  private final String camera;
  private final Limits limits;
  private final CaptureClock clock;
  private final Counter dropped;
  private final Counter published;
  private final Counter failed;
  private final Timer publish;
  private final Thread sender;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // The four below are guarded by the lock.
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private int inFlight;
  private boolean failing;
  private boolean stopping;

  public FacePublisher(
      WatchedProducer<FaceFrame> producer,
      String topic,
      String camera,
      Limits limits,
      CaptureClock clock,
      CameraMeters meters) {
    this.producer = producer;
    this.topic = topic;
    this.camera = camera;
    this.limits = limits;
    this.clock = clock;
    this.dropped = meters.counter(IngestMeters.DROPPED);
    this.published = meters.counter(IngestMeters.PUBLISHED);
    this.failed = meters.counter(IngestMeters.FACES_FAILED);
    this.publish = meters.stage("publish");
    this.sender = new Thread(this::sendAll, "publish-" + camera);
    sender.setDaemon(true);
    sender.start();
  }

  /** As {@link #producerSettings()}, for a client that metrics and brokers know by this name. */
  public static Map<String, Object> producerSettings(String client) {
    Map<String, Object> settings = new HashMap<>(producerSettings());
    settings.put(ProducerConfig.CLIENT_ID_CONFIG, client);
    return settings;
  }

  /** What the producer must be made with, beyond where the cluster is. */
  public static Map<String, Object> producerSettings() {
    return Map.of(
        ProducerConfig.ACKS_CONFIG,
        "all",
        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
        true,
        // A frame is worth most now, and a JPEG does not shrink.
        ProducerConfig.LINGER_MS_CONFIG,
        0,
        ProducerConfig.COMPRESSION_TYPE_CONFIG,
        "none",
        ProducerConfig.BUFFER_MEMORY_CONFIG,
        32L << 20,
        ProducerConfig.MAX_BLOCK_MS_CONFIG,
        2_000,
        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
        5_000,
        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
        15_000);
  }

  @Override
  public void offer(FaceFrame face) {
    lock.lock();
    try {
      if (stopping) {
        dropped.increment();
        return;
      }
      if (waiting.size() == limits.waiting()) {
        waiting.removeFirst();
        dropped.increment();
      }
      waiting.addLast(new Waiting(face, clock.nanoTime()));
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void sendAll() {
    try {
      for (Waiting next = take(); next != null; next = take()) {
        send(next);
      }
    } catch (InterruptedException e) {
      log.debug("{}: publisher stopped", camera);
    }
  }

  /** The oldest waiting face, once Kafka has room for it; null when stopping. */
  private Waiting take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!stopping && (waiting.isEmpty() || inFlight == limits.inFlight())) {
        changed.await();
      }
      if (stopping) {
        return null;
      }
      inFlight++;
      return waiting.removeFirst();
    } finally {
      lock.unlock();
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The delivery is told the same.
  private void send(Waiting next) {
    FaceFrame stamped = next.face().toBuilder().setPublishedMicros(clock.epochMicros()).build();
    Delivery delivery = new Delivery(next.offeredNanos());
    try {
      producer.send(new ProducerRecord<>(topic, camera, stamped), delivery);
    } catch (RuntimeException e) {
      // Some failures are thrown, some given to the callback, and some both.
      delivery.onCompletion(null, e);
    }
  }

  /** Waiting faces are dropped, those with Kafka are left to the producer's owner to flush. */
  @Override
  public void requestStop() {
    lock.lock();
    try {
      stopping = true;
      dropped.increment(waiting.size());
      waiting.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    sender.interrupt();
  }

  @Override
  public void close() {
    requestStop();
    try {
      sender.join(CLOSE_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What became of one face; counted once, however often it is told. */
  private final class Delivery implements Callback {

    private final AtomicBoolean done = new AtomicBoolean();
    private final long offeredNanos;

    Delivery(long offeredNanos) {
      this.offeredNanos = offeredNanos;
    }

    @Override
    public void onCompletion(RecordMetadata metadata, Exception problem) {
      if (!done.compareAndSet(false, true)) {
        return;
      }
      (problem == null ? published : failed).increment();
      publish.record(clock.nanoTime() - offeredNanos, TimeUnit.NANOSECONDS);
      boolean wasFailing;
      lock.lock();
      try {
        inFlight--;
        wasFailing = failing;
        failing = problem != null;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
      // Only the change is news: a cluster that is away would fill the log otherwise. A stop is
      // none.
      if (wasFailing != (problem != null) && !(problem instanceof InterruptException)) {
        tell(problem);
      }
    }

    private void tell(Exception problem) {
      try (MDC.MDCCloseable context = MDC.putCloseable("camera", camera)) {
        if (problem != null) {
          log.warn("{}: cannot publish faces to {}: {}", camera, topic, problem.toString());
        } else {
          log.info("{}: publishing faces to {} again", camera, topic);
        }
      }
    }
  }
}
