package io.gazeshift.daemon.cli.targets;

import io.gazeshift.common.cli.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "targets",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Work with targets: the screens, mirrors and other things that people look at.")
public final class TargetsCommand {

  private TargetsCommand() {}

  public static CommandLine line(Console console) {
    return new CommandLine(new TargetsCommand()).addSubcommand(new TargetsCheckCommand(console));
  }
}
