package io.gazeshift.common.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/** A whole answer, small enough to be held in memory. Its body must not be changed. */
@SuppressWarnings("ArrayRecordComponent") // Sent once, never compared.
public record Answer(int status, String type, byte[] body) {

  public Answer(int status, String type, String body) {
    this(status, type, body.getBytes(UTF_8));
  }

  public static Answer text(int status, String body) {
    return new Answer(status, "text/plain; charset=utf-8", body);
  }

  public static Answer html(String body) {
    return new Answer(200, "text/html; charset=utf-8", body);
  }

  /** What is wrong with a request, for programs. */
  public static Answer problem(int status, String text) {
    return json(status, JsonNodeFactory.instance.objectNode().put("problem", text) + "\n");
  }

  /** A JSON document, written out. */
  public static Answer json(int status, String body) {
    return new Answer(status, "application/json", body);
  }
}
