package io.gazeshift.daemon.cli;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;

/** How much a command logs. The configuration file holds the usual levels. */
final class Logging {

  private Logging() {}

  /** Everything of ours, and what the libraries have to say. */
  static void verbose() {
    Configurator.setRootLevel(Level.INFO);
    Configurator.setLevel("org.apache.kafka", Level.INFO);
    Configurator.setLevel("ai.djl", Level.INFO);
    Configurator.setLevel("io.gazeshift", Level.DEBUG);
  }

  /** Only what needs somebody: a status line is on the screen. */
  static void quiet() {
    Configurator.setLevel("io.gazeshift", Level.WARN);
  }
}
