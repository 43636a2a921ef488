package io.gazeshift.broker;

import io.gazeshift.common.config.BaseDirectories;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import java.nio.file.Path;
import java.util.List;

/**
 * The embedded broker.
 *
 * @param port 0 means any free port
 * @param advertisedHost empty means the address it listens on
 */
public record BrokerConfig(
    Path dataDir, int port, long heapBytes, String bind, String advertisedHost) {

  static final Setting<Path> DATA_DIR =
      Setting.computed(
          "broker.data-dir",
          ValueType.path(),
          environment -> BaseDirectories.state(environment).resolve("gazeshift/broker").toString(),
          "~/.local/state/gazeshift/broker",
          "Directory in which the embedded broker stores its records. Default:"
              + " gazeshift/broker below $XDG_STATE_HOME or ~/.local/state.");

  static final Setting<Integer> PORT =
      Setting.of(
          "broker.port",
          ValueType.integer(0, 65535),
          "0",
          "Port of the embedded broker; 0 picks a free one.");

  static final Setting<Long> HEAP =
      Setting.of(
          "broker.heap",
          ValueType.byteSize("128MiB", "64GiB"),
          "384MiB",
          "Heap size of the embedded broker.");

  static final Setting<String> BIND =
      Setting.of(
          "broker.bind",
          ValueType.matching("[^\\s,/]+", "a host name or address"),
          "127.0.0.1",
          "Address on which the embedded broker listens. It requires no password, so"
              + " open it only to machines you trust.");

  static final Setting<String> ADVERTISED_HOST =
      Setting.of(
              "broker.advertised-host",
              ValueType.matching("[^\\s,/]*", "a host name or address"),
              "",
              "Host name that clients use to reach the embedded broker; required if it"
                  + " listens on 0.0.0.0. Empty: the address it listens on.")
          .withExample("edge-box.local");

  public static final List<Setting<?>> SETTINGS =
      List.of(DATA_DIR, PORT, HEAP, BIND, ADVERTISED_HOST);

  public static BrokerConfig from(EffectiveConfig config) {
    return new BrokerConfig(
        config.get(DATA_DIR),
        config.get(PORT),
        config.get(HEAP),
        config.get(BIND),
        config.get(ADVERTISED_HOST));
  }
}
