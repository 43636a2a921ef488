package io.gazeshift.common.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/** A real broker with one listener for each way in: open, with a password, with TLS. */
final class TestBroker implements AutoCloseable {

  private static final String HOST = "127.0.0.1";

  private final KafkaRaftServer server;
  private final int plainPort = freePort();
  private final int saslPort = freePort();
  private final int tlsPort = freePort();
  private final int controllerPort = freePort();

  TestBroker(Path dir, Path keystore, String keystorePassword) throws Exception {
    new Formatter()
        .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
        .setNodeId(1)
        .setClusterId(Uuid.randomUuid().toString())
        .addDirectory(dir.toString())
        .setMetadataLogDirectory(dir.toString())
        .setControllerListenerName("CONTROLLER")
        .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
        .run();
    Properties properties = new Properties();
    properties.put("process.roles", "broker,controller");
    properties.put("node.id", "1");
    properties.put("controller.quorum.voters", "1@%s:%d".formatted(HOST, controllerPort));
    properties.put("controller.listener.names", "CONTROLLER");
    properties.put("inter.broker.listener.name", "PLAINTEXT");
    String listeners =
        "PLAINTEXT://%1$s:%2$d,SASL_PLAINTEXT://%1$s:%3$d,SSL://%1$s:%4$d"
            .formatted(HOST, plainPort, saslPort, tlsPort);
    properties.put("listeners", listeners + ",CONTROLLER://%s:%d".formatted(HOST, controllerPort));
    properties.put("advertised.listeners", listeners);
    properties.put(
        "listener.security.protocol.map",
        "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,SSL:SSL");
    properties.put("sasl.enabled.mechanisms", "PLAIN");
    properties.put(
        "listener.name.sasl_plaintext.plain.sasl.jaas.config",
        "org.apache.kafka.common.security.plain.PlainLoginModule required user_me=\"right\";");
    properties.put("ssl.keystore.location", keystore.toString());
    properties.put("ssl.keystore.password", keystorePassword);
    properties.put("ssl.keystore.type", "PKCS12");
    properties.put("log.dirs", dir.toString());
    properties.put("offsets.topic.replication.factor", "1");
    properties.put("log.cleaner.dedupe.buffer.size", String.valueOf(16 << 20));
    server = new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
    server.startup();
  }

  String plain() {
    return HOST + ":" + plainPort;
  }

  String sasl() {
    return HOST + ":" + saslPort;
  }

  String tls() {
    return HOST + ":" + tlsPort;
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
