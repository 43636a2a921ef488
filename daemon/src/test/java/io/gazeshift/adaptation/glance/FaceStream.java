package io.gazeshift.adaptation.glance;

import io.gazeshift.common.Micros;
import io.gazeshift.ingest.synthetic.RenderedFaces;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.testing.InferenceExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;

/** A camera whose rendered faces go to gaze.faces, each captured when it is sent. */
public final class FaceStream implements AutoCloseable {

  private static final long EVERY_MILLIS = 80;

  private final KafkaProducer<String, byte[]> producer;
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private long seq;

  public FaceStream(InferenceExtension bed, String camera, Duration clockAhead)
      throws InterruptedException {
    producer = bed.broker().producer();
    RenderedFaces faces = new RenderedFaces(SyntheticScene.STUDIO, 7, 20);
    var unused =
        thread.scheduleAtFixedRate(
            () ->
                InferenceExtension.send(
                    producer,
                    faces.face(camera, 3, seq++, Micros.of(Instant.now().plus(clockAhead))).face()),
            0,
            EVERY_MILLIS,
            TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() throws InterruptedException {
    thread.shutdownNow();
    thread.awaitTermination(10, TimeUnit.SECONDS);
    producer.close();
  }
}
