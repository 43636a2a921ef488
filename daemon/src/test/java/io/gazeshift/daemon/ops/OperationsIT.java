package io.gazeshift.daemon.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gazeshift.adaptation.versions.Author;
import io.gazeshift.adaptation.versions.HeadPublisher;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.adaptation.versions.Registrar;
import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.meters.ExposedNames;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.Topics;
import io.gazeshift.testing.ProgramProcess;
import io.gazeshift.testing.RequiredTools;
import io.gazeshift.testing.RunningBroker;
import io.gazeshift.testing.TestHeads;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo with a Prometheus beside it, as an operator sees it. */
class OperationsIT {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Pattern URL = Pattern.compile("metrics at (http://\\S+?/)metrics");
  private static final Pattern KAFKA = Pattern.compile("Kafka at (\\S+);");

  @TempDir static Path home;
  private static Optional<PrometheusProcess> prometheus = Optional.empty();
  private static ProgramProcess program;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  /**
   * Runs begin early and give a head whatever the gate says: this is about what is told of them.
   */
  @BeforeAll
  static void start() throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "demo",
                "--duration=10m",
                "--log=json",
                "--verbose",
                "--set=http.listen=0",
                "--set=cameras[0].id=lab",
                "--set=cameras[0].domain=lab",
                "--set=cameras[0].source=synthetic:lab",
                "--set=cameras[0].fps=10",
                "--set=domains[0].name=lab",
                "--set=domains[0].prior=-15 0 5 9",
                // The halves of the screen; one has the name that the panel about the road looks
                // for.
                "--set=domains[0].targets=road screen 133 137 10 size 265 299,"
                    + " mirror screen -133 137 10 size 265 299",
                "--set=events.enabled=true",
                "--set=adapt.min-samples=80",
                "--set=adapt.min-samples-requested=80",
                "--set=adapt.method=paper",
                "--set=adapt.gate=warn",
                "--set=adapt.drift-interval=5s",
                "--set=adapt.drift-significance=0.01"));
    program = ProgramProcess.start(home, Map.of(), arguments.toArray(String[]::new));
    await().atMost(LONG).until(() -> URL.matcher(program.out()).find() || !program.isAlive());
    await().atMost(LONG).until(() -> get("metrics").body().contains("gazeshift_infer_predictions"));
    if (Tools.runs("prometheus", "--version")) {
      prometheus =
          Optional.of(
              PrometheusProcess.start(Files.createDirectory(home.resolve("prometheus")), url()));
    }
    goWrong();
  }

  /** So that there is something to show where all is well: what cannot be read, and a rollback. */
  private static void goWrong() throws Exception {
    HeadFile source = ModelDirectory.builtIn(BuiltInModel.STUDIO).sourceHeadFile();
    byte[] alien =
        RecordType.HEAD_MODEL.encode(
            TestHeads.record("stranger", 1, "of another network", source.head()));
    try (KafkaProducer<String, byte[]> producer = RunningBroker.producer(printed(KAFKA))) {
      for (Topic topic : List.of(Topics.FACES, Topics.FEATURES)) {
        producer.send(new ProducerRecord<>(topic.name(), "stranger", new byte[] {1, 2, 3})).get();
      }
      producer.send(new ProducerRecord<>(Topics.MODELS.name(), "stranger", alien)).get();
    }
    KafkaAccess kafka = new KafkaAccess(printed(KAFKA), Map.of());
    try (HeadVersions versions = new HeadVersions(kafka, TrustedKeys.none());
        HeadPublisher publisher = new HeadPublisher(kafka, versions)) {
      Registrar registrar = new Registrar(versions, Optional.empty(), InstantSource.system());
      publisher.publish(
          () -> registrar.introduce("spare", source, 0, "for a test", Author.SERVICE));
      publisher.publish(
          () ->
              registrar.restoreSource(
                  "spare", source, Registrar.Pin.AS_BEFORE, "for a test", Author.SERVICE));
    }
  }

  @AfterAll
  static void stop() throws Exception {
    prometheus.ifPresent(PrometheusProcess::close);
    try (ProgramProcess running = program) {
      running.interrupt();
      assertThat(running.waitFor(Duration.ofSeconds(30))).as(running::toString).isZero();
    }
  }

  @Test
  void itIsReadyAndAlive() {
    await().atMost(LONG).untilAsserted(() -> assertThat(get("readyz").statusCode()).isEqualTo(200));
    assertThat(get("readyz").body()).contains("broker", "backbone", "heads", "roles");
    assertThat(get("healthz").statusCode()).isEqualTo(200);
  }

  @Test
  void itTellsNothingThatIsNotInTheCatalogue() {
    assertThat(ExposedNames.in(get("metrics").body()))
        .isSubsetOf(ExposedNames.catalogued())
        .contains(
            "gazeshift_ingest_frames_captured_total",
            "gazeshift_infer_latency_seconds_bucket",
            "gazeshift_infer_device",
            "kafka_producer_record_send_total",
            "kafka_consumer_fetch_manager_records_consumed_total",
            "jvm_memory_used_bytes",
            "disk_free_bytes");
  }

  @Test
  void everyLineOfItsLogIsAnObject() throws IOException {
    ObjectMapper json = new ObjectMapper();
    String[] lines = program.err().split("\n");
    assertThat(lines).isNotEmpty();
    for (String line : lines) {
      JsonNode entry = json.readTree(line);
      assertThat(entry.has("time") && entry.has("level") && entry.has("message")).isTrue();
    }
  }

  /** A search for a domain finds all lines about it. */
  @Test
  void linesAboutADomainAndItsHeadSayWhichAsFields() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(lines("domain (\\S+): run \\S+ finished .*")).isNotEmpty();
              assertThat(lines("domain (\\S+): head \\d+ is active now.*")).isNotEmpty();
            });
    for (JsonNode line : lines("domain (\\S+): .*")) {
      String message = line.path("message").asText();
      assertThat(line.path("domain").asText())
          .as(message)
          .isEqualTo(message.replaceFirst("(?s)domain (\\S+): .*", "$1"));
    }
    for (JsonNode line : lines("domain \\S+: (head|run \\S+ finished) .*")) {
      assertThat(line.path("version").asText()).as(line.toString()).matches("\\d+");
    }
  }

  private static List<JsonNode> lines(String message) {
    ObjectMapper json = new ObjectMapper();
    Pattern wanted = Pattern.compile(message, Pattern.DOTALL);
    List<JsonNode> found = new ArrayList<>();
    String said = program.err();
    // The last line may not be all there yet.
    for (String line : said.substring(0, said.lastIndexOf('\n') + 1).lines().toList()) {
      try {
        JsonNode entry = json.readTree(line);
        if (wanted.matcher(entry.path("message").asText()).matches()) {
          found.add(entry);
        }
      } catch (IOException e) {
        throw new AssertionError(line, e);
      }
    }
    return found;
  }

  @Test
  void everyPanelShowsSomethingInThePrometheusBesideIt() throws Exception {
    RequiredTools.tool(
        "prometheus", prometheus.isPresent(), "no prometheus here: install Debian's package");
    Tools.requireChecks();
    String url = prometheus.orElseThrow().url();
    // A rate needs some history, and what is told of heads a run that ended.
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(3))
        .untilAsserted(
            () ->
                assertThat(Tools.run(Tools.CHECKS, "node", "check-queries.mjs", url))
                    .contains(" 0 problems"));
    assertThat(fetch(url + "/api/v1/rules").body())
        .contains("GazeshiftDown")
        .doesNotContain("\"health\":\"err\"");
  }

  private static String url() {
    return printed(URL);
  }

  private static String printed(Pattern pattern) {
    Matcher found = pattern.matcher(program.out());
    assertThat(found.find()).as(program::toString).isTrue();
    return found.group(1);
  }

  private static HttpResponse<String> get(String path) {
    return fetch(url() + path);
  }

  private static HttpResponse<String> fetch(String url) {
    try {
      return CLIENT.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(program.toString(), e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
