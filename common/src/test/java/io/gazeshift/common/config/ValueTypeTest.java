package io.gazeshift.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ValueTypeTest {

  private static final ValueType<Integer> PORT = ValueType.integer(0, 65535);
  private static final ValueType<Double> FPS = ValueType.decimal(0.1, 240);
  private static final ValueType<Duration> DELAY =
      ValueType.duration(Duration.ofMillis(1), Duration.ofDays(7));
  private static final ValueType<Long> SIZE = ValueType.byteSize("1KiB", "1TiB");
  private static final ValueType<TimeUnit> UNIT = ValueType.choice(TimeUnit.class);
  private static final ValueType<List<String>> HOSTS = ValueType.hostPorts();

  static Stream<Arguments> accepted() {
    return Stream.of(
        Arguments.of(PORT, "0", 0),
        Arguments.of(PORT, "65535", 65535),
        Arguments.of(FPS, "0.1", 0.1),
        Arguments.of(FPS, "240", 240.0),
        Arguments.of(FPS, "2.4e2", 240.0),
        Arguments.of(DELAY, "500ms", Duration.ofMillis(500)),
        Arguments.of(DELAY, "30s", Duration.ofSeconds(30)),
        Arguments.of(DELAY, "5m", Duration.ofMinutes(5)),
        Arguments.of(DELAY, "2h", Duration.ofHours(2)),
        Arguments.of(DELAY, "1d", Duration.ofDays(1)),
        Arguments.of(SIZE, "512MiB", 512L << 20),
        Arguments.of(SIZE, "512 MiB", 512L << 20),
        Arguments.of(SIZE, "2048B", 2048L),
        Arguments.of(SIZE, "1TiB", 1L << 40),
        Arguments.of(ValueType.bool(), "true", true),
        Arguments.of(UNIT, "seconds", TimeUnit.SECONDS),
        Arguments.of(ValueType.path(), "/a/b", Path.of("/a/b")),
        Arguments.of(HOSTS, "", List.of()),
        Arguments.of(HOSTS, "a:1, [::1]:9092", List.of("a:1", "[::1]:9092")),
        Arguments.of(ValueType.text(), "", ""),
        Arguments.of(PORT.orEmpty(), "", Optional.empty()),
        Arguments.of(PORT.orEmpty(), "7", Optional.of(7)));
  }

  @ParameterizedTest
  @MethodSource("accepted")
  void aTextBecomesItsValue(ValueType<?> type, String text, Object value) {
    assertThat(type.parse(text)).isEqualTo(Optional.of(value));
  }

  static Stream<Arguments> rejected() {
    return Stream.of(
            rejected(PORT, "", "-1", "65536", "abc", "1.0", "0x10", " 1", "99999999999"),
            rejected(FPS, "", "0.09", "240.1", "NaN", "Infinity", "1d", "1,5", "fast"),
            rejected(DELAY, "", "5", "5 parsecs", "-1s", "1.5s", "0ms", "8d", "999999999999999d"),
            rejected(SIZE, "", "512", "512MB", "1023B", "2TiB", "999999999999999TiB", "-1KiB"),
            rejected(ValueType.bool(), "", "yes", "on", "TRUE", "1"),
            rejected(UNIT, "", "SECONDS", "second"),
            rejected(ValueType.path(), "", "  ", "a\0b"),
            rejected(HOSTS, "a", "a:", ":1", "a:0", "a:65536", "a:1,", "a b:1", "http://a:1"),
            rejected(ValueType.matching("[a-c]+", "some"), "", "abcd", "d"))
        .flatMap(s -> s);
  }

  private static Stream<Arguments> rejected(ValueType<?> type, String... texts) {
    return Stream.of(texts).map(text -> Arguments.of(type, text));
  }

  @ParameterizedTest
  @MethodSource("rejected")
  void aTextThatIsNotWhatWasExpectedHasNoValue(ValueType<?> type, String text) {
    assertThat(type.parse(text)).isEmpty();
  }

  @Test
  void everyTypeSaysWhatItExpects() {
    assertThat(PORT.expected()).isEqualTo("a whole number from 0 to 65535");
    assertThat(FPS.expected()).isEqualTo("a number from 0.1 to 240");
    assertThat(DELAY.expected())
        .isEqualTo("a duration from 1ms to 7d, for example 500ms, 30s, 5m, 2h or 1d");
    assertThat(SIZE.expected()).isEqualTo("a size from 1KiB to 1TiB, for example 512MiB");
    assertThat(UNIT.expected()).startsWith("one of nanoseconds, microseconds, ");
    assertThat(PORT.orEmpty().expected()).isEqualTo("a whole number from 0 to 65535, or empty");
  }

  @Test
  void aTildeIsTheHomeDirectory() {
    assertThat(ValueType.path().parse("~/x"))
        .contains(BaseDirectories.home(System.getenv()).resolve("x"));
  }
}
