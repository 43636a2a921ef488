package io.gazeshift.common.cli;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;

/** Log level and format of a command; log4j2.xml has the defaults. */
public final class CommandLogging {

  private CommandLogging() {}

  /** A command that answers a question: logs only warnings and errors, unless more is requested. */
  public static void apply(CommonOptions options) {
    apply(options, Level.WARN);
  }

  /** A role that runs for long tells what it does. */
  public static void applyToRole(CommonOptions options) {
    apply(options, Level.INFO);
  }

  /** Before the options are read: what is logged from now on is JSON. */
  static void useJson() {
    System.setProperty("gazeshift.log", LogFormat.json.name());
    Configurator.reconfigure();
  }

  private static void apply(CommonOptions options, Level usual) {
    if (options.verbose() || options.log() != LogFormat.text) {
      System.setProperty("gazeshift.trace", options.verbose() ? "full" : "none");
      System.setProperty("gazeshift.log", options.log().name());
      Configurator.reconfigure();
    }
    if (options.verbose()) {
      Configurator.setRootLevel(Level.INFO);
      Configurator.setLevel("org.apache.kafka", Level.INFO);
      Configurator.setLevel("ai.djl", Level.INFO);
      Configurator.setLevel("io.gazeshift", Level.DEBUG);
    } else {
      Configurator.setLevel("io.gazeshift", usual);
    }
  }
}
