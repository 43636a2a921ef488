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
        "Publish an earlier head version again, as the next version; every inference process"
            + " switches to it at once.")
final class ModelsRollbackCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private PublishOptions publish = new PublishOptions();

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      required = true,
      description = "Domain to roll back.")
  private String domain;

  @Option(
      names = "--to",
      paramLabel = "N",
      description =
          "Version to go back to; 0 is the source head. Default: the parent of the active head.")
  private Long to;

  @Option(
      names = "--pin",
      description = "Also pin the head: adaptation skips the domain until it is unpinned.")
  private boolean pin;

  ModelsRollbackCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    try (VersionsSession session =
        VersionsSession.open(GazeshiftConfig.load(options, new Flags()))) {
      Rollback back =
          Rollback.of(
              session.versions(),
              domain,
              to == null ? OptionalLong.empty() : OptionalLong.of(to),
              pin ? Registrar.Pin.PINNED : Registrar.Pin.AS_BEFORE,
              session::sourceHead);
      String summary = publish.summary(back.done());
      HeadModel published =
          session.publish(publish, by -> back.make(by, summary, publish.author()));
      console
          .out()
          .printf(
              "%s: head %d is active, with the weights of %s%s%n",
              domain,
              published.getVersion(),
              back.whose(),
              published.getPinned() ? ", pinned" : "");
    }
    return ExitCode.DONE;
  }
}
