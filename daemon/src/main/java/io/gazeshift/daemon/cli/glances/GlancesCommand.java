package io.gazeshift.daemon.cli.glances;

import io.gazeshift.common.cli.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "glances",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Collect glances: looks at known points, which measure heads and can serve as a prior.")
public final class GlancesCommand {

  private GlancesCommand() {}

  public static CommandLine line(Console console) {
    return new CommandLine(new GlancesCommand())
        .addSubcommand(new GlancesRunCommand(console))
        .addSubcommand(new GlancesAddCommand(console))
        .addSubcommand(new GlancesListCommand(console))
        .addSubcommand(new GlancesSignCommand(console))
        .addSubcommand(new GlancesRemoveCommand(console));
  }
}
