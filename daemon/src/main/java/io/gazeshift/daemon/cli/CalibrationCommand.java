package io.gazeshift.daemon.cli;

import io.gazeshift.common.cli.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "calibration",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Collect looks at known points, to judge heads by and to say where people look.")
final class CalibrationCommand {

  private CalibrationCommand() {}

  static CommandLine line(Console console) {
    return new CommandLine(new CalibrationCommand())
        .addSubcommand(new CalibrationRunCommand(console))
        .addSubcommand(new CalibrationAddCommand(console))
        .addSubcommand(new CalibrationListCommand(console))
        .addSubcommand(new CalibrationRemoveCommand(console));
  }
}
