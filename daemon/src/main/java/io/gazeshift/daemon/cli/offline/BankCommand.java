package io.gazeshift.daemon.cli.offline;

import io.gazeshift.common.cli.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "bank",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Build a bank of features from images, from simulated people or from rendered faces.")
public final class BankCommand {

  private BankCommand() {}

  public static CommandLine line(Console console) {
    return new CommandLine(new BankCommand())
        .addSubcommand(new BankBuildCommand(console))
        .addSubcommand(new BankSimulateCommand(console))
        .addSubcommand(new BankSyntheticCommand(console));
  }
}
