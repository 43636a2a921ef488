package io.gazeshift.daemon.cli.models;

import io.gazeshift.common.cli.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "models",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "List, compare, roll back, pin, export and import the heads of domains; back them up and"
            + " restore them; fetch the face models.")
public final class ModelsCommand {

  private ModelsCommand() {}

  public static CommandLine line(Console console) {
    return new CommandLine(new ModelsCommand())
        .addSubcommand(new ModelsListCommand(console))
        .addSubcommand(new ModelsShowCommand(console))
        .addSubcommand(new ModelsDiffCommand(console))
        .addSubcommand(new ModelsRollbackCommand(console))
        .addSubcommand(new ModelsPinCommand.On(console))
        .addSubcommand(new ModelsPinCommand.Off(console))
        .addSubcommand(new ModelsExportCommand(console))
        .addSubcommand(new ModelsImportCommand(console))
        .addSubcommand(new ModelsBackupCommand(console))
        .addSubcommand(new ModelsRestoreCommand(console))
        .addSubcommand(new ModelsFetchCommand(console));
  }
}
