package io.gazeshift.common.cli;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.NearestWord;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints errors for users: one line for each problem, and the stack trace only on request. */
public final class ErrorReporter implements IExecutionExceptionHandler, IParameterExceptionHandler {

  private static final Logger log = LoggerFactory.getLogger(ErrorReporter.class);

  private final Console console;
  private final Map<String, String> renamed;

  public ErrorReporter(Console console) {
    this(console, Map.of());
  }

  /**
   * Also explains commands and options that have a new name.
   *
   * @param renamed what to say, by the old name with its command: {@code gazeshift adapt --old}
   */
  public ErrorReporter(Console console, Map<String, String> renamed) {
    this.console = console;
    this.renamed = Map.copyOf(renamed);
  }

  /** Makes a command line report its errors here. */
  public void attachTo(CommandLine commandLine) {
    commandLine
        .setOut(console.out())
        .setErr(console.err())
        .setExecutionExceptionHandler(this)
        .setParameterExceptionHandler(this);
  }

  @Override
  public int handleExecutionException(
      Exception failure, CommandLine commandLine, ParseResult fullParseResult) {
    String program = program(commandLine);
    boolean json = LogFormat.json == commandLine.getParseResult().matchedOptionValue("--log", null);
    if (json) {
      CommandLogging.useJson();
    }
    boolean verbose = commandLine.getParseResult().hasMatchedOption(CommonOptions.VERBOSE);
    int exitCode = ExitCode.FAILED;
    if (failure instanceof UserError error) {
      String.valueOf(error.getMessage()).lines().forEach(line -> say(program, line, json));
      exitCode = error.isUsage() ? ExitCode.USAGE : ExitCode.FAILED;
    } else {
      String line = "internal error: " + String.valueOf(failure).replaceAll("\\s+", " ");
      say(program, verbose ? line : line + "; run again with --verbose for the stack trace", json);
    }
    if (verbose && json) {
      log.error("stack trace", failure);
    } else if (verbose) {
      failure.printStackTrace(console.err());
    }
    console.err().flush();
    return exitCode;
  }

  @Override
  public int handleParseException(ParameterException mistake, String[] arguments) {
    CommandLine commandLine = mistake.getCommandLine();
    PrintWriter err = console.err();
    Optional<String> newName = newName(mistake);
    say(program(commandLine), newName.orElse(String.valueOf(mistake.getMessage())), false);
    if (newName.isEmpty()) {
      meant(mistake).ifPresent(word -> err.printf("Did you mean '%s'?%n", word));
    }
    err.printf("See '%s --help'.%n", commandLine.getCommandSpec().qualifiedName());
    err.flush();
    return ExitCode.USAGE;
  }

  private Optional<String> newName(ParameterException mistake) {
    if (!(mistake instanceof UnmatchedArgumentException)) {
      return Optional.empty();
    }
    // A word that a command does not know may stand before one that it does.
    for (CommandLine at = mistake.getCommandLine(); at != null; at = at.getParent()) {
      for (String argument : at.getUnmatchedArguments()) {
        String hint = renamed.get(at.getCommandSpec().qualifiedName() + " " + name(argument));
        if (hint != null) {
          return Optional.of(hint);
        }
      }
    }
    return Optional.empty();
  }

  /** The command or flag that was probably meant. */
  private static Optional<String> meant(ParameterException mistake) {
    if (!(mistake instanceof UnmatchedArgumentException unmatched)) {
      return Optional.empty();
    }
    CommandLine commandLine = mistake.getCommandLine();
    String word = word(unmatched);
    return NearestWord.to(
        word,
        word.startsWith("-")
            ? commandLine.getCommandSpec().optionsMap().keySet()
            : commandLine.getSubcommands().keySet());
  }

  private static String word(UnmatchedArgumentException mistake) {
    return name(mistake.getUnmatched().get(0));
  }

  private static String name(String argument) {
    return argument.replaceFirst("=.*", "");
  }

  private void say(String program, String line, boolean json) {
    if (json) {
      log.error(line);
    } else {
      console.err().println(console.red(program + ": " + line));
    }
  }

  private static String program(CommandLine commandLine) {
    return commandLine.getCommandSpec().root().name();
  }
}
