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
import io.gazeshift.daemon.cli.run.AdaptCommand;
import io.gazeshift.daemon.cli.run.BrokerCommand;
import io.gazeshift.daemon.cli.run.ExportCommand;
import io.gazeshift.daemon.cli.run.InferCommand;
import io.gazeshift.daemon.cli.run.IngestCommand;
import io.gazeshift.daemon.cli.run.LslCommand;
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
import io.gazeshift.daemon.process.Libraries;
import java.util.ServiceLoader;
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

  /** A command line ready to execute; it prints output and errors to the console. */
  public static CommandLine line(Console console) {
    CommandLine line = new CommandLine(new Root());
    line.addSubcommand(new DemoCommand(console))
        .addSubcommand(new TryCommand(console))
        .addSubcommand(new DoctorCommand(console))
        .addSubcommand(new RunCommand(console))
        .addSubcommand(new IngestCommand(console))
        .addSubcommand(new InferCommand(console))
        .addSubcommand(new BrokerCommand(console))
        .addSubcommand(new TailCommand(console))
        .addSubcommand(new RecordCommand(console))
        .addSubcommand(new ReplayCommand(console))
        .addSubcommand(new ExportCommand(console))
        .addSubcommand(new LslCommand(console))
        .addSubcommand(BackboneCommand.line(console))
        .addSubcommand(KeysCommand.line(console))
        .addSubcommand(ModelsCommand.line(console))
        .addSubcommand(new PretrainCommand(console))
        .addSubcommand(BankCommand.line(console))
        .addSubcommand(HeadCommand.line(console))
        .addSubcommand(new PredictCommand(console))
        .addSubcommand(AdaptCommand.line(console))
        .addSubcommand(new EvaluateCommand(console))
        .addSubcommand(new AblateCommand(console))
        .addSubcommand(new CalibrateLensCommand(console))
        .addSubcommand(GlancesCommand.line(console))
        .addSubcommand(TargetsCommand.line(console))
        .addSubcommand(new PatchesCommand(console))
        .addSubcommand(new ConfigCommand(console))
        .addSubcommand(new VersionCommand(console));
    ServiceLoader.load(CommandProvider.class)
        .forEach(provider -> line.addSubcommand(provider.command(console)));
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
        .group("Look at it", "tail", "patches", "bench")
        .group("Plug it in", "record", "replay", "export", "lsl")
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
