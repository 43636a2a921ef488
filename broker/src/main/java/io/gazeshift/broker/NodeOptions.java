package io.gazeshift.broker;

import java.nio.file.Path;
import java.util.List;

/** The options that the parent passes to the child process on its command line. */
record NodeOptions(
    Path kafkaDir,
    String bindAddress,
    String advertisedHost,
    int port,
    int controllerPort,
    long sessionMillis,
    long stopMillis) {

  static NodeOptions of(BrokerSettings settings, int port, int controllerPort) {
    return new NodeOptions(
        settings.kafkaDir(),
        settings.bindAddress(),
        settings.advertisedHost(),
        port,
        controllerPort,
        settings.sessionTimeout().toMillis(),
        settings.stopTimeout().toMillis());
  }

  static NodeOptions parse(String[] args) {
    return new NodeOptions(
        Path.of(args[0]),
        args[1],
        args[2],
        Integer.parseInt(args[3]),
        Integer.parseInt(args[4]),
        Long.parseLong(args[5]),
        Long.parseLong(args[6]));
  }

  List<String> toArgs() {
    return List.of(
        kafkaDir.toString(),
        bindAddress,
        advertisedHost,
        Integer.toString(port),
        Integer.toString(controllerPort),
        Long.toString(sessionMillis),
        Long.toString(stopMillis));
  }

  String bind() {
    return hostAndPort(bindAddress);
  }

  String bootstrap() {
    return hostAndPort(advertisedHost);
  }

  private String hostAndPort(String host) {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
