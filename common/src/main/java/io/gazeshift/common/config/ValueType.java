package io.gazeshift.common.config;

import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Parses the text of a setting into a value.
 *
 * @param expected completes the sentence "'x' is not ...", e.g. {@code a whole number from 0 to 9}
 * @param isList whether a YAML list may be given in place of text with commas
 * @param parser answers the value, or empty if the text is not {@code expected}
 */
public record ValueType<T>(String expected, boolean isList, Function<String, Optional<T>> parser) {

  private static final Pattern AMOUNT = Pattern.compile("(\\d{1,12})\\s*([A-Za-z]*)");
  private static final Map<String, ChronoUnit> DURATION_UNITS =
      Map.of(
          "ms", ChronoUnit.MILLIS,
          "s", ChronoUnit.SECONDS,
          "m", ChronoUnit.MINUTES,
          "h", ChronoUnit.HOURS,
          "d", ChronoUnit.DAYS);
  private static final Map<String, Long> SIZE_UNITS =
      Map.of("B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30, "TiB", 1L << 40);
  private static final Pattern HOST_PORT =
      Pattern.compile("([^\\s,:/]+|\\[[^\\s\\]]+]):(\\d{1,5})");

  /** The value of the text, or empty if the text is not what was expected. */
  public Optional<T> parse(String text) {
    return parser.apply(text);
  }

  /** The same, where an empty text means "not given". */
  public ValueType<Optional<T>> orEmpty() {
    return new ValueType<>(
        expected + ", or empty",
        isList,
        text -> {
          Optional<T> value = text.isEmpty() ? Optional.empty() : parse(text);
          return text.isEmpty() || value.isPresent() ? Optional.of(value) : Optional.empty();
        });
  }

  /** Any text. */
  public static ValueType<String> text() {
    return new ValueType<>("text", false, Optional::of);
  }

  /** Text that matches the whole pattern. */
  public static ValueType<String> matching(String pattern, String expected) {
    Pattern compiled = Pattern.compile(pattern);
    return new ValueType<>(
        expected, false, text -> Optional.of(text).filter(t -> compiled.matcher(t).matches()));
  }

  /** A whole number within bounds, both included. */
  public static ValueType<Integer> integer(int least, int most) {
    return new ValueType<>(
        "a whole number from %d to %d".formatted(least, most),
        false,
        text -> number(text, Integer::valueOf).filter(n -> least <= n && n <= most));
  }

  /** A number within bounds, both included; never NaN. */
  public static ValueType<Double> decimal(double least, double most) {
    return new ValueType<>(
        "a number from %s to %s".formatted(plain(least), plain(most)),
        false,
        // BigDecimal rejects what Double accepts but no user means: NaN, 1d, 0x1p3.
        text ->
            number(text, t -> new BigDecimal(t).doubleValue())
                .filter(n -> least <= n && n <= most));
  }

  /** {@code true} or {@code false}. */
  public static ValueType<Boolean> bool() {
    return new ValueType<>(
        "true or false",
        false,
        text ->
            switch (text) {
              case "true" -> Optional.of(true);
              case "false" -> Optional.of(false);
              default -> Optional.empty();
            });
  }

  /** A constant of an enumeration, written as {@code lower-case-with-dashes}. */
  public static <E extends Enum<E>> ValueType<E> choice(Class<E> type) {
    Map<String, E> byName =
        Arrays.stream(type.getEnumConstants())
            .collect(
                Collectors.toMap(e -> e.name().toLowerCase(Locale.ROOT).replace('_', '-'), e -> e));
    String expected =
        byName.values().stream()
            .sorted()
            .map(e -> e.name().toLowerCase(Locale.ROOT).replace('_', '-'))
            .collect(Collectors.joining(", ", "one of ", ""));
    return new ValueType<>(expected, false, text -> Optional.ofNullable(byName.get(text)));
  }

  /** A length of time with its unit: {@code 500ms}, {@code 30s}, {@code 5m}, {@code 2h}. */
  public static ValueType<Duration> duration(Duration least, Duration most) {
    return new ValueType<>(
        "a duration from %s to %s, for example 500ms, 30s, 5m, 2h or 1d"
            .formatted(inUnits(least), inUnits(most)),
        false,
        text ->
            amount(text, DURATION_UNITS)
                .map(a -> Duration.of(a.count(), a.unit()))
                .filter(d -> d.compareTo(least) >= 0 && d.compareTo(most) <= 0));
  }

  /** A number of bytes with its unit, such as {@code 512MiB}. */
  public static ValueType<Long> byteSize(String least, String most) {
    long leastBytes = bytes(least).orElseThrow();
    long mostBytes = bytes(most).orElseThrow();
    return new ValueType<>(
        "a size from %s to %s, for example 512MiB".formatted(least, most),
        false,
        text -> bytes(text).filter(b -> leastBytes <= b && b <= mostBytes));
  }

  /** A file or directory; a leading {@code ~/} is the home directory. */
  public static ValueType<Path> path() {
    return new ValueType<>(
        "a path",
        false,
        text -> {
          if (text.isBlank()) {
            return Optional.empty();
          }
          try {
            return Optional.of(
                text.startsWith("~/")
                    ? BaseDirectories.home(System.getenv()).resolve(text.substring(2))
                    : Path.of(text));
          } catch (InvalidPathException e) {
            return Optional.empty();
          }
        });
  }

  /** Values of one type with commas between them; empty text is the empty list. */
  public static <T> ValueType<List<T>> listOf(ValueType<T> item) {
    return new ValueType<>(
        item.expected() + ", or several separated by commas",
        true,
        text -> {
          if (text.isBlank()) {
            return Optional.of(List.of());
          }
          List<Optional<T>> all =
              Arrays.stream(text.split(",", -1)).map(String::strip).map(item::parse).toList();
          return Optional.of(all)
              .filter(values -> values.stream().allMatch(Optional::isPresent))
              .map(values -> values.stream().map(Optional::get).toList());
        });
  }

  /** Paths with commas between them; empty text is the empty list. */
  public static ValueType<List<Path>> paths() {
    return listOf(path());
  }

  /** {@code host:port} pairs with commas between them; empty text is the empty list. */
  public static ValueType<List<String>> hostPorts() {
    return listOf(
        new ValueType<>(
            "host:port", false, text -> Optional.of(text).filter(ValueType::isHostPort)));
  }

  private static boolean isHostPort(String text) {
    Matcher match = HOST_PORT.matcher(text);
    if (!match.matches()) {
      return false;
    }
    int port = Integer.parseInt(match.group(2));
    return 1 <= port && port <= 65535;
  }

  private static Optional<Long> bytes(String text) {
    // 12 digits of TiB would pass 2^63.
    return amount(text, SIZE_UNITS)
        .filter(a -> a.count() <= Long.MAX_VALUE / a.unit())
        .map(a -> a.count() * a.unit());
  }

  private record Amount<U>(long count, U unit) {}

  private static <U> Optional<Amount<U>> amount(String text, Map<String, U> units) {
    Matcher match = AMOUNT.matcher(text);
    if (!match.matches() || !units.containsKey(match.group(2))) {
      return Optional.empty();
    }
    return Optional.of(new Amount<>(Long.parseLong(match.group(1)), units.get(match.group(2))));
  }

  private static <N> Optional<N> number(String text, Function<String, N> parse) {
    try {
      return Optional.of(parse.apply(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static String plain(double number) {
    return new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString();
  }

  private static String inUnits(Duration duration) {
    long millis = duration.toMillis();
    for (String unit : List.of("d", "h", "m", "s")) {
      long unitMillis = Objects.requireNonNull(DURATION_UNITS.get(unit)).getDuration().toMillis();
      if (millis > 0 && millis % unitMillis == 0) {
        return millis / unitMillis + unit;
      }
    }
    return millis + "ms";
  }
}
