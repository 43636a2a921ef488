package io.gazeshift.daemon.cli.offline;

import io.gazeshift.common.cli.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "backbone",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Inspect a model or a network file, or create or quantise a model directory.")
public final class BackboneCommand {

  private BackboneCommand() {}

  public static CommandLine line(Console console) {
    return new CommandLine(new BackboneCommand())
        .addSubcommand(new InspectCommand(console))
        .addSubcommand(new MakeArchitectureCommand(console))
        .addSubcommand(new QuantiseCommand(console));
  }
}
