package io.gazeshift.trials.harness;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Uuid;
import org.awaitility.Awaitility;

/**
 * Three Kafka nodes, each broker and controller, as processes of Kafka's own programs from the
 * distribution's libraries. Brokers are numbered from 1. For one thread.
 */
public final class KafkaCluster implements AutoCloseable {

  public static final int BROKERS = 3;

  private static final String HOSTS = "hosts";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final List<Path> settings;
  private final List<Process> processes = new ArrayList<>();
  private final ClusterLinks links;
  private final String bootstrap;
  private final Admin admin;

  private KafkaCluster(List<Path> settings, ClusterLinks links, String bootstrap) {
    this.settings = settings;
    this.links = links;
    this.bootstrap = bootstrap;
    this.admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
  }

  /** Returns when all brokers are there. */
  public static KafkaCluster start(Path home) throws IOException, InterruptedException {
    List<ClusterLinks.Ports> ports = new ArrayList<>();
    for (int i = 0; i < BROKERS; i++) {
      ports.add(ClusterLinks.Ports.free());
    }
    ClusterLinks links = new ClusterLinks(ports);
    String id = Uuid.randomUuid().toString();
    List<Path> settings = new ArrayList<>();
    List<String> addresses = new ArrayList<>();
    for (int broker = 1; broker <= BROKERS; broker++) {
      Path directory = Files.createDirectories(home.resolve("broker" + broker));
      Path file = directory.resolve("server.properties");
      links.writeHosts(broker, directory.resolve(HOSTS));
      Files.writeString(file, properties(broker, directory, ports, links));
      settings.add(file);
      addresses.add(links.forClients(broker));
      Process format =
          java(directory, "kafka.tools.StorageTool", "format", "-t", id, "-c", file.toString());
      if (format.waitFor() != 0) {
        throw new IOException("cannot format, see " + directory.resolve("stdout.txt"));
      }
    }
    KafkaCluster cluster = new KafkaCluster(settings, links, String.join(",", addresses));
    for (int broker = 1; broker <= BROKERS; broker++) {
      cluster.processes.add(cluster.begin(broker));
    }
    Awaitility.await("three brokers")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> cluster.admin.describeCluster().nodes().get().size() == BROKERS);
    return cluster;
  }

  private static String properties(
      int broker, Path directory, List<ClusterLinks.Ports> ports, ClusterLinks links) {
    StringBuilder voters = new StringBuilder();
    for (int other = 1; other <= BROKERS; other++) {
      voters
          .append(other > 1 ? "," : "")
          .append(
              "%d@%s:%d"
                  .formatted(other, ClusterLinks.name(other), ports.get(other - 1).controller()));
    }
    ClusterLinks.Ports own = ports.get(broker - 1);
    String name = ClusterLinks.name(broker);
    return """
    process.roles=broker,controller
    node.id=%d
    controller.quorum.voters=%s
    listeners=CLIENT://127.0.0.1:%d,INTERNAL://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d
    advertised.listeners=CLIENT://%s,INTERNAL://%s:%d,CONTROLLER://%s:%d
    listener.security.protocol.map=CLIENT:PLAINTEXT,INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT
    controller.listener.names=CONTROLLER
    inter.broker.listener.name=INTERNAL
    log.dirs=%s
    default.replication.factor=3
    offsets.topic.replication.factor=3
    offsets.topic.num.partitions=3
    transaction.state.log.replication.factor=3
    transaction.state.log.min.isr=2
    transaction.state.log.num.partitions=3
    group.initial.rebalance.delay.ms=0
    auto.create.topics.enable=false
    broker.session.timeout.ms=6000
    broker.heartbeat.interval.ms=1000
    replica.lag.time.max.ms=8000
    message.max.bytes=8388608
    replica.fetch.max.bytes=8388608
    log.cleaner.dedupe.buffer.size=16777216
    """
        .formatted(
            broker,
            voters,
            own.client(),
            own.internal(),
            own.controller(),
            links.forClients(broker),
            name,
            own.internal(),
            name,
            own.controller(),
            directory.resolve("data"));
  }

  private static Process java(Path directory, String main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Dlog4j2.configurationFile=classpath:broker-log4j2.xml");
    command.add("-Dgazeshift.broker.log=" + directory.resolve("broker.log"));
    command.add("-Djdk.net.hosts.file=" + directory.resolve(HOSTS));
    command.add("-cp");
    command.add(System.getProperty("gazeshift.distribution") + "/lib/*");
    command.add(main);
    command.addAll(List.of(arguments));
    File out = directory.resolve("stdout.txt").toFile();
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(out))
        .start();
  }

  private Process begin(int broker) throws IOException {
    Path file = settings.get(broker - 1);
    return java(file.getParent(), "kafka.Kafka", file.toString());
  }

  public String bootstrap() {
    return bootstrap;
  }

  public ProcessHandle handle(int broker) {
    return processes.get(broker - 1).toHandle();
  }

  public void kill(int broker) {
    RoleProcess.kill(handle(broker));
  }

  /** In order. */
  public void stop(int broker) throws InterruptedException {
    Process process = processes.get(broker - 1);
    process.destroy();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException("broker %d did not stop".formatted(broker));
    }
  }

  /** Starts one that has ended; returns at once. */
  public void launch(int broker) throws IOException {
    processes.set(broker - 1, begin(broker));
  }

  /** From the other brokers and from all clients; it runs on. */
  public void cutOff(int broker) {
    links.cutOff(broker);
  }

  /** Reconnects the broker that was cut off. */
  public void heal() {
    links.heal();
  }

  public int leaderOf(String topic, int partition) throws InterruptedException, ExecutionException {
    return describe(List.of(topic)).get(topic).partitions().get(partition).leader().id();
  }

  /** Whether every partition of every topic has all its copies. */
  public boolean isInStep() throws InterruptedException {
    try {
      return describe(List.copyOf(admin.listTopics().names().get())).values().stream()
          .flatMap(topic -> topic.partitions().stream())
          .allMatch(partition -> partition.isr().size() == BROKERS);
    } catch (ExecutionException e) {
      return false;
    }
  }

  private Map<String, TopicDescription> describe(List<String> topics)
      throws InterruptedException, ExecutionException {
    return admin.describeTopics(topics).allTopicNames().get();
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
    processes.forEach(Process::destroyForcibly);
    links.close();
  }
}
