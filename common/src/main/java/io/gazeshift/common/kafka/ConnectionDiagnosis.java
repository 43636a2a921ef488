package io.gazeshift.common.kafka;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.Secrets;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;

/**
 * Explains in one line why a cluster cannot be used. Kafka's clients retry silently and then report
 * a timeout whatever the cause, so this class checks the network itself.
 */
final class ConnectionDiagnosis {

  private static final Duration PROBE = Duration.ofSeconds(1);
  private static final Pattern QUOTED = Pattern.compile("\"([^\"]{3,})\"");

  private final String bootstrap;
  private final Map<String, String> properties;

  ConnectionDiagnosis(String bootstrap, Map<String, String> properties) {
    this.bootstrap = bootstrap;
    this.properties = properties;
  }

  /** A client that could not even be made: a host without address, or a bad property. */
  UserError ofClient(Exception failure, Duration patience) {
    if (addresses().allMatch(InetSocketAddress::isUnresolved)) {
      return noAnswer(patience, failure);
    }
    return ofProperties(failure);
  }

  /** Properties that no client takes. */
  UserError ofProperties(Exception failure) {
    return UserError.usage(redacted("kafka.properties: " + rootReason(failure)));
  }

  /** A client that got no answer, or a rejection. */
  UserError ofCall(Throwable failure, Duration patience) {
    if (failure instanceof SslAuthenticationException) {
      return error(
          "kafka.bootstrap: TLS with %s failed (%s); check kafka.properties.ssl.* and"
                  .formatted(bootstrap, rootReason(failure))
              + " kafka.properties.security.protocol",
          failure);
    }
    if (failure instanceof SaslAuthenticationException) {
      return error(
          "kafka.bootstrap: %s rejects the credentials (%s); check kafka.properties.sasl.*"
              .formatted(bootstrap, rootReason(failure)),
          failure);
    }
    return noAnswer(patience, failure);
  }

  private UserError noAnswer(Duration patience, Throwable failure) {
    String reasons = addresses().map(this::probe).distinct().collect(Collectors.joining("; "));
    return new NoAnswerException(
        error(
            "kafka.bootstrap: no broker answered at %s within %s s (%s);"
                    .formatted(bootstrap, seconds(patience), reasons)
                + " start one, or leave kafka.bootstrap empty to use the embedded broker",
            failure),
        reasons);
  }

  /** Whether one of the addresses accepts connections, broker or not. */
  boolean aProcessListens() {
    return addresses().anyMatch(ConnectionDiagnosis::listens);
  }

  private static boolean listens(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, Math.toIntExact(PROBE.toMillis()));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private String probe(InetSocketAddress address) {
    if (address.isUnresolved()) {
      return "unknown host name " + address.getHostString();
    }
    try (Socket socket = new Socket()) {
      socket.connect(address, Math.toIntExact(PROBE.toMillis()));
      return "it accepts connections but does not answer as a Kafka broker with security.protocol"
          + " %s would"
              .formatted(
                  properties.getOrDefault(
                      CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, "PLAINTEXT"));
    } catch (ConnectException e) {
      return "connection refused";
    } catch (SocketTimeoutException | NoRouteToHostException e) {
      return "host unreachable";
    } catch (IOException e) {
      return rootReason(e);
    }
  }

  private Stream<InetSocketAddress> addresses() {
    return Pattern.compile(",")
        .splitAsStream(bootstrap)
        .map(String::strip)
        .map(
            hostPort -> {
              int colon = hostPort.lastIndexOf(':');
              return new InetSocketAddress(
                  hostPort.substring(0, colon), Integer.parseInt(hostPort.substring(colon + 1)));
            });
  }

  private UserError error(String message, Throwable cause) {
    // With --verbose the causes are printed too, so they are kept only if they give nothing away.
    boolean safe =
        chain(cause).stream().map(String::valueOf).allMatch(text -> text.equals(redacted(text)));
    return safe ? new UserError(redacted(message), cause) : new UserError(redacted(message));
  }

  private String redacted(String text) {
    List<String> secrets = new ArrayList<>();
    properties.forEach(
        (name, value) -> {
          if (Secrets.isSecretName(name)) {
            secrets.add(value);
            QUOTED.matcher(value).results().map(m -> m.group(1)).forEach(secrets::add);
          }
        });
    secrets.sort(Comparator.comparingInt(String::length).reversed());
    String redacted = text;
    for (String secret : secrets) {
      redacted = secret.isEmpty() ? redacted : redacted.replace(secret, Secrets.MASK);
    }
    return redacted;
  }

  /** What the innermost cause says, on one line. */
  private static String rootReason(Throwable failure) {
    List<Throwable> chain = chain(failure);
    Throwable root = chain.get(chain.size() - 1);
    if (root instanceof FileSystemException file) {
      return "cannot read " + file.getFile();
    }
    String message = Objects.requireNonNullElse(root.getMessage(), root.getClass().getSimpleName());
    return message.replaceAll("\\s+", " ");
  }

  private static List<Throwable> chain(Throwable failure) {
    return Stream.iterate(failure, t -> t != null, Throwable::getCause).limit(20).toList();
  }

  private static String seconds(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? String.valueOf(duration.toSeconds())
        : String.valueOf(duration.toMillis() / 1000.0);
  }
}
