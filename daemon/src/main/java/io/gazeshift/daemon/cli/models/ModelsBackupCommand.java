package io.gazeshift.daemon.cli.models;

import io.gazeshift.adaptation.glance.GlanceRules;
import io.gazeshift.adaptation.glance.Glances;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.cli.JsonOutput;
import io.gazeshift.daemon.backup.ModelsBackup;
import io.gazeshift.daemon.backup.ModelsBackup.Saved;
import io.gazeshift.daemon.config.GazeshiftConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    description =
        "Save the active heads of all domains, their earlier versions and the glances to one file"
            + " for 'restore'.")
final class ModelsBackupCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Parameters(paramLabel = "FILE", description = "File to write.")
  private Path file;

  @Option(names = "--force", description = "Replace the file if it exists.")
  private boolean force;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  ModelsBackupCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    CommandLogging.apply(options);
    FileFlags.output("FILE", file);
    if (Files.exists(file) && !force) {
      throw UserError.usage(
          "FILE: %s exists; name another file, or replace it with --force".formatted(file));
    }
    try (VersionsSession session =
        VersionsSession.open(GazeshiftConfig.load(options, new Flags()))) {
      Glances glances = Glances.read(session.cluster().kafka(), GlanceRules.any());
      answer(new ModelsBackup(session.versions(), glances).write(file, Instant.now()));
    }
    return ExitCode.DONE;
  }

  private void answer(Saved saved) throws IOException {
    long bytes = Files.size(file);
    if (json) {
      JsonOutput.print(
          console,
          JsonOutput.object()
              .put("file", file.toString())
              .put("bytes", bytes)
              .put("active_heads", saved.active())
              .put("earlier_versions", saved.earlier())
              .put("glances", saved.glances()));
      return;
    }
    console
        .out()
        .printf(
            Locale.ROOT,
            "%s: %d active heads, %d earlier versions, %d glances; %.2f MB%n",
            file,
            saved.active(),
            saved.earlier(),
            saved.glances(),
            bytes / 1e6);
    console.out().flush();
  }
}
