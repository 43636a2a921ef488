package io.gazeshift.common.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.eclipse.jetty.websocket.server.WebSocketCreator;

/** One request and its answer. For one thread. */
public final class Exchange {

  private static final Duration BODY_WITHIN = Duration.ofSeconds(5);
  private static final Duration ANSWER_TAKEN_WITHIN = Duration.ofSeconds(10);

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final URI uri;
  private final Deadlines deadlines;
  private final ServerWebSocketContainer webSockets;
  private boolean answered;
  private boolean streaming;
  private boolean open;

  Exchange(
      Request request,
      Response response,
      Callback callback,
      URI uri,
      Deadlines deadlines,
      ServerWebSocketContainer webSockets) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.uri = uri;
    this.deadlines = deadlines;
    this.webSockets = webSockets;
  }

  public String method() {
    return request.getMethod();
  }

  /** The requested address; its host means nothing. */
  public URI uri() {
    return uri;
  }

  /** The path as it was sent: neither decoded nor normalised. */
  public String path() {
    return uri.getRawPath();
  }

  /** The first header of that name, or null. */
  public String header(String name) {
    return request.getHeaders().get(name);
  }

  /** Whether the client asks for a web socket instead of an answer. */
  public boolean wantsWebSocket() {
    return "websocket".equalsIgnoreCase(header("Upgrade"));
  }

  /** The protocols that a client which wants a web socket could speak on it, best first. */
  public List<String> webSocketProtocols() {
    return request.getHeaders().getCSV(HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL, false);
  }

  /** Where the request came from. */
  public InetAddress client() {
    return ((InetSocketAddress) request.getConnectionMetaData().getRemoteSocketAddress())
        .getAddress();
  }

  /**
   * The body, cut off at a number of bytes.
   *
   * @throws IOException if the client does not send it in time
   */
  public byte[] body(int mostBytes) throws IOException {
    deadlines.set(connection(), BODY_WITHIN);
    try (InputStream in = Content.Source.asInputStream(request)) {
      return in.readNBytes(mostBytes);
    } finally {
      deadlines.clear(connection());
    }
  }

  /** Takes effect if nothing was sent yet. */
  public void setHeader(String name, String value) {
    response.getHeaders().put(name, value);
  }

  /** Sends a whole answer, without waiting for the client to take it. */
  public void send(Answer answer) {
    begin(answer.status(), answer.type());
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.body().length);
    deadlines.set(connection(), ANSWER_TAKEN_WITHIN);
    response.write(true, ByteBuffer.wrap(answer.body()), callback);
  }

  /**
   * Begins an answer without an end. Every write is sent at once; it fails when the client has gone
   * or takes nothing for a while. The answer ends with the route.
   */
  public OutputStream stream(String type) {
    begin(200, type);
    // Said explicitly: with "Connection: close" the end of the connection would do.
    response.getHeaders().put(HttpHeader.TRANSFER_ENCODING, "chunked");
    streaming = true;
    return Content.Sink.asOutputStream(response);
  }

  /** Begins an answer that goes on after the route has returned. */
  public MessageChannel open(String type) {
    begin(200, type);
    response.getHeaders().put(HttpHeader.TRANSFER_ENCODING, "chunked");
    open = true;
    return new OpenAnswer(request, response, callback);
  }

  /**
   * Turns the connection into a web socket, which goes on after the route has returned. What the
   * client sends there is ignored; if it is large, the client is hung up on.
   *
   * @param protocol what is spoken, for clients that name it among theirs
   * @param opened is told, on another thread, when messages can be sent
   */
  public void openWebSocket(String protocol, Consumer<WebSocketChannel> opened) {
    WebSocketCreator socket =
        (offered, accepted, unused) -> {
          if (offered.getSubProtocols().contains(protocol)) {
            accepted.setAcceptedSubProtocol(protocol);
          }
          // Compression costs time and memory for every client.
          accepted.setExtensions(List.of());
          keepOpen(connection());
          return new OpenSocket(opened);
        };
    if (webSockets.upgrade(socket, request, response, callback)) {
      answered = true;
      open = true;
    } else {
      send(Answer.problem(400, "not a request for a web socket of version 13 (RFC 6455)"));
    }
  }

  /**
   * Otherwise Jetty adds "close" to what the answer says of the connection, since a connection
   * carries one request; common clients then reject the answer.
   */
  private static void keepOpen(Connection connection) {
    if (connection instanceof HttpConnection http) {
      http.getGenerator().setPersistent(true);
    }
  }

  private void begin(int status, String type) {
    if (answered) {
      throw new IllegalStateException("a request is answered once");
    }
    answered = true;
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
  }

  private Connection connection() {
    return request.getConnectionMetaData().getConnection();
  }

  /** After the route has returned. */
  void end() {
    if (open) {
      return;
    }
    if (streaming) {
      callback.succeeded();
    } else if (!answered) {
      throw new IllegalStateException("the route at %s gave no answer".formatted(path()));
    }
  }

  /** After the route has failed; the status is for a client that has no answer yet. */
  void fail(int status, Throwable failure) {
    if (streaming || open) {
      callback.failed(failure);
    } else if (!answered) {
      send(Answer.text(status, "the request failed\n"));
    }
  }
}
