package io.gazeshift.common.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.UserError;
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
        HttpServer.start("http.listen", everywhere, HELLO, List.of("edge-box.local"))) {
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
            List.of("gaze.example"))) {
      assertThat(status(server, "localhost:1")).isEqualTo(200);
      assertThat(status(server, "gaze.example")).isEqualTo(200);
      assertThat(status(server, "192.0.2.7")).isEqualTo(403);
    }
    awaitNoThreads();
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
