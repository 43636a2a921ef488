package io.gazeshift.common.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gazeshift.common.UserError;
import io.gazeshift.daemon.config.GazeshiftConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class CommonOptionsTest {

  @TempDir Path dir;
  private final Map<String, String> environment = new HashMap<>();

  @Command(name = "run")
  private static final class Run {

    @Mixin private final CommonOptions options;

    Run(CommonOptions options) {
      this.options = options;
    }
  }

  @BeforeEach
  void liveSomewhere() {
    environment.put("HOME", dir.resolve("home").toString());
  }

  @Test
  void flagsBecomeSettingsWithTheirNameAsOrigin() {
    CommonOptions options =
        parse("--kafka", "k:9092", "--data-dir", "/d", "--set", "infer.threads=2", "-v");
    Flags ofCommand = new Flags().set("--port", "broker.port", 7).set("--fast", "infer.x", null);

    GazeshiftConfig config = GazeshiftConfig.load(options, ofCommand);

    assertThat(options.verbose()).isTrue();
    assertThat(config.kafka().bootstrap()).containsExactly("k:9092");
    assertThat(config.broker().dataDir()).isEqualTo(Path.of("/d"));
    assertThat(config.broker().port()).isEqualTo(7);
    assertThat(config.infer().threads()).isEqualTo(2);
    assertThat(options.loadEffective(ofCommand).origin("broker.port")).isEqualTo("--port");
    assertThat(options.loadEffective(ofCommand).origin("kafka.bootstrap")).isEqualTo("--kafka");
    assertThat(options.loadEffective(ofCommand).origin("infer.threads")).isEqualTo("--set");
  }

  @Test
  void aValueMayHoldAnEqualsSign() {
    GazeshiftConfig config =
        GazeshiftConfig.load(parse("--set", "kafka.properties.my.filter=a=b=c"), new Flags());

    assertThat(config.kafka().properties()).containsEntry("my.filter", "a=b=c");
  }

  @Test
  void filesAreLookedForInOrder() throws Exception {
    assertThat(port()).isZero();

    write("home/.config/gazeshift/gazeshift.yaml", 1);
    assertThat(port()).isEqualTo(1);

    environment.put("XDG_CONFIG_HOME", dir.resolve("xdg").toString());
    write("xdg/gazeshift/gazeshift.yaml", 2);
    assertThat(port()).isEqualTo(2);

    write("gazeshift.yaml", 3);
    assertThat(port()).isEqualTo(3);

    environment.put("GAZESHIFT_CONFIG", write("a.yaml", 4).toString());
    assertThat(port()).isEqualTo(4);

    assertThat(port("--config", write("b.yaml", 5).toString())).isEqualTo(5);
  }

  @Test
  void aFileThatWasAskedForMustBeThere() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> port("--config", "/no/such.yaml"))
        .withMessage("--config: the file /no/such.yaml does not exist");

    environment.put("GAZESHIFT_CONFIG", "/no/such.yaml");
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(this::port)
        .withMessage("GAZESHIFT_CONFIG: the file /no/such.yaml does not exist")
        .satisfies(e -> assertThat(e.isUsage()).isTrue());
  }

  @Test
  void aSettingWithoutAValueIsRejectedWithoutRepeatingWhatMayBeASecret() {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> port("--set", "kafka.properties.ssl.key.password:hunter2"))
        .withMessage(
            "--set: 'kafka.properties.ssl.key.password...' needs a value; write --set key=value");
  }

  private int port(String... args) {
    return GazeshiftConfig.load(parse(args), new Flags()).broker().port();
  }

  private CommonOptions parse(String... args) {
    Run run = new Run(new CommonOptions(environment, dir));
    new CommandLine(run).parseArgs(args);
    return run.options;
  }

  private Path write(String file, int port) throws IOException {
    Path path = dir.resolve(file);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, "broker: {port: %d}".formatted(port));
  }
}
