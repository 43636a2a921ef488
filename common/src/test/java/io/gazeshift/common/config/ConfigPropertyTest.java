package io.gazeshift.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every setting and every value, tried with random ones. */
class ConfigPropertyTest {

  private static final int TRIES = 20;

  /** A concrete path of every setting, with valid texts for it. */
  private static final Map<String, Function<Random, String>> TEXTS = new LinkedHashMap<>();

  static {
    TEXTS.put("broker.port", r -> "" + r.nextInt(65536));
    TEXTS.put("broker.heap", r -> r.nextInt(1, 9) + pick(r, "B", "KiB", "MiB", "GiB"));
    TEXTS.put("broker.dir", r -> "/" + word(r));
    TEXTS.put("broker.hosts", r -> word(r) + ":1," + word(r) + ":" + r.nextInt(1, 65536));
    TEXTS.put("broker.extra.some.key", ConfigPropertyTest::anyText);
    TEXTS.put("motor.top-speed", r -> "%.3f".formatted(r.nextDouble(-5, 5)));
    TEXTS.put("motor.eager", r -> "" + r.nextBoolean());
    TEXTS.put("motor.pause", r -> r.nextInt(9) + pick(r, "ms", "s", "m", "h", "d"));
    TEXTS.put("motor.unit", r -> pick(r, TimeUnit.values()).name().toLowerCase(Locale.ROOT));
    TEXTS.put("motor.pin", r -> "%04d".formatted(r.nextInt(10_000)));
    TEXTS.put("wheels[0].name", ConfigPropertyTest::anyText);
    TEXTS.put("wheels[0].size", r -> "" + r.nextInt(1, 100));
  }

  @TempDir Path dir;

  static Stream<Arguments> settings() {
    assertThat(TEXTS).hasSameSizeAs(Samples.SCHEMA.settings());
    return IntStream.range(0, TRIES)
        .boxed()
        .flatMap(seed -> TEXTS.keySet().stream().map(path -> Arguments.of(path, seed)));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void aValueIsTheSameFromEverySourceAndNamesItsSource(String path, int seed) {
    String text = TEXTS.get(path).apply(new Random(seed));
    Path file = Samples.file(dir, "# a comment\n" + yaml(path, text, new Random(seed)));

    EffectiveConfig fromFile = load(file, path);
    EffectiveConfig fromVariable = load(null, path, Map.of(variable(path), text));
    EffectiveConfig fromFlag = load(null, path, Map.of(), GivenValue.text(path, text, "--flag"));

    Object expected = Samples.SCHEMA.find(path).orElseThrow().type().parse(text).orElseThrow();
    assertThat(value(fromFile, path)).isEqualTo(expected);
    assertThat(value(fromVariable, path)).isEqualTo(expected);
    assertThat(value(fromFlag, path)).isEqualTo(expected);
    assertThat(fromFile.origin(path)).isEqualTo("gazeshift.yaml:" + lineOf(file, path));
    assertThat(fromVariable.origin(path)).isEqualTo(variable(path));
    assertThat(fromFlag.origin(path)).isEqualTo("--flag");
  }

  @ParameterizedTest
  @MethodSource("settings")
  void theStrongestSourceWinsWhicheverOfThemSpeak(String path, int seed) {
    Random random = new Random(seed);
    boolean inFile = random.nextBoolean();
    boolean inEnvironment = random.nextBoolean();
    boolean byFlag = random.nextBoolean() || !(inFile || inEnvironment);
    String fileText = TEXTS.get(path).apply(random);
    String variableText = TEXTS.get(path).apply(random);
    String flagText = TEXTS.get(path).apply(random);

    EffectiveConfig config =
        load(
            inFile ? Samples.file(dir, yaml(path, fileText, random)) : null,
            path,
            inEnvironment ? Map.of(variable(path), variableText) : Map.of(),
            byFlag
                ? new GivenValue[] {GivenValue.text(path, flagText, "--flag")}
                : new GivenValue[0]);

    String winner = byFlag ? flagText : inEnvironment ? variableText : fileText;
    assertThat(value(config, path))
        .isEqualTo(Samples.SCHEMA.find(path).orElseThrow().type().parse(winner).orElseThrow());
    assertThat(config.origin(path))
        .startsWith(byFlag ? "--flag" : inEnvironment ? "GAZESHIFT_" : "gazeshift.yaml:");
  }

  private static EffectiveConfig load(Path file, String path) {
    return load(file, path, Map.of());
  }

  /** A wheel needs a name: it gets one by a weak source where another key of it is tried. */
  private static EffectiveConfig load(
      Path file, String path, Map<String, String> environment, GivenValue... flags) {
    Map<String, String> all = new LinkedHashMap<>(environment);
    if (path.startsWith("wheels") && !path.endsWith("name")) {
      all.put("GAZESHIFT_WHEELS_0_NAME", "a wheel");
    }
    return file == null ? Samples.load(all, flags) : Samples.load(file, all, flags);
  }

  private static Object value(EffectiveConfig config, String path) {
    Setting<?> setting = Samples.SCHEMA.find(path).orElseThrow();
    if (setting.isFreeMap()) {
      return config.map(Samples.EXTRA).get(path.substring(setting.keyPrefix().length()));
    }
    return setting.isInList() ? config.get(setting, 0) : config.get(setting);
  }

  private static String variable(String path) {
    String name = path.replaceAll("[^a-z0-9]+", "_").toUpperCase(Locale.ROOT);
    return "GAZESHIFT_" + name;
  }

  /** The path as a file may spell it: nested, flat, or something between. */
  private static String yaml(String path, String text, Random random) {
    String quoted = "'" + text.replace("'", "''") + "'";
    String[] keys = path.split("\\.", -1);
    StringBuilder yaml = new StringBuilder();
    String indent = "";
    for (int i = 0; i < keys.length; i++) {
      boolean last = i == keys.length - 1;
      boolean inList = keys[i].endsWith("[0]");
      boolean flat = !last && !inList && random.nextBoolean();
      yaml.append(yaml.isEmpty() || yaml.charAt(yaml.length() - 1) != '.' ? indent : "");
      yaml.append(inList ? keys[i].replace("[0]", "") : keys[i]);
      yaml.append(last ? ": " + quoted + "\n" : flat ? "." : ":\n");
      if (inList) {
        yaml.append(indent).append("  -\n");
        indent += "  ";
      }
      indent += flat ? "" : "  ";
    }
    return yaml.toString();
  }

  private static int lineOf(Path file, String path) {
    try {
      List<String> lines = Files.readAllLines(file);
      String key = path.substring(path.lastIndexOf('.') + 1);
      return 1
          + IntStream.range(0, lines.size())
              .filter(i -> lines.get(i).matches("(.*[. ])?" + key + ": '.*"))
              .findFirst()
              .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Printable text with everything that YAML, patterns and formats find special. */
  private static String anyText(Random random) {
    String alphabet = "abc 01#:-{}[]%&*!|>'\"\\@`,?=~.$üß";
    return random
        .ints(random.nextInt(1, 12), 0, alphabet.length())
        .mapToObj(i -> alphabet.substring(i, i + 1))
        .reduce("x", String::concat);
  }

  private static String word(Random random) {
    return random.ints(5, 'a', 'z').mapToObj(c -> "" + (char) c).reduce("", String::concat);
  }

  @SafeVarargs
  private static <T> T pick(Random random, T... all) {
    return all[random.nextInt(all.length)];
  }
}
