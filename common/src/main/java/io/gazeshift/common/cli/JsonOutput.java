package io.gazeshift.common.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A command's machine-readable result: one JSON object on standard output. */
public final class JsonOutput {

  private static final JsonMapper JSON = new JsonMapper();

  private JsonOutput() {}

  public static ObjectNode object() {
    return JSON.createObjectNode();
  }

  public static void print(Console console, ObjectNode answer) {
    console.out().println(answer.toPrettyString());
    console.out().flush();
  }
}
