package io.gazeshift.daemon.cli.offline;

import io.gazeshift.common.cli.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "head",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Train a source head on a bank.")
public final class HeadCommand {

  private HeadCommand() {}

  public static CommandLine line(Console console) {
    return new CommandLine(new HeadCommand()).addSubcommand(new HeadTrainCommand(console));
  }
}
