package io.gazeshift.daemon.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.RenamedKeys;
import io.gazeshift.common.config.RenamedKeys.Renamed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that {@code gazeshift config --example} of release 0.1 printed, set to its value. */
class OldConfigurationTest {

  private static final Map<String, String> ENVIRONMENT =
      Map.of("HOME", "/home/u", "HOSTNAME", "host-1");

  @TempDir Path dir;

  @Test
  void everyKeyOfItIsKnownOrNamesItsNewName() throws IOException {
    Path file = Files.writeString(dir.resolve("gazeshift.yaml"), uncommented());

    UserError error =
        catchThrowableOfType(
            UserError.class, () -> GazeshiftConfig.load(Optional.of(file), ENVIRONMENT, List.of()));

    assertThat(error.getMessage().lines().filter(line -> line.contains("renamed")))
        .map(line -> line.replaceFirst(" \\(gazeshift.yaml:\\d+\\)$", ""))
        .containsExactlyInAnyOrder(
            "cameras[0].calibration was renamed in 0.2.0; use cameras[0].lens-calibration",
            "adapt.calibration was renamed in 0.2.0; use adapt.validation",
            "adapt.min-samples-asked was renamed in 0.2.0; use adapt.min-samples-requested",
            "adapt.longest-back-off was renamed in 0.2.0; use adapt.max-back-off");
    assertThat(error.getMessage()).doesNotContain("unknown key");
    assertThat(RenamedKeys.OF_PROGRAM.all()).hasSize(4);
  }

  @Test
  void withTheNewNamesItIsRead() throws IOException {
    String text = uncommented();
    for (Renamed renamed : RenamedKeys.OF_PROGRAM.all()) {
      text =
          text.replaceFirst(
              "(?<![\\w-])%s:".formatted(key(renamed.oldPath())), key(renamed.newPath()) + ":");
    }
    text = text.replaceFirst("(?m)^ *yunet:.*\n", "");
    // The example's security settings are for a cluster.
    text = text.replaceFirst("bootstrap: ''", "bootstrap: kafka:9093");
    Path file = Files.writeString(dir.resolve("gazeshift.yaml"), text);

    GazeshiftConfig config = GazeshiftConfig.load(Optional.of(file), ENVIRONMENT, List.of());

    assertThat(config.cameras()).hasSize(1);
    assertThat(config.domains()).hasSize(1);
  }

  private static String key(String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** Without its explanations, and with its keys instead of comments. Secrets are not there. */
  private static String uncommented() throws IOException {
    try (InputStream in =
        OldConfigurationTest.class.getResourceAsStream("/config-example-0.1.yaml")) {
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.matches("\\s*# \\S.*"))
          .filter(line -> !line.contains("${file:"))
          .map(line -> line.replaceFirst("^(\\s*)#", "$1"))
          .collect(joining("\n", "", "\n"));
    }
  }
}
