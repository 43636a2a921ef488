package io.gazeshift.common.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** One request and its answer. For one thread. */
public final class Exchange {

  private static final Duration BODY_WITHIN = Duration.ofSeconds(5);
  private static final Duration ANSWER_TAKEN_WITHIN = Duration.ofSeconds(10);

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final URI uri;
  private final Deadlines deadlines;
  private boolean answered;
  private boolean streaming;
  private boolean open;

  Exchange(Request request, Response response, Callback callback, URI uri, Deadlines deadlines) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.uri = uri;
    this.deadlines = deadlines;
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
