package io.gazeshift.daemon.cli.models;

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
        "Put the heads and glances of a backup back, as they were. Heads that are newer than the"
            + " backup stay in force.")
final class ModelsRestoreCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Parameters(paramLabel = "FILE", description = "As 'backup' has written it.")
  private Path file;

  @Option(
      names = "--keep-newer",
      description =
          "Leave domains alone that have a head which the backup does not hold, and restore the"
              + " others. Default: refuse all.")
  private boolean keepNewer;

  @Option(names = "--dry-run", description = "Read and compare everything, and write nothing.")
  private boolean dryRun;

  ModelsRestoreCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    FileFlags.file("FILE", file);
    try (Registry registry = Registry.open(GazeshiftConfig.load(options, new Flags()))) {
      ModelsRestore restore = new ModelsRestore(file, registry.versions());
      restore.plans().forEach((domain, plan) -> console.out().println(domain + ": " + text(plan)));
      console.out().flush();
      refuseNewer(restore);
      if (dryRun) {
        console.out().printf("glances: %d in the backup; nothing was written%n", restore.glances());
      } else {
        int written = carryOut(restore, registry);
        console.out().printf("glances: %d of %d were missing%n", written, restore.glances());
      }
      console.out().flush();
    }
    return ExitCode.DONE;
  }

  private void refuseNewer(ModelsRestore restore) {
    for (Map.Entry<String, DomainPlan> plan : restore.plans().entrySet()) {
      if (plan.getValue().fate() == Fate.LEFT_AS_IT_IS && !keepNewer) {
        throw new UserError(
            ("domain '%s': head %d, which is in force, is not in the backup, which ends with head"
                    + " %d; nothing was restored. --keep-newer leaves such domains as they are and"
                    + " restores the others")
                .formatted(plan.getKey(), plan.getValue().there(), plan.getValue().saved()));
      }
    }
  }

  private static int carryOut(ModelsRestore restore, Registry registry) {
    KafkaAccess kafka = registry.cluster().kafka();
    try (HeadPublisher heads = new HeadPublisher(kafka, registry.versions());
        GlanceStore store = new GlanceStore(kafka)) {
      return restore.carryOut(heads, store, Glances.read(kafka));
    } catch (KafkaException e) {
      throw new UserError(
          "not all of it was restored: %s; try again, what is there already stays"
              .formatted(e.getMessage()),
          e);
    }
  }

  private String text(DomainPlan plan) {
    return switch (plan.fate()) {
      case RESTORED ->
          "head %d %s in force, with %d earlier versions"
              .formatted(plan.saved(), dryRun ? "would be" : "comes", plan.earlier());
      case THERE_ALREADY -> "head %d is in force already".formatted(plan.there());
      case LEFT_AS_IT_IS ->
          "left as it is: head %d is in force, the backup ends with head %d"
              .formatted(plan.there(), plan.saved());
    };
  }
}
