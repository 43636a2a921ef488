package io.gazeshift.daemon.cli.glances;

import io.gazeshift.adaptation.glance.GlanceRules;
import io.gazeshift.adaptation.glance.GlanceScore;
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
import io.gazeshift.inference.keys.GlanceSigner;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.protocol.v1.CalibrationGlance;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "sign",
    mixinStandardHelpOptions = true,
    description =
        "Sign stored glances that you have checked, for a deployment with infer.trusted-keys.")
final class GlancesSignCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private GlanceKeyOption signing = new GlanceKeyOption();
  @Mixin private GlanceChoice choice = new GlanceChoice();

  GlancesSignCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    choice.requireGiven("glances sign");
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    GlanceSigner signer =
        signing
            .signer(config, TrustedKeys.read(config.infer().trustedKeys()))
            .orElseThrow(
                () ->
                    UserError.usage(
                        "--key: signing needs a private key; make one with 'gazeshift keys"
                            + " generate'"));
    try (Cluster cluster = Cluster.open(config.kafka(), config.broker());
        GlanceStore store = new GlanceStore(cluster.kafka())) {
      List<CalibrationGlance> kept =
          Glances.read(cluster.kafka(), GlanceRules.any()).of(choice.domain());
      choice.requireKnown(kept.stream().map(CalibrationGlance::getGlanceId).toList());
      List<CalibrationGlance> chosen =
          kept.stream().filter(glance -> choice.includes(glance.getGlanceId())).toList();
      chosen.forEach(glance -> store.publish(signer.sign(glance)));
      GlanceText.table(console.out(), GlanceScore.of(chosen));
      console.out().printf("signed %d of %d glances%n", chosen.size(), kept.size());
      console.out().flush();
    }
    return ExitCode.DONE;
  }
}
