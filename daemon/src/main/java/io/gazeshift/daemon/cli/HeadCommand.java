package io.gazeshift.daemon.cli;

import io.gazeshift.common.cli.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "head",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Train a source head on a bank.")
final class HeadCommand {

  private HeadCommand() {}

  static CommandLine line(Console console) {
    return new CommandLine(new HeadCommand()).addSubcommand(new HeadTrainCommand(console));
  }
}
