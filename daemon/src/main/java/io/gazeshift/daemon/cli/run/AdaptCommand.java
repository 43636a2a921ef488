package io.gazeshift.daemon.cli.run;

import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.cli.offline.AdaptFiles;
import io.gazeshift.daemon.roles.Roles;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** Runs the adaptation role, or adapts files if an option for files is given. */
@Command(
    name = "adapt",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "[COMMAND]",
    description = {
      "Run the adaptation role: fit the head of each domain to what its cameras see. With"
          + " --target or --images: adapt one head to files and exit.",
    })
public final class AdaptCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private AdaptFiles files;
  @Spec private CommandSpec spec;

  private AdaptCommand(Console console) {
    this.console = console;
    this.files = new AdaptFiles(console);
  }

  public static CommandLine line(Console console) {
    return new CommandLine(new AdaptCommand(console))
        .addSubcommand(new AdaptNowCommand(console))
        .addSubcommand(new AdaptCancelCommand(console));
  }

  @Override
  public Integer call() throws Exception {
    ParseResult parsed = spec.commandLine().getParseResult();
    if (parsed.matchedOptions().stream().anyMatch(AdaptCommand::isAboutFiles)) {
      return files.run(parsed);
    }
    Flags flags = new Flags().set(AdaptFiles.BANK, "adapt.bank", files.bankFile());
    try (RunProgressBar bar = new RunProgressBar(console)) {
      return new RoleProcess("adapt", console, files.common())
          .run(flags, Roles::checkAdaptation, roles -> roles.startAdaptation(bar));
    }
  }

  /** The configuration sets up the role; of the file options, it takes the bank alone. */
  private static boolean isAboutFiles(OptionSpec option) {
    Set<String> ofRole = new HashSet<>();
    CommandSpec.forAnnotatedObject(new CommonOptions())
        .options()
        .forEach(common -> ofRole.add(common.longestName()));
    ofRole.add(AdaptFiles.BANK);
    return !ofRole.contains(option.longestName());
  }
}
