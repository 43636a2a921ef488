package io.gazeshift.common.http;

import java.net.InetAddress;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Keeps out other sites that are open in a browser, whether they request directly or under a name
 * of theirs that resolves to this machine (DNS rebinding). A request that names this machine by its
 * address cannot be such a one, so addresses are accepted; names must be known.
 */
final class VisitorCheck {

  private static final Set<String> LOCAL_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final Pattern ADDRESS = Pattern.compile("\\d+(\\.\\d+){3}|\\[[0-9a-f:.]+]");

  private final boolean localOnly;
  private final Set<String> names = new HashSet<>(LOCAL_NAMES);
  private final Set<String> origins;

  /**
   * @param listening a server that listens for this machine only accepts no other addresses
   */
  VisitorCheck(InetAddress listening, VisitorRules rules) {
    this.localOnly = listening.isLoopbackAddress();
    rules.hosts().forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
    this.origins = Set.copyOf(rules.origins());
  }

  /** The other web site that this request comes from, if it may read what it asks for. */
  Optional<String> allowedOrigin(Exchange exchange) {
    return Optional.ofNullable(exchange.header("Origin"))
        .filter(origins::contains)
        .filter(origin -> exchange.path().startsWith(VisitorRules.SHARED_PATH));
  }

  /** Why this request is rejected, if so. */
  Optional<String> rejection(Exchange exchange) {
    boolean allowed = allowedOrigin(exchange).isPresent();
    String site = exchange.header("Sec-Fetch-Site");
    if (site != null && site.equals("cross-site") && !allowed) {
      return Optional.of("requests from other sites are not allowed\n");
    }
    String host = exchange.header("Host");
    if (host == null || !isKnown(host.replaceFirst(":\\d+$", "").toLowerCase(Locale.ROOT))) {
      return Optional.of(
          localOnly
              ? "use localhost as the host name\n"
              : "unknown host name; use the machine's name or address (see http.allowed-hosts)\n");
    }
    String origin = exchange.header("Origin");
    if (origin != null
        && !allowed
        && !origin.replaceFirst("^https?://", "").equalsIgnoreCase(host)) {
      return Optional.of("requests from other origins are not allowed\n");
    }
    return Optional.empty();
  }

  private boolean isKnown(String host) {
    return names.contains(host) || (!localOnly && ADDRESS.matcher(host).matches());
  }
}
