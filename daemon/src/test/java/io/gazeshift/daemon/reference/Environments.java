package io.gazeshift.daemon.reference;

import java.util.Map;

/** The environment that the pages are written for, so that they are the same on every machine. */
final class Environments {

  static final Map<String, String> DOCUMENTED = Map.of("HOME", "/home/you", "HOSTNAME", "host-1");

  private Environments() {}
}
