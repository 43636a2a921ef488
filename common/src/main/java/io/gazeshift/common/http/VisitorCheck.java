package io.gazeshift.common.http;

import java.net.InetAddress;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps out other sites that are open in a browser of this machine, whether they request directly
 * or under a name of theirs that resolves to this machine.
 */
final class VisitorCheck {

  private static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  private final boolean localOnly;

  /** A server that listens for this machine only answers to local names only. */
  VisitorCheck(InetAddress listening) {
    this.localOnly = listening.isLoopbackAddress();
  }

  /** Why this request is rejected, if so. */
  Optional<String> rejection(Exchange exchange) {
    String site = exchange.header("Sec-Fetch-Site");
    if (site != null && site.equals("cross-site")) {
      return Optional.of("requests from other sites are not allowed\n");
    }
    String host = exchange.header("Host");
    if (localOnly && (host == null || !LOCAL_NAMES.contains(host.replaceFirst(":\\d+$", "")))) {
      return Optional.of("use localhost as the host name\n");
    }
    String origin = exchange.header("Origin");
    if (origin != null && !origin.replaceFirst("^https?://", "").equalsIgnoreCase(host)) {
      return Optional.of("requests from other origins are not allowed\n");
    }
    return Optional.empty();
  }
}
