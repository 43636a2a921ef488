package io.gazeshift.daemon.cli.support;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.daemon.config.GazeshiftConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The port of the page for commands that are nothing without it. A daemon whose default port is
 * taken goes without a page; these commands move to another port.
 */
public final class PagePort {

  private static final int ANY = 0;

  private PagePort() {}

  /** What to set {@code http.listen} to; empty where it is configured or its default is free. */
  public static Optional<Integer> insteadOfTaken(EffectiveConfig configured) {
    return insteadOfTaken(configured, PagePort::isTaken);
  }

  static Optional<Integer> insteadOfTaken(EffectiveConfig configured, IntPredicate taken) {
    if (!configured.origin("http.listen").equals("default")) {
      return Optional.empty();
    }
    return GazeshiftConfig.from(configured)
        .http()
        .listen()
        .filter(address -> taken.test(address.port()))
        .map(address -> ANY);
  }

  static boolean isTaken(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return !probe.isBound();
    } catch (IOException e) {
      return true;
    }
  }
}
