package io.gazeshift.common.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.UserError;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HttpServerTest {

  private static final Route HELLO = exchange -> exchange.send(Answer.text(200, "hello"));

  @Test
  void aServerThatCannotListenLeavesNoThreadAndTheNextOneServes() throws Exception {
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = taken.getLocalPort();
      assertThatThrownBy(() -> start(port))
          .isInstanceOf(UserError.class)
          .hasMessageContaining("http.listen: cannot listen on")
          .hasMessageContaining("choose another port");
      assertThat(threads()).isEmpty();
    }
    try (HttpServer server = start(port)) {
      assertThat(get(server)).startsWith("hello");
    }
    awaitNoThreads();
  }

  @Test
  void anAddressOfAnotherMachineIsRejectedAndLeavesNoThread() {
    // From a block that is reserved for documentation (RFC 5737).
    ListenAddress elsewhere = new ListenAddress(Optional.of("192.0.2.1"), 0);
    assertThatThrownBy(() -> HttpServer.start("http.listen", elsewhere, HELLO))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("cannot listen on 192.0.2.1:0");
    assertThat(threads()).isEmpty();
  }

  @Test
  void aServerForOtherMachinesRejectsNamesThatItDoesNotKnow() throws Exception {
    ListenAddress everywhere = new ListenAddress(Optional.of("0.0.0.0"), 0);
    try (HttpServer server =
        HttpServer.start(
            "http.listen",
            everywhere,
            HELLO,
            new VisitorRules(List.of("edge-box.local"), List.of()))) {
      assertThat(status(server, "attacker.example")).isEqualTo(403);
      assertThat(status(server, "attacker.example:9464")).isEqualTo(403);
      assertThat(status(server, "127.0.0.1.attacker.example")).isEqualTo(403);
      for (String known :
          List.of(
              "edge-box.local", "Edge-Box.local:9464", "192.0.2.7:9464", "[2001:db8::7]:9464")) {
        assertThat(status(server, known)).as(known).isEqualTo(200);
      }
      assertThat(status(server, "localhost")).isEqualTo(200);
    }
    awaitNoThreads();
  }

  @Test
  void aServerForThisMachineAnswersToLocalNamesAndThoseThatAreAllowed() throws Exception {
    try (HttpServer server =
        HttpServer.start(
            "http.listen",
            new ListenAddress(Optional.empty(), 0),
            HELLO,
            new VisitorRules(List.of("gaze.example"), List.of()))) {
      assertThat(status(server, "localhost:1")).isEqualTo(200);
      assertThat(status(server, "gaze.example")).isEqualTo(200);
      assertThat(status(server, "192.0.2.7")).isEqualTo(403);
    }
    awaitNoThreads();
  }

  @Test
  void pagesOfOtherSitesReadOnlyWhatIsSharedAndOnlyIfTheyAreAllowed() throws Exception {
    try (HttpServer server =
        HttpServer.start(
            "http.listen",
            new ListenAddress(Optional.empty(), 0),
            HELLO,
            new VisitorRules(List.of(), List.of("https://lab.example")))) {
      String allowed = ask(server, "GET /api/v1/stream", "https://lab.example");
      assertThat(allowed)
          .startsWith("HTTP/1.1 200")
          .contains("Access-Control-Allow-Origin: https://lab.example")
          .contains("Cross-Origin-Resource-Policy: cross-origin")
          .endsWith("hello");
      assertThat(ask(server, "OPTIONS /api/v1/stream", "https://lab.example"))
          .startsWith("HTTP/1.1 200")
          .contains("Access-Control-Allow-Headers: Authorization")
          .doesNotContain("hello");
      assertThat(ask(server, "GET /api/live", "https://lab.example")).startsWith("HTTP/1.1 403");
      assertThat(ask(server, "GET /api/v1/stream", "https://lab.example.evil"))
          .startsWith("HTTP/1.1 403")
          .doesNotContain("Access-Control");
      assertThat(ask(server, "OPTIONS /api/v1/stream", "null")).startsWith("HTTP/1.1 403");
    }
    awaitNoThreads();
  }

  @Test
  void anOpenAnswerGoesOnAfterItsRouteAndEndsWithItsClient() throws Exception {
    AtomicReference<MessageChannel> opened = new AtomicReference<>();
    try (HttpServer server =
        HttpServer.start(
            "http.listen",
            new ListenAddress(Optional.empty(), 0),
            exchange -> opened.set(exchange.open("text/event-stream")))) {
      int port = URI.create(server.url()).getPort();
      try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
        client
            .getOutputStream()
            .write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
        await().until(() -> opened.get() != null);
        assertThat(send(opened.get(), "one\n")).isTrue();
        assertThat(send(opened.get(), "two\n")).isTrue();
        BufferedReader answer =
            new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII));
        assertThat(answer.lines().filter(line -> line.matches("one|two")).limit(2))
            .containsExactly("one", "two");
      }
      await().atMost(Duration.ofSeconds(20)).until(() -> !send(opened.get(), "gone\n"));
    }
    awaitNoThreads();
  }

  private static boolean send(MessageChannel channel, String text) throws Exception {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    channel.send(text.getBytes(US_ASCII), done::complete);
    return done.get(10, TimeUnit.SECONDS);
  }

  private static String ask(HttpServer server, String line, String origin) throws Exception {
    int port = URI.create(server.url()).getPort();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String request =
          "%s HTTP/1.1\r\nHost: localhost\r\nOrigin: %s\r\nSec-Fetch-Site: cross-site\r\n\r\n"
              .formatted(line, origin);
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }

  private static int status(HttpServer server, String host) throws Exception {
    int port = URI.create(server.url()).getPort();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: %s\r\n\r\n".formatted(host).getBytes(US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
      return Integer.parseInt(answer.substring(9, 12));
    }
  }

  private static HttpServer start(int port) {
    return HttpServer.start("http.listen", new ListenAddress(Optional.empty(), port), HELLO);
  }

  private static String get(HttpServer server) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(server.url())).build(), BodyHandlers.ofString())
        .body();
  }

  private static void awaitNoThreads() {
    await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(threads()).isEmpty());
  }

  /** Those of servers, not of clients. */
  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.matches("http-(\\d+|timer).*"))
        .toList();
  }
}
