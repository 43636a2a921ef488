package io.gazeshift.daemon.cli.glances;

import io.gazeshift.adaptation.glance.GlanceRules;
import io.gazeshift.adaptation.glance.GlanceStore;
import io.gazeshift.adaptation.glance.Glances;
import io.gazeshift.broker.Cluster;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "remove",
    mixinStandardHelpOptions = true,
    description = "Delete glances; heads are no longer measured on them.")
final class GlancesRemoveCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private GlanceChoice choice = new GlanceChoice();

  GlancesRemoveCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    choice.requireGiven("glances remove");
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    try (Cluster cluster = Cluster.open(config.kafka(), config.broker())) {
      // Also those that cannot be read or used.
      List<String> kept = Glances.read(cluster.kafka(), GlanceRules.any()).ids(choice.domain());
      choice.requireKnown(kept);
      List<String> gone = kept.stream().filter(choice::includes).toList();
      try (GlanceStore store = new GlanceStore(cluster.kafka())) {
        gone.forEach(id -> store.remove(choice.domain(), id));
      }
      console.out().printf("removed %d of %d glances%n", gone.size(), kept.size());
      console.out().flush();
    }
    return ExitCode.DONE;
  }
}
