package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.testing.InferenceExtension;
import io.gazeshift.testing.ProgramProcess;
import io.gazeshift.testing.SeenPredictions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The inference program, killed with -9 again and again while faces come in: {@code
 * -Dgazeshift.kills=20} for as many as one likes.
 */
class InferenceKillIT {

  private static final int KILLS = Integer.getInteger("gazeshift.kills", 3);
  private static final int CAMERAS = 4;
  private static final int FACES_PER_SECOND = 100;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @RegisterExtension static final InferenceExtension BED = new InferenceExtension();

  @TempDir Path home;

  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final AtomicLong sent = new AtomicLong();
  private final Random random = new Random(20);

  @Test
  void everyAcknowledgedFaceIsPredictedExactlyOnceHoweverOftenTheProcessIsKilled()
      throws Exception {
    ScheduledExecutorService camera = Executors.newSingleThreadScheduledExecutor();
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer();
        SeenPredictions seen = BED.predictions("kill")) {
      var load =
          camera.scheduleAtFixedRate(
              () -> publish(producer), 0, 1_000_000 / FACES_PER_SECOND, TimeUnit.MICROSECONDS);
      for (int kill = 0; kill < KILLS; kill++) {
        try (ProgramProcess program = infer()) {
          // At work, and then somewhere within the next half second of batches and commits.
          int before = seen.names().size();
          await().atMost(PATIENCE).until(() -> seen.names().size() > before);
          assertThat(endsWithin(program, random.nextInt(500))).as(program::toString).isFalse();
          program.handle().destroyForcibly();
          program.handle().onExit().get();
        }
      }
      load.cancel(false);
      camera.shutdown();
      assertThat(camera.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
      producer.flush();
      try (ProgramProcess last = infer()) {
        await().atMost(PATIENCE).until(() -> seen.names().containsAll(acknowledged));
        assertThat(last.isAlive()).as(last::toString).isTrue();
      }
      assertThat(seen.names()).containsExactlyInAnyOrderElementsOf(acknowledged);
    } finally {
      camera.shutdownNow();
    }
  }

  /** The start script replaces itself by the program, so its process is the one to kill. */
  private ProgramProcess infer() {
    return ProgramProcess.start(
        home,
        Map.of(),
        "infer",
        "--kafka",
        BED.broker().bootstrap(),
        "--set",
        "infer.model=studio",
        "--set",
        "infer.instance=killed");
  }

  private static boolean endsWithin(ProgramProcess program, int millis) throws Exception {
    try {
      program.handle().onExit().get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The callback knows.
  private void publish(KafkaProducer<String, byte[]> producer) {
    long number = sent.getAndIncrement();
    FaceFrame face = BED.face("kill" + number % CAMERAS, number / CAMERAS);
    String camera = face.getIdentity().getCamera();
    producer.send(
        new ProducerRecord<>(Topics.FACES.name(), camera, RecordType.FACE_FRAME.encode(face)),
        (metadata, failure) -> {
          if (failure == null) {
            acknowledged.add(camera + " " + face.getIdentity().getFrameSeq());
          }
        });
  }
}
