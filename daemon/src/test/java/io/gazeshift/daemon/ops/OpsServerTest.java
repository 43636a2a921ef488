package io.gazeshift.daemon.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.UserError;
import io.gazeshift.common.http.Answer;
import io.gazeshift.common.http.HttpServer;
import io.gazeshift.common.http.ListenAddress;
import io.gazeshift.common.http.Route;
import io.gazeshift.common.http.Routes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpsServerTest {

  private static final ListenAddress ANY_PORT = new ListenAddress(Optional.empty(), 0);

  private final Health health = new Health();
  private final HttpServer server =
      HttpServer.start(
          "http.listen",
          ANY_PORT,
          new Routes(
              Map.of(
                  "/readyz", Route.page(health::readiness),
                  "/healthz", Route.page(health::aliveness),
                  "/large", Route.page(() -> Answer.text(200, "x".repeat(64 << 20))))));
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void readinessSaysWhatIsMissing() throws Exception {
    health.ready("broker", Optional::empty);
    health.ready("heads", () -> Optional.of("not read to the end"));
    HttpResponse<String> waiting = get("readyz");
    assertThat(waiting.statusCode()).isEqualTo(503);
    assertThat(waiting.body())
        .isEqualToIgnoringNewLines(
            "{\"status\":\"not ready\",\"checks\":{\"broker\":{\"ok\":true},"
                + "\"heads\":{\"ok\":false,\"reason\":\"not read to the end\"}}}");

    health.ready("heads", Optional::empty);
    assertThat(get("readyz").statusCode()).isEqualTo(200);
  }

  @Test
  void whatIsNotReadyIsAlive() throws Exception {
    health.ready("broker", () -> Optional.of("away"));
    assertThat(get("healthz").statusCode()).isEqualTo(200);
    assertThat(get("healthz").body()).contains("alive");
  }

  @Test
  void whatCannotGoOnIsNotAliveAndSaysWhy() throws Exception {
    health.ready("broker", Optional::empty);
    health.alive("roles", () -> Optional.of("inference stopped"));
    HttpResponse<String> failed = get("healthz");
    assertThat(failed.statusCode()).isEqualTo(503);
    assertThat(failed.body())
        .isEqualToIgnoringNewLines(
            "{\"status\":\"failed\",\"checks\":{"
                + "\"roles\":{\"ok\":false,\"reason\":\"inference stopped\"}}}");
    assertThat(get("readyz").statusCode()).isEqualTo(200);
  }

  @Test
  void onlyWhatIsThereCanBeLookedAtAndOnlyLookedAt() throws Exception {
    assertThat(get("elsewhere").statusCode()).isEqualTo(404);
    assertThat(get("healthz/below").statusCode()).isEqualTo(404);
    HttpRequest post =
        HttpRequest.newBuilder(URI.create(server.url() + "healthz"))
            .POST(BodyPublishers.ofString("x"))
            .build();
    assertThat(client.send(post, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
    HttpRequest head =
        HttpRequest.newBuilder(URI.create(server.url() + "healthz"))
            .method("HEAD", BodyPublishers.noBody())
            .build();
    assertThat(client.send(head, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /elsewhere HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx",
        "POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\nx"
      })
  void aClientIsToldThatTheConnectionEndsWithItsAnswer(String request) throws Exception {
    int port = URI.create(server.url()).getPort();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      StringBuilder head = new StringBuilder();
      int next;
      while (head.indexOf("\r\n\r\n") < 0 && (next = socket.getInputStream().read()) >= 0) {
        head.append((char) next);
      }
      assertThat(head.toString()).containsIgnoringCase("\r\nConnection: close\r\n");
    }
  }

  @Test
  void anotherSitesNameForThisMachineGetsNoAnswer() throws Exception {
    int port = URI.create(server.url()).getPort();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write(
              "GET /healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(answer).startsWith("HTTP/1.1 403");
    }
  }

  @Test
  void clientsThatDoNotTakeTheirAnswersDoNotLockOutTheOthers() throws Exception {
    List<Socket> stuck = new ArrayList<>();
    try {
      for (int i = 0; i < 8; i++) {
        stuck.add(askAndDoNotRead("/large"));
      }
      await().atMost(Duration.ofSeconds(60)).until(() -> get("healthz").statusCode() == 200);
    } finally {
      for (Socket socket : stuck) {
        socket.close();
      }
    }
  }

  @Test
  void aTakenPortIsToldByTheSettingsName() {
    ListenAddress taken = new ListenAddress(Optional.empty(), URI.create(server.url()).getPort());
    assertThatThrownBy(() -> HttpServer.start("http.listen", taken, new Routes(Map.of())))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("http.listen: cannot listen on port");
  }

  private Socket askAndDoNotRead(String path) throws IOException {
    Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), URI.create(server.url()).getPort());
    socket
        .getOutputStream()
        .write(
            "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
                .formatted(path)
                .getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(server.url() + path)).build(), BodyHandlers.ofString());
  }
}
