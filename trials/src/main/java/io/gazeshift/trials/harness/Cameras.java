package io.gazeshift.trials.harness;

import io.gazeshift.common.Micros;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.ingest.publish.FacePublisher;
import io.gazeshift.ingest.synthetic.RenderedFaces;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Cameras that publish at an even pace, as ingest does, and enter in a ledger what they sent and
 * what Kafka acknowledged. Closing stops them and waits for what is under way.
 */
public final class Cameras implements AutoCloseable {

  public static final int CAMERAS = 4;

  private final RenderedFaces faces;
  private final String prefix;
  private final Ledger ledger;
  private final KafkaProducer<String, byte[]> producer;
  private final ScheduledExecutorService shutter =
      Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "trial-cameras"));
  private ScheduledFuture<?> running;
  private long sent;

  /** Their names begin with the prefix. */
  public Cameras(RenderedFaces faces, String bootstrap, String prefix, Ledger ledger) {
    this.faces = faces;
    this.prefix = prefix;
    this.ledger = ledger;
    Map<String, Object> settings =
        new KafkaAccess(bootstrap, Map.of()).producerProperties(FacePublisher.producerSettings());
    // These wait for room and for an answer where ingest would drop what it has: what they count
    // must be known to be there or not.
    settings.remove(ProducerConfig.MAX_BLOCK_MS_CONFIG);
    settings.remove(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG);
    this.producer =
        new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
  }

  /** So many faces each second, of all cameras together, until {@link #stop}. */
  public void start(double facesPerSecond) {
    running =
        shutter.scheduleAtFixedRate(
            this::shoot, 0, Math.round(1e9 / facesPerSecond), TimeUnit.NANOSECONDS);
  }

  /** One more face, now. */
  @SuppressWarnings("FutureReturnValueIgnored") // The callback knows.
  public synchronized FaceIdentity shoot() {
    long nowMicros = Micros.of(Instant.now());
    String camera = prefix + "-" + sent % CAMERAS;
    FaceFrame face = faces.face(camera, 1, sent / CAMERAS, nowMicros).face();
    sent++;
    FaceIdentity identity = face.getIdentity();
    ledger.sent(identity);
    producer.send(
        new ProducerRecord<>(Topics.FACES.name(), camera, RecordType.FACE_FRAME.encode(face)),
        (metadata, problem) -> {
          if (problem == null) {
            ledger.acknowledged(identity);
          }
        });
    return identity;
  }

  /** No more faces until the next {@link #start}; returns when Kafka has answered all. */
  public void stop() {
    if (running != null) {
      running.cancel(false);
    }
    producer.flush();
  }

  @Override
  public void close() {
    shutter.shutdownNow();
    producer.close(Duration.ofSeconds(5));
  }
}
