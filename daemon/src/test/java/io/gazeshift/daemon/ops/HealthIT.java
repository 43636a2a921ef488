package io.gazeshift.daemon.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gazeshift.testing.ProgramProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole process as a kubelet sees it: asks how it is, and ends it. */
class HealthIT {

  private static final Duration LONG = Duration.ofMinutes(3);

  /** The manifests' terminationGracePeriodSeconds: after that it would be killed. */
  private static final Duration UNTIL_KILLED = Duration.ofSeconds(45);

  private static final Pattern URL = Pattern.compile("metrics at (http://\\S+?/)metrics");

  @TempDir Path home;
  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void itIsNotReadyWhileItsBrokerDoesNotAnswerAndEndsInOrderWhenToldTo() throws Exception {
    try (ProgramProcess program =
        ProgramProcess.start(
            home,
            Map.of(),
            "run",
            "--set=cameras[0].id=lab",
            "--set=cameras[0].source=synthetic:lab",
            "--set=http.listen=0")) {
      await().atMost(LONG).until(() -> URL.matcher(program.out()).find() || !program.isAlive());
      await().atMost(LONG).until(() -> get(program, "readyz").statusCode() == 200);

      List<ProcessHandle> children = program.handle().children().toList();
      assertThat(children).as("its broker").hasSize(1);
      ProgramProcess.signal(children.get(0), "STOP");
      try {
        await().atMost(LONG).until(() -> get(program, "readyz").statusCode() == 503);
        assertThat(get(program, "readyz").body())
            .contains("\"broker\":{\"ok\":false,\"reason\":\"no answer from ");
        // A restart of this process would not bring the broker back.
        assertThat(get(program, "healthz").statusCode()).isEqualTo(200);
      } finally {
        ProgramProcess.signal(children.get(0), "CONT");
      }
      await().atMost(LONG).until(() -> get(program, "readyz").statusCode() == 200);

      program.signal("TERM");
      assertThat(program.waitFor(UNTIL_KILLED)).as(program::toString).isZero();
      assertThat(children).noneMatch(ProcessHandle::isAlive);
    }
  }

  @Test
  void aRoleThatStartsBeforeItsBrokerWaitsAndSaysSo() throws Exception {
    int brokerPort = freePort();
    int httpPort = freePort();
    try (ProgramProcess infer = startInference(brokerPort, httpPort)) {
      await().atMost(LONG).until(() -> infer.err().contains("waiting for a broker at"));
      URI ready = URI.create("http://127.0.0.1:%d/readyz".formatted(httpPort));
      assertThat(get(ready).statusCode()).isEqualTo(503);
      assertThat(get(ready.resolve("healthz")).statusCode()).isEqualTo(200);
      await().atMost(LONG).until(() -> infer.err().contains("still no broker at"));
      assertThat(infer.isAlive()).as(infer::toString).isTrue();

      try (ProgramProcess broker =
          ProgramProcess.start(
              Files.createDirectory(home.resolve("broker")),
              Map.of(),
              "broker",
              "--set=broker.port=" + brokerPort,
              "--set=http.listen=off")) {
        await().atMost(LONG).until(() -> get(ready).statusCode() == 200);
        infer.signal("TERM");
        assertThat(infer.waitFor(UNTIL_KILLED)).as(infer::toString).isZero();
        assertThat(infer.err()).contains("SIGTERM: stopping");
        broker.signal("TERM");
        assertThat(broker.waitFor(UNTIL_KILLED)).as(broker::toString).isZero();
      }
    }
  }

  @Test
  void aRoleThatWaitsForItsBrokerCanBeStopped() throws Exception {
    try (ProgramProcess infer = startInference(freePort(), freePort())) {
      await().atMost(LONG).until(() -> infer.err().contains("waiting for a broker at"));
      infer.signal("TERM");
      assertThat(infer.waitFor(UNTIL_KILLED)).as(infer::toString).isZero();
    }
  }

  @Test
  void itAnswersUnderTheNamesThatAreConfigured() throws Exception {
    int httpPort = freePort();
    try (ProgramProcess infer =
        startInference(freePort(), httpPort, "--set=http.allowed-hosts=edge-box.local")) {
      await().atMost(LONG).until(() -> infer.err().contains("waiting for a broker at"));
      assertThat(answer(httpPort, "edge-box.local")).startsWith("HTTP/1.1 200");
      assertThat(answer(httpPort, "other-box.local")).startsWith("HTTP/1.1 403");
    }
  }

  @Test
  void theErrorThatEndsAProgramIsALineOfItsJsonLog() throws Exception {
    ProgramProcess program =
        ProgramProcess.run(home, Map.of(), "infer", "--log=json", "--set=infer.max-batch=0");
    assertThat(program.exitCode()).as(program::toString).isEqualTo(2);
    assertThat(program.out()).isEmpty();
    assertThat(program.err().lines()).isNotEmpty();
    for (String line : program.err().lines().toList()) {
      assertThat(new ObjectMapper().readTree(line).path("message").asText())
          .contains("infer.max-batch");
    }
  }

  private ProgramProcess startInference(int brokerPort, int httpPort, String... options) {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(
        0,
        List.of(
            "infer",
            "--kafka=127.0.0.1:" + brokerPort,
            "--set=infer.model=studio",
            "--set=http.listen=" + httpPort));
    return ProgramProcess.start(home, Map.of(), arguments.toArray(String[]::new));
  }

  /** Of its health, asked under this name for the machine. */
  private static String answer(int httpPort, String host) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), httpPort)) {
      socket
          .getOutputStream()
          .write(
              "GET /healthz HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                  .formatted(host)
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private HttpResponse<String> get(URI address) throws Exception {
    return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> get(ProgramProcess program, String path) throws Exception {
    Matcher url = URL.matcher(program.out());
    assertThat(url.find()).as(program::toString).isTrue();
    try {
      return client.send(
          HttpRequest.newBuilder(URI.create(url.group(1) + path)).build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(program.toString(), e);
    }
  }
}
