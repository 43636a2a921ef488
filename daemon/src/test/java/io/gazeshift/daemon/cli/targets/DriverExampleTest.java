package io.gazeshift.daemon.cli.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.cli.Console;
import io.gazeshift.daemon.cli.Commands;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.targets.event.DriverRules.Source;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ready configuration of a driver profile. */
class DriverExampleTest {

  private static final Path EXAMPLE = Path.of("..", "examples", "driver.yaml");

  @TempDir Path dir;

  @Test
  void itsTargetsPassTheCheckFromTheDriversHead() {
    StringWriter out = new StringWriter();
    int code =
        Commands.line(new Console(new PrintWriter(out), new PrintWriter(out), false, 80, Map.of()))
            .execute(
                "targets",
                "check",
                "--config",
                EXAMPLE.toString(),
                "--out",
                dir.resolve("car.svg").toString());

    assertThat(code).as(out::toString).isZero();
    assertThat(out.toString())
        .contains("domain car, seen from a head at 250 0 750 mm")
        .contains("road ", "left-mirror ", "inner-mirror ", "right-mirror ")
        .contains("cluster ", "console ", "passenger-side ");
  }

  @Test
  void itMeasuresTheDriverByAllRules() {
    GazeshiftConfig config = GazeshiftConfig.load(Optional.of(EXAMPLE), Map.of(), List.of());

    assertThat(config.events().enabled()).isTrue();
    assertThat(config.cameras())
        .singleElement()
        .satisfies(camera -> assertThat(camera.domain()).isEqualTo("car"));
    assertThat(config.drivers())
        .singleElement()
        .satisfies(
            driver -> {
              assertThat(driver.domain()).isEqualTo("car");
              assertThat(driver.rules().sources()).containsExactlyInAnyOrder(Source.values());
              assertThat(driver.isDriver(250, 100)).isTrue();
              assertThat(driver.isDriver(-300, 0)).isFalse();
            });
  }
}
