package io.gazeshift.daemon.cli.models;

import io.gazeshift.adaptation.versions.Registrar;
import io.gazeshift.adaptation.versions.Rollback;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.protocol.v1.HeadModel;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "rollback",
    mixinStandardHelpOptions = true,
    description =
        "Put an earlier version in force again, as a new version, on every inference process at"
            + " once.")
final class ModelsRollbackCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private PublishOptions publish = new PublishOptions();

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      required = true,
      description = "The domain that goes back.")
  private String domain;

  @Option(
      names = "--to",
      paramLabel = "N",
      description =
          "The version to go back to; 0 is the source head. Default: the parent of the one in"
              + " force.")
  private Long to;

  @Option(names = "--pin", description = "Pin it too: adaptation leaves the domain alone.")
  private boolean pin;

  ModelsRollbackCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    try (Registry registry = Registry.open(GazeshiftConfig.load(options, new Flags()))) {
      Rollback back =
          Rollback.of(
              registry.versions(),
              domain,
              to == null ? OptionalLong.empty() : OptionalLong.of(to),
              pin ? Registrar.Pin.PINNED : Registrar.Pin.AS_BEFORE,
              registry::sourceHead);
      String summary = publish.summary(back.done());
      HeadModel published =
          registry.publish(publish, by -> back.make(by, summary, publish.author()));
      console
          .out()
          .printf(
              "%s: head %d is in force, with the weights of %s%s%n",
              domain,
              published.getVersion(),
              back.whose(),
              published.getPinned() ? ", pinned" : "");
    }
    return ExitCode.DONE;
  }
}
