package io.gazeshift.daemon.cli.glances;

import io.gazeshift.adaptation.glance.GlanceRules;
import io.gazeshift.adaptation.glance.GlanceStore;
import io.gazeshift.adaptation.glance.Glances;
import io.gazeshift.broker.Cluster;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "remove",
    mixinStandardHelpOptions = true,
    description = "Delete glances; heads are no longer measured on them.")
final class GlancesRemoveCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      required = true,
      description = "Domain of the glances.")
  private String domain;

  @Option(names = "--all", description = "Delete all glances of the domain.")
  private boolean all;

  @Parameters(
      paramLabel = "GLANCE",
      arity = "0..*",
      description = "Ids of the glances to delete, from 'glances list'.")
  private List<String> ids = new ArrayList<>();

  GlancesRemoveCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    if (all != ids.isEmpty()) {
      throw UserError.usage("glances remove: name the glances, or give --all");
    }
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    try (Cluster cluster = Cluster.open(config.kafka(), config.broker())) {
      // Also those that cannot be read or used.
      List<String> kept = Glances.read(cluster.kafka(), GlanceRules.any()).ids(domain);
      GlanceText.requireKnown(ids, domain, kept);
      List<String> gone = kept.stream().filter(id -> all || ids.contains(id)).toList();
      try (GlanceStore store = new GlanceStore(cluster.kafka())) {
        gone.forEach(id -> store.remove(domain, id));
      }
      console.out().printf("removed %d of %d glances%n", gone.size(), kept.size());
      console.out().flush();
    }
    return ExitCode.DONE;
  }
}
