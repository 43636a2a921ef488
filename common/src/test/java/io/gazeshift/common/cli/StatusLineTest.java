package io.gazeshift.common.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StatusLineTest {

  private static final Duration PLAIN = Duration.ofSeconds(10);

  private final TestClock clock = new TestClock();

  @Test
  void onATerminalTheLineIsRewrittenInPlace() {
    TestConsole terminal = TestConsole.terminal(20);
    try (StatusLine line = new StatusLine(terminal.console(), clock, PLAIN)) {
      line.show("abc");
      clock.advance(Duration.ofSeconds(1));
      line.show("de");
    }

    assertThat(terminal.out()).isEqualToNormalizingNewlines("abc\r   \rde\n");
  }

  @Test
  void aLongLineIsCutSoThatItNeverWraps() {
    TestConsole terminal = TestConsole.terminal(6);
    try (StatusLine line = new StatusLine(terminal.console(), clock, PLAIN)) {
      line.show("abcdefgh");
      clock.advance(Duration.ofSeconds(1));
      line.show("12345");
    }

    assertThat(terminal.out()).isEqualToNormalizingNewlines("abcd…\r     \r12345\n");
  }

  @Test
  void whatComesFasterThanAPersonReadsIsSkippedExceptTheLast() {
    TestConsole terminal = TestConsole.terminal(20);
    try (StatusLine line = new StatusLine(terminal.console(), clock, PLAIN)) {
      for (int i = 0; i < 1000; i++) {
        line.show("n" + i);
        clock.advance(Duration.ofMillis(1));
      }
    }

    assertThat(terminal.out())
        .startsWith("n0\r  \rn100\r")
        .isEqualToNormalizingNewlines(
            terminal.out().substring(0, terminal.out().lastIndexOf('\r')) + "\rn999\n");
  }

  @Test
  void elsewhereItIsANewLineEveryNowAndThen() {
    TestConsole pipe = TestConsole.pipe();
    try (StatusLine line = new StatusLine(pipe.console(), clock, PLAIN)) {
      for (int second = 0; second <= 24; second++) {
        line.show("at " + second);
        clock.advance(Duration.ofSeconds(1));
      }
    }

    assertThat(pipe.out()).isEqualToNormalizingNewlines("at 0\nat 10\nat 20\nat 24\n");
  }

  @Test
  void aLineThatStaysIsPrintedAbove() {
    TestConsole terminal = TestConsole.terminal(20);
    try (StatusLine line = new StatusLine(terminal.console(), clock, PLAIN)) {
      line.show("abc");
      line.println("hello");
    }

    assertThat(terminal.out()).isEqualToNormalizingNewlines("abc\r   \rhello\nabc\n");
  }

  @Test
  void nothingShownLeavesNothing() {
    TestConsole terminal = TestConsole.terminal(20);
    new StatusLine(terminal.console(), clock, PLAIN).close();

    assertThat(terminal.out()).isEmpty();
  }
}
