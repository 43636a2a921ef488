package io.gazeshift.daemon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.cli.Console;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunBarTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void whoWatchesSeesABarForEachRunOnStandardError() {
    try (RunProgressBar bar = new RunProgressBar(console(true))) {
      bar.progress("seat", 0);
      bar.progress("seat", 1);
      assertThat(err.toString()).contains("adapting seat");
      bar.progress("desk", 0);
    }
    assertThat(err.toString()).contains("adapting desk");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void withoutATerminalOnlyTheLogReports() {
    try (RunProgressBar bar = new RunProgressBar(console(false))) {
      bar.progress("seat", 0);
      bar.progress("seat", 1);
    }
    assertThat(out.toString() + err).isEmpty();
  }

  private Console console(boolean terminal) {
    return new Console(new PrintWriter(out), new PrintWriter(err), terminal, 80, Map.of());
  }
}
