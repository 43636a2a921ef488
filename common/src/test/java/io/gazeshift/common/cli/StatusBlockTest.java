package io.gazeshift.common.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatusBlockTest {

  private static final Duration PLAIN = Duration.ofSeconds(10);
  private static final String ERASE_TWO = "\r\u001B[2A\u001B[J";

  private final TestClock clock = new TestClock();

  @Test
  void onATerminalTheLinesAreRewrittenInPlace() {
    TestConsole terminal = TestConsole.terminal(20);
    try (StatusBlock block = new StatusBlock(terminal.console(), clock, PLAIN)) {
      block.show(List.of("a", "b"));
      clock.advance(Duration.ofSeconds(1));
      block.show(List.of("c", "d"));
    }

    assertThat(terminal.out()).isEqualToNormalizingNewlines("a\nb\n" + ERASE_TWO + "c\nd\n");
  }

  @Test
  void aLineThatStaysIsPrintedAbove() {
    TestConsole terminal = TestConsole.terminal(20);
    try (StatusBlock block = new StatusBlock(terminal.console(), clock, PLAIN)) {
      block.show(List.of("a", "b"));
      block.println("hello");
    }

    assertThat(terminal.out()).isEqualToNormalizingNewlines("a\nb\n" + ERASE_TWO + "hello\na\nb\n");
  }

  @Test
  void aLongLineIsCutSoThatItNeverWraps() {
    TestConsole terminal = TestConsole.terminal(6);
    try (StatusBlock block = new StatusBlock(terminal.console(), clock, PLAIN)) {
      block.show(List.of("abcdefgh"));
    }

    assertThat(terminal.out()).isEqualToNormalizingNewlines("abcd…\n");
  }

  @Test
  void elsewhereTheyArePrintedEveryNowAndThen() {
    TestConsole pipe = TestConsole.pipe();
    try (StatusBlock block = new StatusBlock(pipe.console(), clock, PLAIN)) {
      for (int second = 0; second <= 14; second++) {
        block.show(List.of("a " + second, "b"));
        clock.advance(Duration.ofSeconds(1));
      }
      block.println("hello");
    }

    assertThat(pipe.out()).isEqualToNormalizingNewlines("a 0\nb\na 10\nb\nhello\na 14\nb\n");
  }

  @Test
  void aTerminalThatCannotMoveUpIsTreatedLikeAFile() {
    TestConsole dumb = TestConsole.terminal(Map.of("TERM", "dumb"));
    try (StatusBlock block = new StatusBlock(dumb.console(), clock, PLAIN)) {
      block.show(List.of("a", "b"));
      clock.advance(Duration.ofSeconds(1));
      block.show(List.of("c", "d"));
    }

    assertThat(dumb.out()).isEqualToNormalizingNewlines("a\nb\nc\nd\n");
  }
}
