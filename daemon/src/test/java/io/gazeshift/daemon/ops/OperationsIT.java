package io.gazeshift.daemon.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gazeshift.daemon.meters.ExposedNames;
import io.gazeshift.daemon.testing.Program;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole path in a process of its own, as an operator sees it. */
class OperationsIT {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Pattern URL = Pattern.compile("metrics at (http://\\S+?/)metrics");

  @TempDir static Path home;
  private static Program program;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @BeforeAll
  static void start() {
    program =
        Program.start(
            home,
            Map.of(),
            "run",
            "--log=json",
            "--set=http.listen=0",
            "--set=cameras[0].id=studio",
            "--set=cameras[0].source=synthetic:studio");
    await().atMost(LONG).until(() -> URL.matcher(program.out()).find());
    await().atMost(LONG).until(() -> get("metrics").body().contains("gazeshift_infer_predictions"));
  }

  @AfterAll
  static void stop() throws Exception {
    try (Program running = program) {
      running.interrupt();
      assertThat(running.waitFor(Duration.ofSeconds(30))).isZero();
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

  /** What comes of adaptation is not there before something was adapted. */
  @Test
  void everyPanelShowsSomethingInARealPrometheus() throws Exception {
    Tools.require("no prometheus here: install Debian's package", "prometheus", "--version");
    Tools.requireChecks();
    Path config =
        Files.writeString(
            home.resolve("prometheus.yml"),
            """
            global: { scrape_interval: 2s, evaluation_interval: 5s }
            rule_files: [%s]
            scrape_configs:
              - job_name: gazeshift
                static_configs: [{ targets: ["%s"] }]
            """
                .formatted(
                    Tools.ROOT.resolve("alerts/gazeshift.rules.yaml"),
                    URI.create(url()).getAuthority()));
    int port = freePort();
    Process prometheus =
        Tools.start(
            home,
            home.resolve("prometheus.txt"),
            "prometheus",
            "--config.file=" + config,
            "--storage.tsdb.path=" + home.resolve("tsdb"),
            "--web.listen-address=127.0.0.1:" + port);
    try {
      String base = "http://127.0.0.1:" + port;
      // A rate needs some history.
      String enough = base + "/api/v1/query?query=count_over_time(up%5B5m%5D)%3E%3D10";
      await()
          .atMost(LONG)
          .ignoreExceptions()
          .until(() -> fetch(enough).body().contains("gazeshift"));
      String said =
          Tools.run(
              Tools.CHECKS,
              "node",
              "check-queries.mjs",
              base,
              "gazeshift_adapt_",
              "gazeshift_infer_head_",
              // Nothing is refused here.
              "gazeshift_infer_refused_");
      assertThat(said).contains("0 problems");
    } finally {
      prometheus.destroy();
      prometheus.waitFor();
    }
  }

  private static String url() {
    Matcher found = URL.matcher(program.out());
    assertThat(found.find()).isTrue();
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

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
