package io.gazeshift.daemon.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.common.cli.Console;

/** A command's answer for programs: one JSON object on standard output. */
final class JsonAnswer {

  private static final JsonMapper JSON = new JsonMapper();

  private JsonAnswer() {}

  static ObjectNode object() {
    return JSON.createObjectNode();
  }

  static void print(Console console, ObjectNode answer) {
    console.out().println(answer.toPrettyString());
    console.out().flush();
  }
}
