package io.gazeshift.broker;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.ServerSocketFactory;
import org.apache.kafka.server.common.MetadataVersion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One Kafka node, broker and controller in one. The only class that knows Kafka's internals, which
 * may change with any release, besides {@link PatientBroker} and {@link FormerSelf}.
 */
final class KraftNode implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(KraftNode.class);

  private static final String NODE_ID = "1";
  private static final int MIB = 1 << 20;

  /** Written last, so a directory that has it is complete; it holds the cluster id. */
  private static final String FORMATTED = "meta.properties";

  /** Kafka's mark of an orderly stop; it is removed as the broker starts. */
  private static final String STOPPED = ".kafka_cleanshutdown";

  private final ControllerServer controller;
  private final BrokerServer broker;

  private KraftNode(ControllerServer controller, BrokerServer broker) {
    this.controller = controller;
    this.broker = broker;
  }

  /**
   * Formats the directory where that has not been done and returns when clients are served.
   *
   * @param onFatal told why, where Kafka would end the process because it cannot go on; must end it
   */
  static KraftNode start(NodeOptions options, Consumer<String> onFatal) throws Exception {
    return start(options.kafkaDir(), properties(options), onFatal);
  }

  static KraftNode start(Path dir, Properties properties, Consumer<String> onFatal)
      throws Exception {
    Exit.setHaltProcedure((status, message) -> onFatal.accept(message));
    Exit.setExitProcedure((status, message) -> onFatal.accept(message));
    boolean crashed = Files.exists(dir.resolve(FORMATTED)) && !Files.exists(dir.resolve(STOPPED));
    format(dir);
    KraftNode node = of(KafkaConfig.fromProps(properties, false));
    // The broker looks for the controller's address as it starts.
    node.controller.startup();
    try {
      if (crashed) {
        new FormerSelf(node.controller.controller(), Integer.parseInt(NODE_ID)).unregister();
      }
      node.broker.startup();
      return node;
    } catch (Throwable e) {
      node.closeController(e);
      throw e;
    }
  }

  /** After a broker that could not start, and so has closed itself already. */
  private void closeController(Throwable failure) {
    try {
      controller.shutdown();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /** As Kafka's own KafkaRaftServer puts a node together, but with a broker of ours. */
  private static KraftNode of(KafkaConfig config) {
    var directories = KafkaRaftServer.initializeLogDirs(config, log, "");
    SharedServer shared =
        new SharedServer(
            config,
            directories._1(),
            Time.SYSTEM,
            Server.initializeMetrics(
                config, Time.SYSTEM, directories._1().clusterId().orElseThrow()),
            CompletableFuture.completedFuture(
                QuorumConfig.parseVoterConnections(config.quorumConfig().voters())),
            QuorumConfig.parseBootstrapServers(config.quorumConfig().bootstrapServers()),
            new StandardFaultHandlerFactory(),
            ServerSocketFactory.INSTANCE);
    return new KraftNode(
        new ControllerServer(shared, KafkaRaftServer.configSchema(), directories._2()),
        new PatientBroker(shared));
  }

  /** Returns when the node has stopped. */
  void await() {
    broker.awaitShutdown();
    controller.awaitShutdown();
  }

  /** The broker first: it hands over in order only while there is a controller. */
  @Override
  public void close() {
    broker.shutdown();
    controller.shutdown();
    await();
  }

  private static void format(Path dir) throws Exception {
    if (Files.exists(dir.resolve(FORMATTED))) {
      return;
    }
    try (PrintStream silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      new Formatter()
          .setPrintStream(silent)
          .setNodeId(Integer.parseInt(NODE_ID))
          .setClusterId(Uuid.randomUuid().toString())
          .addDirectory(dir.toString())
          .setMetadataLogDirectory(dir.toString())
          .setControllerListenerName("CONTROLLER")
          .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
          .run();
    }
  }

  static Properties properties(NodeOptions options) {
    String controller = "127.0.0.1:" + options.controllerPort();
    Properties p = new Properties();
    p.put("process.roles", "broker,controller");
    p.put("node.id", NODE_ID);
    p.put("controller.quorum.voters", NODE_ID + "@" + controller);
    p.put("listeners", "CLIENT://" + options.bind() + ",CONTROLLER://" + controller);
    p.put("advertised.listeners", "CLIENT://" + options.bootstrap());
    p.put("listener.security.protocol.map", "CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    p.put("controller.listener.names", "CONTROLLER");
    p.put("inter.broker.listener.name", "CLIENT");
    p.put("log.dirs", options.kafkaDir().toString());
    aloneInItsCluster(p, options.sessionMillis());
    smallOnAnEdgeBox(p);
    promptlyForgetful(p);
    return p;
  }

  private static void aloneInItsCluster(Properties p, long sessionMillis) {
    p.put("broker.session.timeout.ms", Long.toString(sessionMillis));
    p.put("broker.heartbeat.interval.ms", Long.toString(Math.min(500, sessionMillis / 4)));
    p.put("default.replication.factor", "1");
    p.put("offsets.topic.replication.factor", "1");
    p.put("offsets.topic.num.partitions", "1");
    p.put("transaction.state.log.replication.factor", "1");
    p.put("transaction.state.log.min.isr", "1");
    p.put("transaction.state.log.num.partitions", "1");
    p.put("share.coordinator.state.topic.replication.factor", "1");
    p.put("share.coordinator.state.topic.min.isr", "1");
    p.put("share.coordinator.state.topic.num.partitions", "1");
    p.put("group.initial.rebalance.delay.ms", "0");
    p.put("auto.create.topics.enable", "false");
    p.put("auto.leader.rebalance.enable", "false");
  }

  private static void smallOnAnEdgeBox(Properties p) {
    p.put("message.max.bytes", Integer.toString(8 * MIB));
    p.put("replica.fetch.max.bytes", Integer.toString(8 * MIB));
    p.put("socket.request.max.bytes", Integer.toString(32 * MIB));
    // Requests that wait for a thread; without it 500 of any size may wait.
    p.put("queued.max.request.bytes", Integer.toString(48 * MIB));
    p.put("log.cleaner.dedupe.buffer.size", Integer.toString(16 * MIB));
    p.put("log.cleaner.threads", "1");
    p.put("num.network.threads", "2");
    p.put("num.io.threads", "4");
    p.put("background.threads", "2");
    p.put("group.coordinator.threads", "1");
    // A heartbeat in the metadata log, flushed to disk each time: twice a second wears out flash.
    p.put("metadata.max.idle.interval.ms", "5000");
  }

  /** So that a topic kept for minutes really goes after minutes. */
  private static void promptlyForgetful(Properties p) {
    p.put("log.retention.check.interval.ms", "30000");
    p.put("log.segment.delete.delay.ms", "5000");
    p.put("log.cleaner.backoff.ms", "5000");
  }
}
