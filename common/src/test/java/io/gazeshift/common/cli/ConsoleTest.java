package io.gazeshift.common.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleTest {

  @Test
  void colourIsForTerminalsWhoseOwnerWantsIt() {
    assertThat(TestConsole.terminal(Map.of()).console().red("x")).isEqualTo("\u001B[31mx\u001B[0m");
    assertThat(TestConsole.terminal(Map.of("NO_COLOR", "")).console().isColoured()).isTrue();
    assertThat(TestConsole.terminal(Map.of("NO_COLOR", "1")).console().red("x")).isEqualTo("x");
    assertThat(TestConsole.terminal(Map.of("TERM", "dumb")).console().red("x")).isEqualTo("x");
    assertThat(TestConsole.pipe().console().red("x")).isEqualTo("x");
  }

  @Test
  void withoutAConsoleThereIsNoTerminal() {
    assertThat(Console.isInteractive(null)).isFalse();
  }

  @Test
  void theConsoleOfThisProcessIsNoTerminalUnderTheBuild() {
    Console console = Console.system();

    assertThat(console.isTerminal()).isFalse();
    assertThat(console.isColoured()).isFalse();
    assertThat(console.width()).isEqualTo(80);
  }
}
