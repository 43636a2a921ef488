package io.gazeshift.daemon.ops;

import io.gazeshift.common.UserError;
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
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A Prometheus child process, for this machine only. Closing it deletes its data. */
public final class PrometheusProcess implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(PrometheusProcess.class);
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(10);
  private static final String OUTPUT = "prometheus.log";

  /** Intervals for a demo of minutes; for production see alerts/prometheus.example.yaml. */
  private static final String CONFIGURATION =
      """
      global: { scrape_interval: 2s, evaluation_interval: 5s }
      rule_files: [gazeshift.rules.yaml]
      scrape_configs:
        - job_name: gazeshift
          static_configs: [{ targets: ["%s"] }]
      """;

  private final Path directory;
  private final Process process;
  private final String url;

  private PrometheusProcess(Path directory, Process process, String url) {
    this.directory = directory;
    this.process = process;
    this.url = url;
  }

  static PrometheusProcess start(Prometheus installed, String watched) throws InterruptedException {
    PrometheusProcess started = launch(installed, watched);
    boolean ready = false;
    try {
      started.awaitReady();
      ready = true;
      return started;
    } finally {
      if (!ready) {
        started.close();
      }
    }
  }

  private static PrometheusProcess launch(Prometheus installed, String watched) {
    Path directory = null;
    try {
      directory = Files.createTempDirectory("gazeshift-prometheus");
      Files.copy(installed.rules(), directory.resolve("gazeshift.rules.yaml"));
      Path configuration =
          Files.writeString(
              directory.resolve("prometheus.yaml"),
              CONFIGURATION.formatted(URI.create(watched).getAuthority()));
      String address = "127.0.0.1:" + freePort();
      Process process =
          new ProcessBuilder(
                  installed.executable().toString(),
                  "--config.file=" + configuration,
                  "--storage.tsdb.path=" + directory.resolve("data"),
                  "--web.listen-address=" + address)
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve(OUTPUT).toFile())
              .start();
      return new PrometheusProcess(directory, process, "http://" + address + "/");
    } catch (IOException e) {
      if (directory != null) {
        remove(directory);
      }
      throw new UserError(
          "prometheus: cannot run %s (%s)".formatted(installed.executable(), e.getMessage()), e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitReady() throws InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest question =
        HttpRequest.newBuilder(URI.create(url + "-/ready")).timeout(ENDS_WITHIN).build();
    long endNanos = System.nanoTime() + STARTS_WITHIN.toNanos();
    while (!answers(client, question)) {
      if (process.waitFor(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new UserError("prometheus: exited with %d: %s".formatted(process.exitValue(), said()));
      }
      if (System.nanoTime() - endNanos > 0) {
        throw new UserError(
            "prometheus: not ready after %d s: %s".formatted(STARTS_WITHIN.toSeconds(), said()));
      }
    }
  }

  private static boolean answers(HttpClient client, HttpRequest question)
      throws InterruptedException {
    try {
      return client.send(question, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false; // Not listening yet.
    }
  }

  /** The last line of its output, which has the reason. */
  private String said() {
    try {
      List<String> lines = Files.readAllLines(directory.resolve(OUTPUT));
      return lines.isEmpty() ? "no output" : lines.get(lines.size() - 1);
    } catch (IOException e) {
      return "its output cannot be read (%s)".formatted(e.getMessage());
    }
  }

  /** The URL of its page. */
  public String url() {
    return url;
  }

  /** Returns once the process has ended and its data is deleted. */
  @Override
  public void close() {
    process.destroy();
    process
        .onExit()
        .completeOnTimeout(process, ENDS_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
        .join();
    process.destroyForcibly().onExit().join();
    remove(directory);
  }

  private static void remove(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      log.warn("cannot delete {}: {}", directory, e.getMessage());
    }
  }
}
