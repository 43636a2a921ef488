package io.gazeshift.daemon.cli;

import io.gazeshift.common.cli.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "models",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Take the head of a domain out, for other programs.")
final class ModelsCommand {

  private ModelsCommand() {}

  static CommandLine line(Console console) {
    return new CommandLine(new ModelsCommand()).addSubcommand(new ModelsExportCommand(console));
  }
}
