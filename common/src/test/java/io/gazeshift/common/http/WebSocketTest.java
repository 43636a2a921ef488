package io.gazeshift.common.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Web sockets over a real server, read by the JDK's client. */
class WebSocketTest {

  private static final String ALLOWED = "https://lab.example";

  private final List<WebSocketChannel> opened = new CopyOnWriteArrayList<>();
  private final HttpServer server =
      HttpServer.start(
          "http.listen",
          new ListenAddress(Optional.empty(), 0),
          exchange -> exchange.openWebSocket("gazeshift", opened::add),
          new VisitorRules(List.of(), List.of(ALLOWED)));

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void messagesArriveInTheirOrderAndPingsAreAnswered() throws Exception {
    Client client = Client.of(server, Optional.empty());
    WebSocketChannel channel = channel();
    assertThat(done(told -> channel.send(List.of("one", "two", "three"), told))).isTrue();
    assertThat(done(channel::ping)).isTrue();
    assertThat(done(told -> channel.send(List.of("four"), told))).isTrue();

    await().until(() -> client.got.size() == 5);
    assertThat(client.got)
        .filteredOn(text -> !text.equals("ping"))
        .containsExactly("one", "two", "three", "four");
    assertThat(client.got).contains("ping");
  }

  @Test
  void aMessageOfAnySizeArrivesWhole() throws Exception {
    Client client = Client.of(server, Optional.empty());
    WebSocketChannel channel = channel();
    String large = "x".repeat(300_000);
    assertThat(done(told -> channel.send(List.of(large), told))).isTrue();
    await().until(() -> client.got.contains(large));
  }

  @Test
  void theServerSaysWhyItCloses() throws Exception {
    Client client = Client.of(server, Optional.empty());
    channel().close(WebSocketChannel.GOING_AWAY, "the server is stopping");
    await().until(() -> client.got.contains("close 1001 the server is stopping"));
    assertThat(done(told -> channel().send(List.of("late"), told))).isFalse();
    assertThat(done(channel()::ping)).isFalse();
  }

  @Test
  void aClientThatSendsMuchIsHungUpOnAndASmallMessageIsIgnored() throws Exception {
    Client client = Client.of(server, Optional.empty());
    client.socket.sendText("hello", true).get(10, TimeUnit.SECONDS);
    client.socket.sendBinary(ByteBuffer.wrap(new byte[8]), true).get(10, TimeUnit.SECONDS);
    assertThat(done(told -> channel().send(List.of("still here"), told))).isTrue();
    await().until(() -> client.got.contains("still here"));

    client.socket.sendText("x".repeat(1025), true).get(10, TimeUnit.SECONDS);
    await().until(() -> client.got.stream().anyMatch(text -> text.startsWith("close 1009")));
  }

  @Test
  void aClientThatHasGoneIsNoticed() throws Exception {
    Client client = Client.of(server, Optional.empty());
    WebSocketChannel channel = channel();
    client.socket.abort();
    await().until(() -> !done(told -> channel.send(List.of("x".repeat(1000)), told)));
  }

  @Test
  void aSilentSocketOutlivesTheLimitsOfRequests() throws Exception {
    Client client = Client.of(server, Optional.empty());
    WebSocketChannel channel = channel();
    // A request must be sent, and a connection of one be used, within five seconds.
    await()
        .pollDelay(Duration.ofSeconds(6))
        .until(() -> done(told -> channel.send(List.of("later"), told)));
    await().until(() -> client.got.equals(List.of("later")));
  }

  @Test
  void aServerThatStopsWaitsForNoClient() throws Exception {
    try (Socket stuck = new Socket(InetAddress.getLoopbackAddress(), port())) {
      stuck.setReceiveBufferSize(4096);
      stuck.getOutputStream().write(handshake("localhost").getBytes(US_ASCII));
      WebSocketChannel channel = channel();
      CompletableFuture<Boolean> told = new CompletableFuture<>();
      channel.send(List.of("x".repeat(50_000_000)), told::complete);
      channel.close(WebSocketChannel.GOING_AWAY, "the server is stopping");
      assertThat(told).isNotDone();
      server.close();
      assertThat(told.get(10, TimeUnit.SECONDS)).isFalse();
    }
  }

