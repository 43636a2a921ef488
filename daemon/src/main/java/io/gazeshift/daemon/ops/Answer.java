package io.gazeshift.daemon.ops;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/** A whole answer, small enough to be held in memory. Nobody writes to its body. */
@SuppressWarnings("ArrayRecordComponent") // Sent once, never compared.
public record Answer(int status, String type, byte[] body) {

  public Answer(int status, String type, String body) {
    this(status, type, body.getBytes(UTF_8));
  }

  public static Answer text(int status, String body) {
    return new Answer(status, "text/plain; charset=utf-8", body);
  }

  /** A JSON document, written out. */
  public static Answer json(int status, String body) {
    return new Answer(status, "application/json", body);
  }

  public void send(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }
}
