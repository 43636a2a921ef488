package io.gazeshift.common.http;

import io.gazeshift.common.config.ValueType;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address on which a server listens.
 *
 * @param host none: on the loopback interface only
 * @param port 0: any that is free
 */
public record ListenAddress(Optional<String> host, int port) {

  private static final String OFF = "off";
  private static final Pattern TEXT =
      Pattern.compile("((?<host>[^\\s,:/\\[\\]]+|\\[[^\\s\\]]+]):)?(?<port>\\d{1,5})");

  /** {@code off}, a port, or a host and a port. */
  public static ValueType<Optional<ListenAddress>> orOff() {
    return new ValueType<>(
        "off, a port (for this machine only), or host:port",
        false,
        text -> {
          Optional<ListenAddress> address = parse(text);
          return text.equals(OFF) || address.isPresent() ? Optional.of(address) : Optional.empty();
        });
  }

  private static Optional<ListenAddress> parse(String text) {
    Matcher match = TEXT.matcher(text);
    if (!match.matches() || Integer.parseInt(match.group("port")) > 65_535) {
      return Optional.empty();
    }
    return Optional.of(
        new ListenAddress(
            Optional.ofNullable(match.group("host")), Integer.parseInt(match.group("port"))));
  }

  /** What the host stands for; without one, this machine only. */
  public InetAddress inetAddress() throws UnknownHostException {
    return host.isPresent() ? InetAddress.getByName(host.get()) : InetAddress.getLoopbackAddress();
  }

  @Override
  public String toString() {
    return host.map(name -> name + ":" + port).orElse("port " + port);
  }
}
