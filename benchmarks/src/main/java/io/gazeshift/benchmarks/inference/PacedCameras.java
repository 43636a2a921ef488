package io.gazeshift.benchmarks.inference;

import io.gazeshift.common.Micros;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceFrame;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Four cameras that publish a face each at an even pace, none in step with another. Closing stops
 * them and waits for what they sent.
 */
final class PacedCameras implements AutoCloseable {

  private final InferenceRig rig;
  private final long session;
  private final KafkaProducer<String, FaceFrame> producer;
  private final List<String> cameras = InferenceRig.CAMERAS;
  private final AtomicLongArray sent = new AtomicLongArray(InferenceRig.CAMERAS.size());
  private final AtomicLongArray acknowledged = new AtomicLongArray(InferenceRig.CAMERAS.size());
  private final ScheduledExecutorService shutters =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "bench-cameras"));

  /** Faces carry the session, which must differ between runs on one cluster. */
  PacedCameras(InferenceRig rig, long session) {
    this.rig = rig;
    this.session = session;
    this.producer = rig.producer(0);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // They run until they are closed.
  void start(double framesPerSecond) {
    long periodMicros = Math.round(1e6 / framesPerSecond);
    Random phases = new Random(7);
    for (int camera = 0; camera < cameras.size(); camera++) {
      int number = camera;
      shutters.scheduleAtFixedRate(
          () -> shoot(number), phases.nextLong(periodMicros), periodMicros, TimeUnit.MICROSECONDS);
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The callback counts.
  private void shoot(int camera) {
    long nowMicros = Micros.of(Instant.now());
    FaceFrame face =
        rig.faces()
            .face(cameras.get(camera), session, sent.getAndIncrement(camera), nowMicros)
            .face();
    producer.send(
        new ProducerRecord<>(Topics.FACES.name(), cameras.get(camera), face),
        (metadata, problem) -> {
          if (problem == null) {
            acknowledged.incrementAndGet(camera);
          }
        });
  }

  /** Stops them; what they sent is acknowledged or lost when this returns. */
  void stop() throws InterruptedException {
    shutters.shutdown();
    shutters.awaitTermination(Duration.ofSeconds(10).toMillis(), TimeUnit.MILLISECONDS);
    producer.flush();
  }

  /** How many faces of all cameras the cluster has. */
  long acknowledged() {
    long sum = 0;
    for (int camera = 0; camera < cameras.size(); camera++) {
      sum += acknowledged.get(camera);
    }
    return sum;
  }

  @Override
  public void close() {
    shutters.shutdownNow();
    producer.close();
  }
}
