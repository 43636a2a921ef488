package io.gazeshift.daemon.cli.glances;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.adaptation.glance.GlanceRejection;
import io.gazeshift.adaptation.glance.GlanceRules;
import io.gazeshift.adaptation.glance.GlanceScore;
import io.gazeshift.adaptation.glance.Glances;
import io.gazeshift.broker.Cluster;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.cli.JsonOutput;
import io.gazeshift.daemon.cli.support.VersionText;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.inference.keys.TrustedKeys;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "List the stored glances and how far predictions were off.")
final class GlancesListCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      description = "List the glances of this domain only.")
  private String domain;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  GlancesListCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    Glances glances;
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    try (Cluster cluster = Cluster.open(config.kafka(), config.broker())) {
      glances =
          Glances.read(
              cluster.kafka(),
              GlanceRules.signedBy(TrustedKeys.read(config.infer().trustedKeys())));
    }
    List<String> domains = domain == null ? glances.domains() : List.of(domain);
    if (json) {
      ObjectNode answer = JsonOutput.object();
      ArrayNode all = answer.putArray("glances");
      for (String each : domains) {
        GlanceScore.of(glances.of(each)).forEach(score -> GlanceText.json(all.addObject(), score));
      }
      ArrayNode unused = answer.putArray("not_used");
      rejected(glances)
          .forEach(
              each ->
                  unused
                      .addObject()
                      .put("glance", each.glance())
                      .put("reason", each.reason())
                      .put("explanation", each.explanation()));
      JsonOutput.print(console, answer);
      return ExitCode.DONE;
    }
    if (domains.stream().allMatch(each -> glances.of(each).isEmpty())) {
      console
          .out()
          .println("no glances stored; collect some with 'gazeshift glances run' or 'add'");
    }
    for (String each : domains) {
      if (!glances.of(each).isEmpty()) {
        console.out().printf("domain %s%n", VersionText.oneLine(each));
        GlanceText.table(console.out(), GlanceScore.of(glances.of(each)));
      }
    }
    rejected(glances).forEach(each -> console.out().println(console.yellow("not used: " + each)));
    console.out().flush();
    return ExitCode.DONE;
  }

  private List<GlanceRejection> rejected(Glances glances) {
    return domain == null ? glances.rejected() : glances.rejected(domain);
  }
}
