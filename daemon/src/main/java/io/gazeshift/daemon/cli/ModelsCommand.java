package io.gazeshift.daemon.cli;

import io.gazeshift.common.cli.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "models",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Fetch the models that find faces; take the head of a domain out.")
final class ModelsCommand {

  private ModelsCommand() {}

  static CommandLine line(Console console) {
    return new CommandLine(new ModelsCommand())
        .addSubcommand(new ModelsFetchCommand(console))
        .addSubcommand(new ModelsExportCommand(console));
  }
}
