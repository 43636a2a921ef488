package io.gazeshift.common.config;

import static io.gazeshift.common.config.ConfigLoaderTest.assertErrors;
import static io.gazeshift.common.config.Samples.file;
import static io.gazeshift.common.config.Samples.load;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gazeshift.common.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlFileTest {

  private static final String NOT_SUPPORTED =
      "YAML tags (!), anchors (&) and aliases (*) are not supported; quote a value that begins with"
          + " one of these characters";

  @TempDir Path dir;

  @Test
  void valuesKeepTheirSpelling() {
    Path file = file(dir, "wheels:\n- name: 007\n- name: on\n- name: 1_000\n- name: 2024-01-01\n");

    EffectiveConfig config = load(file, Map.of());

    assertThat(config.get(Samples.NAME, 0)).isEqualTo("007");
    assertThat(config.get(Samples.NAME, 1)).isEqualTo("on");
    assertThat(config.get(Samples.NAME, 2)).isEqualTo("1_000");
    assertThat(config.get(Samples.NAME, 3)).isEqualTo("2024-01-01");
  }

  @Test
  void anEmptyFileGivesNothing() {
    assertThat(load(file(dir, ""), Map.of()).get(Samples.PORT)).isZero();
    assertThat(load(file(dir, "# nothing\n---\n"), Map.of()).get(Samples.PORT)).isZero();
  }

  @Test
  void aByteOrderMarkIsIgnored() {
    assertThat(load(file(dir, "\uFEFFbroker: {port: 5}"), Map.of()).get(Samples.PORT)).isEqualTo(5);
  }

  @Test
  void brokenYamlIsReportedWithItsPlaceOnOneLine() {
    assertErrors(
        () -> load(file(dir, "broker:\n  port: 1: 2\n"), Map.of()),
        "gazeshift.yaml:2:10: broken YAML: mapping values are not allowed here");
    assertErrors(
        () -> load(file(dir, "broker:\n  port: 'abc\n"), Map.of()),
        "gazeshift.yaml:3:1: broken YAML: found unexpected end of stream while scanning a quoted"
            + " scalar");
    assertErrors(
        () -> load(file(dir, "broker:\n\tport: 1\n"), Map.of()),
        "gazeshift.yaml:2:1: broken YAML: found character '\\t(TAB)' that cannot start any token."
            + " (Do not use \\t(TAB) for indentation) while scanning for the next token");
    assertErrors(
        () -> load(file(dir, "broker:\n  port: 1\n heap: 2\n"), Map.of()),
        "gazeshift.yaml:3:2: broken YAML: expected <block end>, but found '<block mapping start>'"
            + " while parsing a block mapping");
  }

  @Test
  void aControlCharacterIsReportedOnOneLine() {
    assertErrors(
        () -> load(file(dir, "broker:\n  port: \u0007\n"), Map.of()),
        "gazeshift.yaml: broken YAML: special characters are not allowed");
  }

  @Test
  void aKeyGivenTwiceIsRejectedWithBothLines() {
    assertErrors(
        () -> load(file(dir, "broker:\n  port: 1\n  heap: 1B\n  port: 2\n"), Map.of()),
        "broker.port: given twice (gazeshift.yaml:2 and 4)");
    assertErrors(
        () -> load(file(dir, "broker: {port: 1}\nmotor:\nbroker: {heap: 1B}\n"), Map.of()),
        "broker: given twice (gazeshift.yaml:1 and 3)");
    assertErrors(
        () -> load(file(dir, "broker:\n  extra:\n    a.b: 1\n    a:\n      b: 2\n"), Map.of()),
        "broker.extra.a.b: given twice (gazeshift.yaml:3 and 5)");
  }

  @Test
  void tagsAndAliasesAreRejectedSoThatNoBombCanGoOff() {
    assertErrors(
        () -> load(file(dir, "broker:\n  port: !!int 1\n"), Map.of()),
        "gazeshift.yaml:2: " + NOT_SUPPORTED);
    assertErrors(
        () -> load(file(dir, "broker: !!javax.script.ScriptEngineManager {}\n"), Map.of()),
        "gazeshift.yaml:1: " + NOT_SUPPORTED);
    assertErrors(
        () -> load(file(dir, "wheels:\n- name: *a\n"), Map.of()),
        "gazeshift.yaml:2: " + NOT_SUPPORTED);
    assertErrors(
        () -> load(file(dir, "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n"), Map.of()),
        "gazeshift.yaml:1: " + NOT_SUPPORTED);
    assertErrors(
        () -> load(file(dir, "broker:\n  hosts: ['a:1', *b]\n"), Map.of()),
        "gazeshift.yaml:2: " + NOT_SUPPORTED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"!hunter2", "*hunter2", "&hunter2", "!hunter2!x", "!<hunter2", "%hunter2"})
  void aPasswordThatLooksLikeYamlSyntaxIsNotRepeated(String password) {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> load(file(dir, "motor:\n  pin: %s\n".formatted(password)), Map.of()))
        .satisfies(e -> assertThat(e).hasNoCause())
        .satisfies(e -> assertThat(e.getMessage()).startsWith("gazeshift.yaml:2"))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hunter2", "\n"));
  }

  @Test
  void whatIsNoConfigurationIsRejected() {
    assertErrors(
        () -> load(file(dir, "- a\n- b\n"), Map.of()),
        "gazeshift.yaml:1: expected keys such as 'broker:' at the top level");
    assertErrors(
        () -> load(file(dir, "broker:\n---\nmotor:\n"), Map.of()),
        "gazeshift.yaml:2: contains a second document ('---'); put everything into one document");
    assertErrors(
        () -> load(file(dir, "a: " + "[".repeat(100) + "]".repeat(100)), Map.of()),
        "gazeshift.yaml:1: nested too deeply");
    assertErrors(
        () -> load(file(dir, "wheels:\n- name: a\n- b\n"), Map.of()),
        "wheels: mixes sections and plain values in one list (gazeshift.yaml:2)");
  }

  @Test
  void aFileThatCannotBeReadIsNamed() throws Exception {
    Path missing = dir.resolve("none.yaml");
    assertErrors(
        () -> load(missing, Map.of()), missing + ": the configuration file does not exist");
    assertErrors(() -> load(dir, Map.of()), dir + ": is a directory, not a configuration file");

    Path binary = Files.write(dir.resolve("b.yaml"), new byte[] {'a', (byte) 0xff, (byte) 0xfe});
    assertErrors(() -> load(binary, Map.of()), binary + ": is not UTF-8 text");

    Path large = Files.write(dir.resolve("l.yaml"), new byte[(1 << 20) + 1]);
    assertErrors(
        () -> load(large, Map.of()),
        large + ": larger than 1MiB, too large for a configuration file");
  }
}
