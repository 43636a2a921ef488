package io.gazeshift.common.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.util.Optional;
import java.util.Set;

/**
 * Rejects requests that other web sites make through a local browser, directly (cross-site
 * requests) or through a host name of theirs that resolves to this machine (DNS rebinding).
 */
public final class VisitorCheck {

  private static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  private final boolean localOnly;

  private VisitorCheck(boolean localOnly) {
    this.localOnly = localOnly;
  }

  /** One that listens for this machine only answers to its local names only. */
  public static VisitorCheck of(HttpServer server) {
    return new VisitorCheck(server.getAddress().getAddress().isLoopbackAddress());
  }

  /** Why this one gets no answer, if so. */
  public Optional<String> rejection(HttpExchange exchange) {
    String site = exchange.getRequestHeaders().getFirst("Sec-Fetch-Site");
    if (site != null && site.equals("cross-site")) {
      return Optional.of("requests from other sites are not allowed\n");
    }
    String host = exchange.getRequestHeaders().getFirst("Host");
    if (localOnly && (host == null || !LOCAL_NAMES.contains(host.replaceFirst(":\\d+$", "")))) {
      return Optional.of("use localhost as the host name\n");
    }
    String origin = exchange.getRequestHeaders().getFirst("Origin");
    if (origin != null && !origin.replaceFirst("^https?://", "").equalsIgnoreCase(host)) {
      return Optional.of("requests from other origins are not allowed\n");
    }
    return Optional.empty();
  }
}
