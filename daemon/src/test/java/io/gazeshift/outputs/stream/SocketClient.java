package io.gazeshift.outputs.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A web socket that reads all it gets, by the JDK's client. */
final class SocketClient implements AutoCloseable {

  private static final Duration LONG = Duration.ofSeconds(30);

  private final Received received = new Received();
  private WebSocket socket;

  private SocketClient() {}

  static SocketClient connect(URI address, Map<String, String> headers, List<String> protocols)
      throws Exception {
    SocketClient client = new SocketClient();
    client.socket =
        connecting(address, headers, protocols, client.received)
            .get(LONG.toSeconds(), TimeUnit.SECONDS);
    return client;
  }

  /** The status with which the server rejects such a client. */
  static int rejection(URI address, Map<String, String> headers, List<String> protocols)
      throws Exception {
    try {
      connecting(address, headers, protocols, new Received())
          .get(LONG.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof WebSocketHandshakeException rejected) {
        return rejected.getResponse().statusCode();
      }
      throw e;
    }
    return 101;
  }

  private static CompletableFuture<WebSocket> connecting(
      URI address, Map<String, String> headers, List<String> protocols, Received received) {
    WebSocket.Builder builder = HttpClient.newHttpClient().newWebSocketBuilder();
    headers.forEach(builder::header);
    if (!protocols.isEmpty()) {
      builder.subprotocols(
          protocols.get(0), protocols.subList(1, protocols.size()).toArray(new String[0]));
    }
    return builder.buildAsync(address, received);
  }

  List<JsonNode> messages() {
    return received.messages;
  }

  List<String> names() {
    return messages().stream().map(message -> message.get("event").asText()).toList();
  }

  List<String> ids() {
    return messages().stream()
        .flatMap(message -> Optional.ofNullable(message.get("id")).stream())
        .map(JsonNode::asText)
        .toList();
  }

  /** Of the last prediction; -1 if the last message is none. */
  long newestFrame() {
    return messages().get(messages().size() - 1).at("/data/frameSeq").asLong(-1);
  }

  void await(String name) {
    Awaitility.await().atMost(LONG).until(() -> names().contains(name));
  }

  /** What the server chose. */
  String protocol() {
    return socket.getSubprotocol();
  }

  /** The code and the reason; empty as long as it is open. */
  String closed() {
    return received.closed;
  }

  @Override
  public void close() {
    socket.abort();
  }

  private static final class Received implements WebSocket.Listener {

    final List<JsonNode> messages = new CopyOnWriteArrayList<>();
    volatile String closed = "";
    private final ObjectMapper mapper = new ObjectMapper();
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        try {
          messages.add(mapper.readTree(text.toString()));
        } catch (JsonProcessingException e) {
          throw new UncheckedIOException(e);
        }
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
      closed = code + " " + reason;
      return null;
    }
  }
}
