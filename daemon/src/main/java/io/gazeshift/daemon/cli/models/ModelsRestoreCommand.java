package io.gazeshift.daemon.cli.models;

import io.gazeshift.adaptation.glance.GlanceRules;
import io.gazeshift.adaptation.glance.GlanceStore;
import io.gazeshift.adaptation.glance.Glances;
import io.gazeshift.adaptation.versions.HeadPublisher;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.backup.ModelsRestore;
import io.gazeshift.daemon.backup.ModelsRestore.DomainPlan;
import io.gazeshift.daemon.backup.ModelsRestore.Fate;
import io.gazeshift.daemon.config.GazeshiftConfig;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    description =
        "Restore the heads and glances of a backup. Heads newer than the backup stay active.")
final class ModelsRestoreCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Parameters(paramLabel = "FILE", description = "Backup file, from 'models backup'.")
  private Path file;

  @Option(
      names = "--keep-newer",
      description =
          "Skip domains whose active head is not in the backup, and restore the others. Default:"
              + " restore nothing if there is such a domain.")
  private boolean keepNewer;

  @Option(
      names = "--dry-run",
      description = "Compare the backup with the active heads, and write nothing.")
  private boolean dryRun;

  ModelsRestoreCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    FileFlags.file("FILE", file);
    try (VersionsSession session =
        VersionsSession.open(GazeshiftConfig.load(options, new Flags()))) {
      ModelsRestore restore = new ModelsRestore(file, session.versions(), session.glanceRules());
      restore.plans().forEach((domain, plan) -> console.out().println(domain + ": " + text(plan)));
      console.out().flush();
      rejectNewer(restore);
      if (dryRun) {
        console
            .out()
            .printf("glances: %d in the backup; wrote nothing (--dry-run)%n", restore.glances());
      } else {
        int written = carryOut(restore, session);
        console
            .out()
            .printf(
                "glances: restored %d of %d, the others exist or cannot be used%n",
                written, restore.glances());
      }
      restore.rejectedGlances().forEach(each -> console.out().println("left out: " + each));
      console.out().flush();
    }
    return ExitCode.DONE;
  }

  private void rejectNewer(ModelsRestore restore) {
    for (Map.Entry<String, DomainPlan> plan : restore.plans().entrySet()) {
      if (plan.getValue().fate() == Fate.SKIPPED && !keepNewer) {
        throw new UserError(
            ("domain '%s': the active head %d is not in the backup, which ends with head %d;"
                    + " restored nothing. Use --keep-newer to skip such domains and restore the"
                    + " others")
                .formatted(plan.getKey(), plan.getValue().there(), plan.getValue().saved()));
      }
    }
  }

  private static int carryOut(ModelsRestore restore, VersionsSession session) {
    KafkaAccess kafka = session.cluster().kafka();
    try (HeadPublisher heads = new HeadPublisher(kafka, session.versions());
        GlanceStore store = new GlanceStore(kafka)) {
      return restore.carryOut(heads, store, Glances.read(kafka, GlanceRules.any()));
    } catch (KafkaException e) {
      throw new UserError(
          "restored only a part: %s; run it again to restore the rest".formatted(e.getMessage()),
          e);
    }
  }

  private String text(DomainPlan plan) {
    return switch (plan.fate()) {
      case RESTORED ->
          "head %d %s active, with %d earlier versions"
              .formatted(plan.saved(), dryRun ? "would become" : "becomes", plan.earlier());
      case ALREADY_ACTIVE -> "head %d is already active".formatted(plan.there());
      case SKIPPED ->
          "skipped: head %d is active, the backup ends with head %d"
              .formatted(plan.there(), plan.saved());
    };
  }
}
