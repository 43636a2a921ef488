package io.gazeshift.broker;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.Random;

/** Finds a port to listen on, or explains why the configured one cannot be used. */
final class Ports {

  /**
   * Below the range systems give to outgoing connections: a client that retries while the broker is
   * down could otherwise be given the broker's own port, and keep it from coming back.
   */
  private static final int FIRST = 20_000;

  private static final int COUNT = 12_000;
  private static final int TRIES = 200;

  private Ports() {}

  /** A port that is free now. */
  static int free(String address, Random random) {
    InetAddress bind = resolve(address);
    for (int i = 0; i < TRIES; i++) {
      int port = FIRST + random.nextInt(COUNT);
      if (bindProblem(bind, port) == null) {
        return port;
      }
    }
    throw new UserError(
        "broker.port: found no free port on %s between %d and %d; set one"
            .formatted(address, FIRST, FIRST + COUNT));
  }

  static boolean isFree(String address, int port) {
    return bindProblem(resolve(address), port) == null;
  }

  static void rejectUnusable(String address, int port) {
    IOException problem = bindProblem(resolve(address), port);
    if (problem == null) {
      return;
    }
    String reason = String.valueOf(problem.getMessage());
    if (reason.contains("in use")) {
      throw new UserError(
          ("broker.port: %d is in use on %s; stop the program that uses it, or set"
                  + " another port (0 picks a free one)")
              .formatted(port, address),
          problem);
    }
    if (reason.contains("assign requested address")) {
      throw new UserError(
          ("broker.bind: %s is not an address of this machine; use 127.0.0.1 or one of"
                  + " its addresses")
              .formatted(address),
          problem);
    }
    throw new UserError(
        "broker.port: cannot listen on %s:%d (%s); set another port (0 picks a free one)"
            .formatted(address, port, reason),
        problem);
  }

  private static InetAddress resolve(String address) {
    try {
      return InetAddress.getByName(address);
    } catch (UnknownHostException e) {
      throw new UserError(
          "broker.bind: unknown host %s; use 127.0.0.1 or an address of this machine"
              .formatted(address),
          e);
    }
  }

  private static IOException bindProblem(InetAddress address, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      // As Kafka does: connections of a former broker that still fade away do not count.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, port));
      return null;
    } catch (IOException e) {
      return e;
    }
  }
}
