package io.gazeshift.daemon.cli.setup;

import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.daemon.process.Libraries;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "version",
    mixinStandardHelpOptions = true,
    description = "Print the versions of the program and of the libraries it runs on.")
public final class VersionCommand implements Callable<Integer> {

  private final Console console;

  public VersionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    PrintWriter out = console.out();
    out.printf("gazeshift      %s (commit %s)%n", Libraries.program(), Libraries.build());
    out.printf(
        "Java           %s (%s)%n",
        System.getProperty("java.version"), System.getProperty("java.vendor"));
    Libraries.versions().forEach((name, version) -> out.printf("%-14s %s%n", name, version));
    return ExitCode.DONE;
  }
}
