package io.gazeshift.common.config;

import static io.gazeshift.common.config.Samples.file;
import static io.gazeshift.common.config.Samples.load;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gazeshift.common.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {

  @TempDir Path dir;

  @Test
  void withoutAnythingEverySettingHasItsDefault() {
    EffectiveConfig config = load(Map.of("WHO", "me"));

    assertThat(config.get(Samples.PORT)).isZero();
    assertThat(config.get(Samples.PAUSE)).isEqualTo(Duration.ofSeconds(5));
    assertThat(config.get(Samples.DIR)).isEqualTo(Path.of("/x/me"));
    assertThat(config.size("wheels")).isZero();
    assertThat(config.map(Samples.EXTRA)).isEmpty();
    assertThat(config.origin("broker.port")).isEqualTo("default");
  }

  @Test
  void aValueKnowsItsLineInTheFile() {
    EffectiveConfig config =
        load(file(dir, "# hello\nbroker:\n\n  port: 7\nmotor:\n  pause: 2h\n"), Map.of());

    assertThat(config.get(Samples.PORT)).isEqualTo(7);
    assertThat(config.origin("broker.port")).isEqualTo("gazeshift.yaml:4");
    assertThat(config.origin("motor.pause")).isEqualTo("gazeshift.yaml:6");
  }

  @Test
  void flagsWinOverTheEnvironmentAndThatOverTheFile() {
    Path file = file(dir, "broker: {port: 1, heap: 1KiB, hosts: 'a:1'}");
    Map<String, String> env = Map.of("GAZESHIFT_BROKER_PORT", "2", "GAZESHIFT_BROKER_HEAP", "2KiB");

    EffectiveConfig config = load(file, env, GivenValue.text("broker.port", "3", "--port"));

    assertThat(config.get(Samples.PORT)).isEqualTo(3);
    assertThat(config.origin("broker.port")).isEqualTo("--port");
    assertThat(config.get(Samples.HEAP)).isEqualTo(2048);
    assertThat(config.origin("broker.heap")).isEqualTo("GAZESHIFT_BROKER_HEAP");
    assertThat(config.get(Samples.HOSTS)).containsExactly("a:1");
    assertThat(config.origin("broker.hosts")).isEqualTo("gazeshift.yaml:1");
  }

  @Test
  void ofTwoFlagsForOneKeyTheLaterCounts() {
    EffectiveConfig config =
        load(
            Map.of(),
            GivenValue.text("broker.port", "3", "--set"),
            GivenValue.text("broker.port", "4", "--port"));

    assertThat(config.get(Samples.PORT)).isEqualTo(4);
  }

  @Test
  void sectionsOfAListAreOverriddenByTheirIndex() {
    Path file = file(dir, "wheels:\n- name: left\n  size: 5\n- name: right\n");
    Map<String, String> env =
        Map.of("GAZESHIFT_WHEELS_1_SIZE", "6", "GAZESHIFT_WHEELS_2_NAME", "spare");

    EffectiveConfig config = load(file, env);

    assertThat(config.size("wheels")).isEqualTo(3);
    assertThat(config.get(Samples.NAME, 1)).isEqualTo("right");
    assertThat(config.origin("wheels[1].name")).isEqualTo("gazeshift.yaml:4");
    assertThat(config.get(Samples.SIZE, 0)).isEqualTo(5);
    assertThat(config.get(Samples.SIZE, 1)).isEqualTo(6);
    assertThat(config.get(Samples.NAME, 2)).isEqualTo("spare");
    assertThat(config.get(Samples.SIZE, 2)).isEqualTo(20);
  }

  @Test
  void aFreeMapTakesFlatQuotedAndNestedKeysAndVariables() {
    Path file =
        file(
            dir,
            """
            broker:
              extra:
                a.b: 1
                "c.d": two
                ssl:
                  keystore:
                    location: /k
                  truststore.type: PKCS12
            """);

    EffectiveConfig config =
        load(file, Map.of("GAZESHIFT_BROKER_EXTRA_SSL_KEYSTORE_LOCATION", "/env"));

    assertThat(config.map(Samples.EXTRA))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "a.b", "1",
                "c.d", "two",
                "ssl.keystore.location", "/env",
                "ssl.truststore.type", "PKCS12"));
    assertThat(config.origin("broker.extra.ssl.truststore.type")).isEqualTo("gazeshift.yaml:8");
  }

  @Test
  void aListOfPlainValuesIsAsGoodAsCommas() {
    assertThat(load(file(dir, "broker:\n  hosts: ['a:1', 'b:2']"), Map.of()).get(Samples.HOSTS))
        .containsExactly("a:1", "b:2");
    assertErrors(
        () -> load(file(dir, "broker:\n  port: [1, 2]"), Map.of()),
        "broker.port: a list is not a whole number from 0 to 65535 (gazeshift.yaml:2)");
  }

  @Test
  void keysWithoutAValueAreAsIfTheyWereNotThere() {
    Path file = file(dir, "broker:\nmotor:\n  pause:\n  unit: ~\n  pin: null\nwheels: []\n");

    assertThat(load(file, Map.of("WHO", "me")).describe())
        .isEqualTo(load(Map.of("WHO", "me")).describe());
  }

  @Test
  void anUnknownKeyIsRejectedWithWhatWasProbablyMeant() {
    assertErrors(
        () -> load(file(dir, "broker:\n  prot: 1\nmoter:\nweather: fine\n"), Map.of()),
        "broker.prot: unknown key; did you mean broker.port? (gazeshift.yaml:2)",
        "moter: unknown key; did you mean motor? (gazeshift.yaml:3)",
        "weather: unknown key (gazeshift.yaml:4)");
    assertErrors(
        () -> load(file(dir, "wheels:\n- nmae: x\n  name: y\nport: 3"), Map.of()),
        "wheels[0].nmae: unknown key; did you mean wheels[0].name? (gazeshift.yaml:2)",
        "port: unknown key; did you mean broker.port? (gazeshift.yaml:4)");
    assertErrors(
        () -> load(Map.of(), GivenValue.text("motor.puase", "1s", "--set")),
        "motor.puase: unknown key; did you mean motor.pause? (--set)");
  }

  @Test
  void aKeyOfAnEarlierReleaseSaysThatItWasRemoved() {
    assertErrors(
        () ->
            load(
                file(dir, "faces:\n  yunet: detector.onnx\n"),
                Map.of("GAZESHIFT_FACES_YUNET", "detector.onnx")),
        "GAZESHIFT_FACES_YUNET: was removed in 0.2.0; delete it: MediaPipe's detector finds the"
            + " faces",
        "faces.yunet: was removed in 0.2.0; delete it: MediaPipe's detector finds the faces"
            + " (gazeshift.yaml:2)");
  }

  @Test
  void aSectionIsNoValueAndAValueNoSection() {
    assertErrors(
        () -> load(file(dir, "broker: 5\nmotor:\n  pause:\n    long: 1"), Map.of()),
        "broker: is a section, not a value; set the keys below it (gazeshift.yaml:1)",
        "motor.pause: expected a duration from 0ms to 9d, for example 500ms, 30s, 5m, 2h or 1d, not a section (gazeshift.yaml:4)");
  }

  @Test
  void allProblemsAreReportedAtOnce() {
    Path file = file(dir, "broker:\n  port: abc\n  prot: 1\nwheels:\n- size: 0\n");

    assertErrors(
        () -> load(file, Map.of("GAZESHIFT_MOTOR_UNIT", "weeks", "GAZESHIFT_MOTR_UNIT", "days")),
        "GAZESHIFT_MOTR_UNIT: unknown variable; did you mean GAZESHIFT_MOTOR_UNIT?",
        "broker.prot: unknown key; did you mean broker.port? (gazeshift.yaml:3)",
        "broker.port: 'abc' is not a whole number from 0 to 65535 (gazeshift.yaml:2)",
        "motor.unit: 'weeks' is not one of nanoseconds, microseconds, milliseconds, seconds,"
            + " minutes, hours, days (GAZESHIFT_MOTOR_UNIT)",
        "wheels[0].name: missing; set it to text, for example left",
        "wheels[0].size: '0' is not a whole number from 1 to 99 (gazeshift.yaml:5)");
  }

  @Test
  void aGapInAListIsRejected() {
    assertErrors(
        () -> load(Map.of("GAZESHIFT_WHEELS_0_NAME", "a", "GAZESHIFT_WHEELS_5_NAME", "b")),
        "wheels[5].name: has index 5, but only 1 entries come before it; number"
            + " entries from 0 without gaps (GAZESHIFT_WHEELS_5_NAME)",
        "wheels[1].name: missing; set it to text, for example left");
  }

  @Test
  void anIndexThatIsNoneIsRejected() {
    assertErrors(
        () ->
            load(
                Map.of(),
                GivenValue.text("wheels[99999999999].name", "a", "--set"),
                GivenValue.text("wheels[00].name", "a", "--set")),
        "wheels[99999999999].name: unknown key; did you mean wheels[].name? (--set)",
        "wheels[00].name: unknown key; did you mean wheels[].name? (--set)");
  }

  @Test
  void aSectionWithoutAnyKeyStillLacksWhatIsRequired() {
    assertErrors(
        () -> load(file(dir, "wheels:\n- name: a\n-\n"), Map.of()),
        "wheels[1].name: missing; set it to text, for example left");
  }

  @Test
  void referencesToFilesAndVariablesAreResolvedAnywhereInAValue() throws Exception {
    Path secret = Files.writeString(dir.resolve("secret"), "s3cret$1\\\n");
    Path file =
        file(
            dir,
            "broker:\n  port: ${env:THE_PORT}\n  extra:\n    jaas: 'user=${env:WHO} pw=${file:%s};'"
                .formatted(secret));

    EffectiveConfig config = load(file, Map.of("THE_PORT", "99", "WHO", "me"));

    assertThat(config.get(Samples.PORT)).isEqualTo(99);
    assertThat(config.map(Samples.EXTRA)).containsEntry("jaas", "user=me pw=s3cret$1\\;");
  }

  @Test
  void aReferenceThatCannotBeResolvedNamesKeyAndTarget() {
    Path file =
        file(
            dir,
            "broker:\n  port: ${env:NOPE}\n  extra:\n    a: ${file:/no/such}\n    b: ${file:/}");

    assertErrors(
        () -> load(file, Map.of()),
        "broker.port: the environment variable NOPE is not set (gazeshift.yaml:2)",
        "broker.extra.a: the file /no/such does not exist (gazeshift.yaml:4)",
        "broker.extra.b: cannot read the file / (gazeshift.yaml:5)");
  }

  @Test
  void aReferenceThatIsOverriddenIsNotResolved() {
    Path file = file(dir, "broker:\n  port: ${env:NOPE}\n");

    assertThat(
            load(file, Map.of(), GivenValue.text("broker.port", "1", "--port")).get(Samples.PORT))
        .isEqualTo(1);
  }

  @Test
  void aListingShowsEveryValueWithItsOriginButNoSecret() {
    Path file = file(dir, "motor: {pin: 4711}\nbroker:\n  extra: {ssl.key.password: hunter2}\n");

    List<EffectiveConfig.Row> rows = load(file, Map.of()).describe();

    assertThat(rows)
        .contains(
            new EffectiveConfig.Row("broker.port", "0", "default", "A port."),
            new EffectiveConfig.Row(
                "broker.extra.ssl.key.password", "********", "gazeshift.yaml:3", "Anything."),
            new EffectiveConfig.Row("motor.pin", "********", "gazeshift.yaml:1", "Pin."));
  }

  static void assertErrors(ThrowingCallable load, String... lines) {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(load)
        .satisfies(e -> assertThat(e.getMessage().lines()).containsExactly(lines))
        .satisfies(e -> assertThat(e.isUsage()).isTrue());
  }
}
