package io.gazeshift.common.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.UserError;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ErrorReporterTest {

  private final TestConsole pipe = TestConsole.pipe();

  @Command(name = "gazeshift")
  private static final class Program implements Runnable {
    @Override
    public void run() {}
  }

  @Command(name = "run")
  private static final class Run implements Runnable {

    @Mixin private final CommonOptions options = new CommonOptions(Map.of(), Path.of("none"));
    private final Supplier<RuntimeException> failure;

    Run(Supplier<RuntimeException> failure) {
      this.failure = failure;
    }

    @Override
    public void run() {
      options.load(new Flags());
      RuntimeException thrown = failure.get();
      if (thrown != null) {
        throw thrown;
      }
    }
  }

  private int execute(TestConsole console, Supplier<RuntimeException> failure, String... args) {
    CommandLine commandLine = new CommandLine(new Program()).addSubcommand(new Run(failure));
    new ErrorReporter(console.console()).attachTo(commandLine);
    return commandLine.execute(args);
  }

  @Test
  void workThatIsDoneSaysNothing() {
    assertThat(execute(pipe, () -> null, "run")).isEqualTo(ExitCode.DONE);
    assertThat(pipe.err()).isEmpty();
  }

  @Test
  void aFailureOfTheSurroundingsIsOneLineAndExitCodeOne() {
    int exitCode = execute(pipe, () -> new UserError("disk: full; make room"), "run");

    assertThat(exitCode).isEqualTo(ExitCode.FAILED);
    assertThat(pipe.err()).isEqualToNormalizingNewlines("gazeshift: disk: full; make room\n");
    assertThat(pipe.out()).isEmpty();
  }

  @Test
  void everyProblemOfAWrongRequestIsALineAndTheExitCodeIsTwo() {
    int exitCode = execute(pipe, () -> null, "run", "--set", "kafka.bootstap=h:1", "--set", "x=1");

    assertThat(exitCode).isEqualTo(ExitCode.USAGE);
    assertThat(pipe.err())
        .isEqualToNormalizingNewlines(
            """
            gazeshift: kafka.bootstap: unknown key; did you mean kafka.bootstrap? (--set)
            gazeshift: x: unknown key (--set)
            """);
  }

  @Test
  void anErrorIsRedOnATerminal() {
    TestConsole terminal = TestConsole.terminal(80);

    execute(terminal, () -> new UserError("disk: full"), "run");

    assertThat(terminal.err())
        .isEqualToNormalizingNewlines("\u001B[31mgazeshift: disk: full\u001B[0m\n");
  }

  @Test
  void verboseAddsTheTrace() {
    Supplier<RuntimeException> failure =
        () -> new UserError("disk: full", new IllegalStateException("device 7"));

    execute(pipe, failure, "run", "-v");

    assertThat(pipe.err())
        .startsWith("gazeshift: disk: full")
        .contains("Caused by: java.lang.IllegalStateException: device 7")
        .contains("at io.gazeshift.common.cli.ErrorReporterTest");
  }

  @Test
  void aBugIsOneLineThatSaysHowToSeeMore() {
    int exitCode = execute(pipe, () -> new IllegalStateException("no\nway"), "run");

    assertThat(exitCode).isEqualTo(ExitCode.FAILED);
    assertThat(pipe.err())
        .isEqualToNormalizingNewlines(
            "gazeshift: internal error: java.lang.IllegalStateException: no way; run again with"
                + " --verbose for the stack trace\n");
  }

  @Test
  void aWrongFlagIsRejectedWithASuggestionAndAPointerToTheHelp() {
    int exitCode = execute(pipe, () -> null, "run", "--kafak", "a:1");

    assertThat(exitCode).isEqualTo(ExitCode.USAGE);
    assertThat(pipe.err())
        .isEqualToNormalizingNewlines(
            """
            gazeshift: Unknown options: '--kafak', 'a:1'
            Did you mean '--kafka'?
            See 'gazeshift run --help'.
            """);
  }

  @Test
  void aWrongCommandIsRejectedWithASuggestion() {
    int exitCode = execute(pipe, () -> null, "rum");

    assertThat(exitCode).isEqualTo(ExitCode.USAGE);
    assertThat(pipe.err()).contains("'rum'").contains("run").contains("See 'gazeshift --help'.");
  }
}
