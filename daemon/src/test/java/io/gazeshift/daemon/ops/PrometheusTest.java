package io.gazeshift.daemon.ops;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where it cannot be had; {@link OperationsIT} has a real one. */
class PrometheusTest {

  @TempDir private Path directory;

  @Test
  void whereItIsMissingTheMessageNamesThePackage() {
    assertThatThrownBy(() -> Prometheus.find("prometheus", "/nowhere::" + directory))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "prometheus: not on the PATH; install it (Debian and Ubuntu: apt-get install"
                + " prometheus)");
  }

  @Test
  void whereItDoesNotStartItsLastLineIsTold() throws IOException {
    Path program = Files.writeString(directory.resolve("prometheus"), FAILING);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path rules = Files.writeString(directory.resolve("rules.yaml"), "groups: []\n");

    Prometheus installed =
        new Prometheus(Prometheus.find("prometheus", directory.toString()), rules);

    assertThatThrownBy(() -> installed.watch("http://127.0.0.1:9464/"))
        .isInstanceOf(UserError.class)
        .hasMessage("prometheus: exited with 3: no room for records");
  }

  private static final String FAILING =
      """
      #!/bin/sh
      echo begins
      echo no room for records >&2
      exit 3
      """;
}
