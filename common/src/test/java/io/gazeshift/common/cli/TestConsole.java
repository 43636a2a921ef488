package io.gazeshift.common.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** A console whose output can be read. */
final class TestConsole {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Console console;

  private TestConsole(boolean terminal, int width, Map<String, String> environment) {
    console = new Console(new PrintWriter(out), new PrintWriter(err), terminal, width, environment);
  }

  static TestConsole terminal(int width) {
    return new TestConsole(true, width, Map.of());
  }

  static TestConsole terminal(Map<String, String> environment) {
    return new TestConsole(true, 80, environment);
  }

  static TestConsole pipe() {
    return new TestConsole(false, 80, Map.of());
  }

  Console console() {
    return console;
  }

  String out() {
    console.out().flush();
    return out.toString();
  }

  String err() {
    console.err().flush();
    return err.toString();
  }
}
