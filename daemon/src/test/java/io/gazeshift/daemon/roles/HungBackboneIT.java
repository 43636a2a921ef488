package io.gazeshift.daemon.roles;

import static io.gazeshift.testing.InferenceExtension.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.Micros;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.testing.InferenceExtension;
import io.gazeshift.testing.ProgramProcess;
import io.gazeshift.testing.SeenPredictions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A thread of inference that never comes back from native code, in a process of its own. */
@TestMethodOrder(OrderAnnotation.class)
class HungBackboneIT {

  private static final Duration LONG = Duration.ofMinutes(2);

  private static final Pattern URL = Pattern.compile("metrics at (http://\\S+?/)metrics");

  /** At least a second. */
  private static final Pattern OLDEST =
      Pattern.compile("gazeshift_infer_oldest_seconds [1-9][0-9]*\\.");

  @RegisterExtension static final InferenceExtension BED = new InferenceExtension();

  @TempDir Path home;
  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  @Order(1)
  void theProcessSaysThatItHangsAndEndsAndTheNextOneGoesOnIfItSkipsOldFaces() throws Exception {
    Path model = home.resolve("model");
    HangingModel.write(model);
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer();
        SeenPredictions seen = BED.predictions("hung")) {
      try (ProgramProcess infer = start(model, "--set=infer.stall-timeout=2s")) {
        send(producer, face(0));
        seen.await(1);
        URI healthz = healthz(infer);
        assertThat(status(healthz)).isEqualTo(200);

        send(producer, HangingModel.white(face(1)));
        producer.flush();
        // Until the process is gone, nobody sends it anything that it can answer.
        AtomicReference<Integer> last = new AtomicReference<>(200);
        await()
            .pollInterval(Duration.ofMillis(50))
            .atMost(LONG)
            .until(
                () -> {
                  try {
                    last.set(status(healthz));
                  } catch (IOException e) {
                    // It has ended, or takes long to answer.
                  }
                  return last.get() != 200 || !infer.isAlive();
                });
        assertThat(last.get()).as(infer::toString).isEqualTo(503);
        assertThat(infer.waitFor(LONG)).as(infer::toString).isEqualTo(1);
        assertThat(infer.err())
            .contains("inference hangs: a face has waited", "raise infer.stall-timeout");
      }
      try (ProgramProcess next = start(model, "--set=infer.max-age=1s")) {
        healthz(next);
        AtomicLong seq = new AtomicLong(2);
        await()
            .atMost(LONG)
            .until(
                () -> {
                  send(producer, face(seq.getAndIncrement()));
                  return seen.names().size() >= 3;
                });
        next.signal("TERM");
        assertThat(next.waitFor(LONG)).as(next::toString).isZero();
      }
    }
  }

  /** Leaves a face that hangs whoever reads it, so it comes last. */
  @Test
  @Order(2)
  void itIsStoppedByASignalWithoutClosingWhatTheHungThreadIsInside() throws Exception {
    Path model = home.resolve("model");
    HangingModel.write(model);
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer();
        ProgramProcess infer = start(model, "--set=infer.stall-timeout=10m")) {
      URI metrics = healthz(infer).resolve("metrics");
      send(producer, HangingModel.white(face("stopped", 0)));
      await().atMost(LONG).until(() -> OLDEST.matcher(body(metrics)).find());

      infer.signal("TERM");
      assertThat(infer.waitFor(LONG)).as(infer::toString).isZero();
      assertThat(infer.err())
          .contains("abandoning its threads", "leaving native memory as it is")
          .contains("inference-backbone");
    }
  }

  private ProgramProcess start(Path model, String... settings) throws Exception {
    String[] arguments = new String[settings.length + 4];
    arguments[0] = "infer";
    arguments[1] = "--kafka=" + BED.broker().bootstrap();
    arguments[2] = "--set=infer.model=" + model;
    arguments[3] = "--set=http.listen=0";
    System.arraycopy(settings, 0, arguments, 4, settings.length);
    return ProgramProcess.start(Files.createTempDirectory(home, "infer"), Map.of(), arguments);
  }

  private static FaceFrame face(long seq) {
    return face("hung", seq);
  }

  private static FaceFrame face(String camera, long seq) {
    FaceFrame face = BED.face(camera, seq);
    return face.toBuilder()
        .setIdentity(face.getIdentity().toBuilder().setCaptureMicros(Micros.of(Instant.now())))
        .build();
  }

  private static URI healthz(ProgramProcess infer) {
    await().atMost(LONG).until(() -> URL.matcher(infer.out()).find() || !infer.isAlive());
    Matcher url = URL.matcher(infer.out());
    assertThat(url.find()).as(infer::toString).isTrue();
    return URI.create(url.group(1)).resolve("healthz");
  }

  private int status(URI address) throws Exception {
    return get(address).statusCode();
  }

  private String body(URI address) throws Exception {
    return get(address).body();
  }

  private HttpResponse<String> get(URI address) throws Exception {
    return client.send(
        HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(5)).build(),
        BodyHandlers.ofString());
  }
}
