package io.gazeshift.daemon.cli;

import io.gazeshift.common.cli.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "bank",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Turn images into a bank of features, or make one of rendered faces.")
final class BankCommand {

  private BankCommand() {}

  static CommandLine line(Console console) {
    return new CommandLine(new BankCommand())
        .addSubcommand(new BankBuildCommand(console))
        .addSubcommand(new BankSyntheticCommand(console));
  }
}
