package io.gazeshift.daemon.cli.vehicle;

import io.gazeshift.common.cli.Console;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "vehicle",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Send what driver profiles can use of a vehicle.")
public final class VehicleCommand {

  private VehicleCommand() {}

  public static CommandLine line(Console console) {
    return new CommandLine(new VehicleCommand())
        .addSubcommand(new VehicleSpeedCommand(console, System.in));
  }
}
