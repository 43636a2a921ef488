package io.gazeshift.trials.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The network of a cluster: a link from each broker to each other, for data and for the quorum, and
 * one from all clients to each broker, every one of which can be cut. Brokers call each other by
 * name, and each has a hosts file of its own that leads to its links. Clients are 0.
 */
final class ClusterLinks implements AutoCloseable {

  private static final int CLIENTS = 0;

  /** The ports of a broker, all at the usual loopback address. */
  record Ports(int client, int internal, int controller) {

    static Ports free() throws IOException {
      return new Ports(TrialSite.freePort(), TrialSite.freePort(), TrialSite.freePort());
    }
  }

  private record Way(int from, int to, FaultyLink link) {}

  private final List<Way> ways = new ArrayList<>();
  private final List<Ports> ports;

  /** Broker 1 has the first ports. */
  ClusterLinks(List<Ports> ports) throws IOException {
    this.ports = List.copyOf(ports);
    for (int to = 1; to <= ports.size(); to++) {
      Ports there = ports.get(to - 1);
      open(CLIENTS, to, there.client());
      for (int from = 1; from <= ports.size(); from++) {
        if (from != to) {
          open(from, to, there.internal());
          open(from, to, there.controller());
        }
      }
    }
  }

  private void open(int from, int to, int port) throws IOException {
    ways.add(
        new Way(
            from,
            to,
            new FaultyLink(
                new InetSocketAddress(InetAddress.getByName(address(from, to)), port),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port))));
  }

  private static String address(int from, int to) {
    return "127.0.%d.%d".formatted(10 + from, to);
  }

  /** Where clients find a broker. */
  String forClients(int broker) {
    return address(CLIENTS, broker) + ":" + ports.get(broker - 1).client();
  }

  static String name(int broker) {
    return "broker" + broker;
  }

  /** For the property jdk.net.hosts.file of one broker. */
  void writeHosts(int broker, Path file) throws IOException {
    StringBuilder hosts =
        new StringBuilder("127.0.0.1 localhost\n127.0.0.1 ")
            .append(InetAddress.getLocalHost().getHostName())
            .append('\n');
    for (int to = 1; to <= ports.size(); to++) {
      String where = to == broker ? "127.0.0.1" : address(broker, to);
      hosts.append(where).append(' ').append(name(to)).append('\n');
    }
    Files.writeString(file, hosts);
  }

  /** Nothing passes to or from it, and no connection is closed. */
  void cutOff(int broker) {
    ways.stream()
        .filter(way -> way.from() == broker || way.to() == broker)
        .forEach(way -> way.link().silence());
  }

  void heal() {
    ways.forEach(way -> way.link().heal());
  }

  @Override
  public void close() {
    for (Way way : ways) {
      try {
        way.link().close();
      } catch (IOException e) {
        // Its process ends soon.
      }
    }
  }
}
