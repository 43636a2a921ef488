package io.gazeshift.benchmarks.cli;

import io.gazeshift.common.cli.CommandProvider;
import io.gazeshift.common.cli.Console;
import picocli.CommandLine;

/** Adds {@code gazeshift bench} to the program. */
public final class BenchProvider implements CommandProvider {

  @Override
  public CommandLine command(Console console) {
    return BenchCommand.line(console);
  }
}