  @Test
  void pagesOfOtherSitesAndUnknownNamesOfThisMachineAreRejected() throws Exception {
    assertThat(statusFor("https://evil.example")).isEqualTo(403);
    assertThat(statusFor("null")).isEqualTo(403);
    assertThat(statusFor(ALLOWED)).as("of another path than the shared ones").isEqualTo(403);
    assertThat(firstLine(handshake("attacker.example"))).startsWith("HTTP/1.1 403");
    assertThat(opened).isEmpty();

    assertThat(firstLine(handshake("localhost"))).startsWith("HTTP/1.1 101");
    Client.at(server, VisitorRules.SHARED_PATH + "stream", Optional.of(ALLOWED));
    Client.of(server, Optional.of(server.url().replaceFirst("/$", "")));
    await().until(() -> opened.size() == 3);
  }

  @Test
  void whatIsNoHandshakeIsRejected() throws Exception {
    assertThat(firstLine("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")).startsWith("HTTP/1.1 400");
    assertThat(firstLine(handshake("localhost").replace("Version: 13", "Version: 8")))
        .startsWith("HTTP/1.1 400");
    assertThat(firstLine(handshake("localhost").replaceFirst("Sec-WebSocket-Key: \\S+\r\n", "")))
        .startsWith("HTTP/1.1 400");
  }

  private int statusFor(String origin) {
    return Client.failure(Client.connect(server, "/", Optional.of(origin)));
  }

  private int port() {
    return URI.create(server.url()).getPort();
  }

  private static String handshake(String host) {
    return """
    GET / HTTP/1.1\r
    Host: %s\r
    Upgrade: websocket\r
    Connection: Upgrade\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    Sec-WebSocket-Version: 13\r
    \r
    """
        .formatted(host);
  }

  private String firstLine(String request) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      return new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))
          .readLine();
    }
  }

  private WebSocketChannel channel() {
    await().until(() -> !opened.isEmpty());
    return opened.get(0);
  }

  private static boolean done(
      java.util.function.Consumer<java.util.function.Consumer<Boolean>> call) throws Exception {
    CompletableFuture<Boolean> told = new CompletableFuture<>();
    call.accept(told::complete);
    return told.get(10, TimeUnit.SECONDS);
  }

  /** Collects what it gets. */
  private static final class Client implements WebSocket.Listener {

    final List<String> got = new CopyOnWriteArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private WebSocket socket;

    static Client of(HttpServer server, Optional<String> origin) throws Exception {
      return at(server, "/", origin);
    }

    static Client at(HttpServer server, String path, Optional<String> origin) throws Exception {
      Client client = new Client();
      client.socket = connect(server, path, origin, client).get(10, TimeUnit.SECONDS);
      return client;
    }

    static CompletableFuture<WebSocket> connect(
        HttpServer server, String path, Optional<String> origin) {
      return connect(server, path, origin, new Client());
    }

    private static CompletableFuture<WebSocket> connect(
        HttpServer server, String path, Optional<String> origin, Client client) {
      WebSocket.Builder builder = HttpClient.newHttpClient().newWebSocketBuilder();
      origin.ifPresent(site -> builder.header("Origin", site));
      return builder.buildAsync(
          URI.create(server.url().replaceFirst("http", "ws")).resolve(path), client);
    }

    static int failure(CompletableFuture<WebSocket> connecting) {
      return connecting
          .handle(
              (socket, failure) ->
                  ((java.net.http.WebSocketHandshakeException) failure.getCause())
                      .getResponse()
                      .statusCode())
          .join();
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        got.add(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    @Override
    public CompletionStage<?> onPing(WebSocket from, ByteBuffer message) {
      got.add("ping");
      from.request(1);
      return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
      got.add("close " + code + " " + reason);
      return null;
    }
  }
}
