package io.gazeshift.broker;

import io.gazeshift.testing.Certificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Random;

/**
 * A broker as Strimzi runs it in production: it identifies clients by their certificate and denies
 * whatever no rule allows. In this process; the caller closes it.
 */
public final class GuardedBroker implements AutoCloseable {

  /** Who may do everything, and whose certificate the broker itself shows. */
  public static final String ADMINISTRATOR = "broker";

  private final KraftNode node;
  private final String bootstrap;

  private GuardedBroker(KraftNode node, String bootstrap) {
    this.node = node;
    this.bootstrap = bootstrap;
  }

  public static GuardedBroker start(Path directory, Certificates certificates) throws Exception {
    NodeOptions options = NodeOptions.of(BrokerSettings.in(directory), free(), free());
    Files.createDirectories(options.kafkaDir());
    Properties p = KraftNode.properties(options);
    // Its controller speaks with itself alone.
    p.put("listener.security.protocol.map", "CLIENT:SSL,CONTROLLER:PLAINTEXT");
    p.put("ssl.client.auth", "required");
    p.put("ssl.keystore.type", "PKCS12");
    p.put("ssl.keystore.location", certificates.of(ADMINISTRATOR).resolve("user.p12").toString());
    p.put("ssl.keystore.password", certificates.password());
    p.put("ssl.truststore.type", "PKCS12");
    p.put("ssl.truststore.location", certificates.authority().resolve("ca.p12").toString());
    p.put("ssl.truststore.password", certificates.password());
    p.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
    p.put("super.users", "User:ANONYMOUS;User:CN=" + ADMINISTRATOR);
    KraftNode node =
        KraftNode.start(
            options.kafkaDir(),
            p,
            reason -> {
              throw new AssertionError(reason);
            });
    return new GuardedBroker(node, options.bootstrap());
  }

  private static int free() {
    return Ports.free("127.0.0.1", new Random());
  }

  public String bootstrap() {
    return bootstrap;
  }

  @Override
  public void close() {
    node.close();
  }
}
