package io.gazeshift.daemon.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The installed Prometheus with our alerts, scraping one process more often than in production. */
final class PrometheusProcess implements AutoCloseable {

  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
  private static final String CONFIGURATION =
      """
      global: { scrape_interval: 2s, evaluation_interval: 5s }
      rule_files: [gazeshift.rules.yaml]
      scrape_configs:
        - job_name: gazeshift
          static_configs: [{ targets: ["%s"] }]
      """;

  private final Process process;
  private final String url;

  private PrometheusProcess(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  /**
   * Returns when it can be queried.
   *
   * @param directory for its files; removed by the caller
   * @param scraped URL of the process to scrape
   */
  static PrometheusProcess start(Path directory, String scraped) throws IOException {
    Files.copy(
        Tools.ROOT.resolve("alerts/gazeshift.rules.yaml"),
        directory.resolve("gazeshift.rules.yaml"));
    Path configuration =
        Files.writeString(
            directory.resolve("prometheus.yaml"),
            CONFIGURATION.formatted(URI.create(scraped).getAuthority()));
    String address = "127.0.0.1:" + freePort();
    Path output = directory.resolve("prometheus.log");
    PrometheusProcess started =
        new PrometheusProcess(
            Tools.start(
                directory,
                output,
                "prometheus",
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + directory.resolve("data"),
                "--web.listen-address=" + address),
            "http://" + address);
    await().atMost(STARTS_WITHIN).until(() -> started.answers() || !started.process.isAlive());
    assertThat(started.process.isAlive()).as(() -> said(output)).isTrue();
    return started;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private boolean answers() throws InterruptedException {
    try {
      HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/-/ready")).build();
      return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode()
          == 200;
    } catch (IOException e) {
      return false; // It does not listen yet.
    }
  }

  private static String said(Path output) {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Without a slash at its end. */
  String url() {
    return url;
  }

  /** Returns when it has ended. */
  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
