package io.gazeshift.trials.harness;

import io.gazeshift.common.kafka.KafkaAccess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Processes of the distribution that share a cluster, by default the broker of one of them. Closing
 * ends all of them, the last first.
 */
public final class TrialSite implements AutoCloseable {

  private final Path home;
  private final String bootstrap;
  private final Deque<RoleProcess> services = new ArrayDeque<>();

  private TrialSite(Path home, String bootstrap) {
    this.home = home;
    this.bootstrap = bootstrap;
  }

  /** On a broker of its own; returns when that serves clients. */
  public static TrialSite open(Path home, String... brokerSettings) throws IOException {
    return open(home, Map.of(), brokerSettings);
  }

  /** The same; the broker has this environment, and roles have it only where they are given it. */
  public static TrialSite open(Path home, Map<String, String> environment, String... brokerSettings)
      throws IOException {
    List<String> words = new ArrayList<>(List.of("broker"));
    if (Stream.of(brokerSettings).noneMatch(setting -> setting.startsWith("broker.data-dir="))) {
      set(words, "broker.data-dir=" + home.resolve("broker-data"));
    }
    set(words, "http.listen=0");
    if (Stream.of(brokerSettings).noneMatch(setting -> setting.startsWith("broker.port="))) {
      set(words, "broker.port=" + freePort());
    }
    for (String setting : brokerSettings) {
      set(words, setting);
    }
    RoleProcess broker = new RoleProcess(made(home.resolve("broker")), environment, words);
    try {
      broker.start();
      TrialSite site = new TrialSite(home, broker.kafka());
      site.services.push(broker);
      return site;
    } catch (RuntimeException e) {
      broker.close();
      throw e;
    }
  }

  /** On an external cluster. */
  public static TrialSite on(Path home, String bootstrap) {
    return new TrialSite(home, bootstrap);
  }

  public String bootstrap() {
    return bootstrap;
  }

  public KafkaAccess kafka() {
    return new KafkaAccess(bootstrap, Map.of());
  }

  public Path home() {
    return home;
  }

  /** The process that runs the broker's. */
  public RoleProcess broker() {
    return services.getLast();
  }

  /** A role with these settings, not started; ended with the site. */
  public RoleProcess role(String name, String role, String... settings) throws IOException {
    return role(name, Map.of(), role, settings);
  }

  public RoleProcess role(
      String name, Map<String, String> environment, String role, String... settings)
      throws IOException {
    List<String> words = new ArrayList<>(List.of(role, "--kafka", bootstrap));
    set(words, "http.listen=0");
    if (Stream.of(settings).noneMatch(setting -> setting.startsWith("infer.model="))) {
      // Its faces are drawn, also where a role has no cameras of its own.
      set(words, "infer.model=studio");
    }
    for (String setting : settings) {
      set(words, setting);
    }
    RoleProcess service = new RoleProcess(made(home.resolve(name)), environment, words);
    services.push(service);
    return service;
  }

  /** A program with a broker of its own and these settings, not started; ended with the site. */
  public RoleProcess independent(String name, String command, String... settings)
      throws IOException {
    List<String> words = new ArrayList<>(List.of(command));
    set(words, "http.listen=0");
    for (String setting : settings) {
      set(words, setting);
    }
    RoleProcess service = new RoleProcess(made(home.resolve(name)), Map.of(), words);
    services.push(service);
    return service;
  }

  /** Settings of one camera that is drawn, for {@link #role}. */
  public static List<String> drawnCamera(int number, String id, int framesPerSecond) {
    String camera = "cameras[" + number + "].";
    return List.of(
        camera + "id=" + id, camera + "source=synthetic:studio", camera + "fps=" + framesPerSecond);
  }

  private static void set(List<String> words, String setting) {
    words.add("--set");
    words.add(setting);
  }

  private static Path made(Path directory) throws IOException {
    return Files.createDirectories(directory);
  }

  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    services.forEach(RoleProcess::close);
  }
}
