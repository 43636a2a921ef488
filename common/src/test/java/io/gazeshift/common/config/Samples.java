package io.gazeshift.common.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A schema with a setting of every type, and shortcuts to load it. */
final class Samples {

  static final Setting<Integer> PORT =
      Setting.of("broker.port", ValueType.integer(0, 65535), "0", "A port.");
  static final Setting<Double> SPEED =
      Setting.of("motor.top-speed", ValueType.decimal(-5, 5), "1.5", "A speed.");
  static final Setting<Boolean> EAGER = Setting.of("motor.eager", ValueType.bool(), "true", "Yes.");
  static final Setting<Duration> PAUSE =
      Setting.of(
          "motor.pause", ValueType.duration(Duration.ZERO, Duration.ofDays(9)), "5s", "A pause.");
  static final Setting<Long> HEAP =
      Setting.of("broker.heap", ValueType.byteSize("1B", "9GiB"), "1MiB", "Memory.");
  static final Setting<TimeUnit> UNIT =
      Setting.of("motor.unit", ValueType.choice(TimeUnit.class), "days", "A unit.");
  static final Setting<Path> DIR =
      Setting.computed("broker.dir", ValueType.path(), env -> "/x/" + env.get("WHO"), "/x", "Dir.");
  static final Setting<List<String>> HOSTS =
      Setting.of("broker.hosts", ValueType.hostPorts(), "", "Hosts.");
  static final Setting<String> PIN =
      Setting.of("motor.pin", ValueType.matching("\\d{4}", "4 digits"), "0000", "Pin.").asSecret();
  static final Setting<String> NAME =
      Setting.required("wheels[].name", ValueType.text(), "left", "A name.");
  static final Setting<Integer> SIZE =
      Setting.of("wheels[].size", ValueType.integer(1, 99), "20", "A size.");
  static final Setting<String> EXTRA =
      Setting.freeMap("broker.extra", "some.key: some text", "Anything.");

  static final Schema SCHEMA =
      new Schema(
          List.of(PORT, HEAP, DIR, HOSTS, EXTRA, SPEED, EAGER, PAUSE, UNIT, PIN, NAME, SIZE));

  private Samples() {}

  static EffectiveConfig load(Path file, Map<String, String> environment, GivenValue... flags) {
    return new ConfigLoader(SCHEMA, environment).load(Optional.of(file), List.of(flags));
  }

  static EffectiveConfig load(Map<String, String> environment, GivenValue... flags) {
    return new ConfigLoader(SCHEMA, environment).load(Optional.empty(), List.of(flags));
  }

  static Path file(Path dir, String yaml) {
    try {
      return Files.writeString(dir.resolve("gazeshift.yaml"), yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
