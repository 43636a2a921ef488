package io.gazeshift.daemon.cli;

import io.gazeshift.common.cli.CommandProvider;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ErrorReporter;
import io.gazeshift.daemon.cli.demo.DemoCommand;
import io.gazeshift.daemon.cli.glances.GlancesCommand;
import io.gazeshift.daemon.cli.models.KeysCommand;
import io.gazeshift.daemon.cli.models.ModelsCommand;
import io.gazeshift.daemon.cli.offline.AblateCommand;
import io.gazeshift.daemon.cli.offline.BackboneCommand;
import io.gazeshift.daemon.cli.offline.BankCommand;
import io.gazeshift.daemon.cli.offline.EvaluateCommand;
import io.gazeshift.daemon.cli.offline.HeadCommand;
import io.gazeshift.daemon.cli.offline.PredictCommand;
import io.gazeshift.daemon.cli.offline.PretrainCommand;
import io.gazeshift.daemon.cli.quality.QualityCommand;
import io.gazeshift.daemon.cli.run.AdaptCommand;
import io.gazeshift.daemon.cli.run.BrokerCommand;
import io.gazeshift.daemon.cli.run.ExportCommand;
import io.gazeshift.daemon.cli.run.InferCommand;
import io.gazeshift.daemon.cli.run.IngestCommand;
import io.gazeshift.daemon.cli.run.LslCommand;
import io.gazeshift.daemon.cli.run.MirrorCommand;
import io.gazeshift.daemon.cli.run.MqttCommand;
import io.gazeshift.daemon.cli.run.PatchesCommand;
import io.gazeshift.daemon.cli.run.RecordCommand;
import io.gazeshift.daemon.cli.run.ReplayCommand;
import io.gazeshift.daemon.cli.run.RunCommand;
import io.gazeshift.daemon.cli.run.TailCommand;
import io.gazeshift.daemon.cli.run.TryCommand;
import io.gazeshift.daemon.cli.setup.CalibrateLensCommand;
import io.gazeshift.daemon.cli.setup.ConfigCommand;
import io.gazeshift.daemon.cli.setup.DoctorCommand;
import io.gazeshift.daemon.cli.setup.VersionCommand;
import io.gazeshift.daemon.cli.targets.TargetsCommand;
import io.gazeshift.daemon.cli.vehicle.VehicleCommand;
import io.gazeshift.daemon.process.Libraries;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The command line as a whole. */
public final class Commands {

  private Commands() {}

  @Command(
      name = "gazeshift",
      mixinStandardHelpOptions = true,
      versionProvider = ProgramVersion.class,
      synopsisSubcommandLabel = "COMMAND",
      commandListHeading = "",
      description = {
        "Estimates where people look, from ordinary cameras, and keeps its model adapted to each"
            + " site.",
      },
      footer = {
        "",
        "Start with 'gazeshift demo': it needs no camera. 'gazeshift COMMAND --help' explains a"
            + " command.",
        "Exit codes: 0 success, 1 failure, 2 usage error."
      })
  private static final class Root {}

  static final class ProgramVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"gazeshift " + Libraries.program()};
    }
  }

  /** A command line with all commands, which prints output and errors to the console. */
  public static CommandLine line(Console console) {
    CommandLine line = new CommandLine(new Root());
    byName().values().forEach(command -> line.addSubcommand(command.apply(console)));
    ServiceLoader.load(CommandProvider.class)
        .forEach(provider -> line.addSubcommand(provider.command(console)));
    return readyToExecute(line, console);
  }

  /**
   * A command line for these arguments: with one command alone if they begin with its name. To read
   * the options of all takes longer than many a command.
   */
  public static CommandLine line(Console console, String... arguments) {
    Function<Console, Object> only = arguments.length == 0 ? null : byName().get(arguments[0]);
    return only == null
        ? line(console)
        : readyToExecute(new CommandLine(new Root()).addSubcommand(only.apply(console)), console);
  }

  private static Map<String, Function<Console, Object>> byName() {
    Map<String, Function<Console, Object>> commands = new LinkedHashMap<>();
    commands.put("demo", DemoCommand::new);
    commands.put("try", TryCommand::new);
    commands.put("doctor", DoctorCommand::new);
    commands.put("run", RunCommand::new);
    commands.put("ingest", IngestCommand::new);
    commands.put("infer", InferCommand::new);
    commands.put("broker", BrokerCommand::new);
    commands.put("tail", TailCommand::new);
    commands.put("quality", QualityCommand::new);
    commands.put("record", RecordCommand::new);
    commands.put("replay", ReplayCommand::new);
    commands.put("export", ExportCommand::new);
    commands.put("lsl", LslCommand::new);
    commands.put("mqtt", MqttCommand::new);
    commands.put("mirror", MirrorCommand::new);
    commands.put("backbone", BackboneCommand::line);
    commands.put("keys", KeysCommand::line);
    commands.put("models", ModelsCommand::line);
    commands.put("pretrain", PretrainCommand::new);
    commands.put("bank", BankCommand::line);
    commands.put("head", HeadCommand::line);
    commands.put("predict", PredictCommand::new);
    commands.put("adapt", AdaptCommand::line);
    commands.put("evaluate", EvaluateCommand::new);
    commands.put("ablate", AblateCommand::new);
    commands.put("calibrate-lens", CalibrateLensCommand::new);
    commands.put("glances", GlancesCommand::line);
    commands.put("targets", TargetsCommand::line);
    commands.put("vehicle", VehicleCommand::line);
    commands.put("patches", PatchesCommand::new);
    commands.put("config", ConfigCommand::new);
    commands.put("version", VersionCommand::new);
    return commands;
  }

  private static CommandLine readyToExecute(CommandLine line, Console console) {
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, groups());
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(console.isColoured() ? Ansi.ON : Ansi.OFF));
    line.setUsageHelpAutoWidth(true);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    new ErrorReporter(console, RenamedCommands.HINTS).attachTo(line);
    return line;
  }

  static GroupedHelp groups() {
    return new GroupedHelp()
        .group("Try it", "demo", "try", "doctor")
        .group("Run it", "run", "ingest", "infer", "adapt", "broker")
        .group("Look at it", "tail", "quality", "patches", "bench")
        .group("Plug it in", "record", "replay", "export", "lsl", "mqtt", "mirror", "vehicle")
        .group(
            "Work offline, on files", "predict", "pretrain", "bank", "head", "evaluate", "ablate")
        .group(
            "Set it up",
            "config",
            "models",
            "calibrate-lens",
            "glances",
            "targets",
            "backbone",
            "keys",
            "version");
  }
}
