package io.gazeshift.daemon.cli.calibration;

import io.gazeshift.common.cli.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "calibration",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Collect looks at known points, to judge heads by and to say where people look.")
public final class CalibrationCommand {

  private CalibrationCommand() {}

  public static CommandLine line(Console console) {
    return new CommandLine(new CalibrationCommand())
        .addSubcommand(new CalibrationRunCommand(console))
        .addSubcommand(new CalibrationAddCommand(console))
        .addSubcommand(new CalibrationListCommand(console))
        .addSubcommand(new CalibrationRemoveCommand(console));
  }
}
