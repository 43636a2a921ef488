package io.gazeshift.daemon.cli.models;

import io.gazeshift.adaptation.versions.Registrar.Pin;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.protocol.v1.HeadModel;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Pins or unpins a domain. */
abstract class ModelsPinCommand implements Callable<Integer> {

  private final Console console;
  private final Pin pin;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private PublishOptions publish = new PublishOptions();

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      required = true,
      description = "Domain to pin or unpin.")
  private String domain;

  private ModelsPinCommand(Console console, Pin pin) {
    this.console = console;
    this.pin = pin;
  }

  @Command(
      name = "pin",
      mixinStandardHelpOptions = true,
      description = "Pin the head of a domain: adaptation skips the domain until it is unpinned.")
  static final class On extends ModelsPinCommand {
    On(Console console) {
      super(console, Pin.PINNED);
    }
  }

  @Command(
      name = "unpin",
      mixinStandardHelpOptions = true,
      description = "Unpin a domain: adaptation may publish heads for it again.")
  static final class Off extends ModelsPinCommand {
    Off(Console console) {
      super(console, Pin.UNPINNED);
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    String word = pin == Pin.PINNED ? "pinned" : "unpinned";
    try (VersionsSession session =
        VersionsSession.open(GazeshiftConfig.load(options, new Flags()))) {
      HeadModel current = session.versions().require(domain);
      if (current.getPinned() == (pin == Pin.PINNED)) {
        console.out().printf("%s: head %d is already %s%n", domain, current.getVersion(), word);
        return ExitCode.DONE;
      }
      HeadModel published =
          session.publish(
              publish, by -> by.pin(domain, pin, publish.summary(word), publish.author()));
      console
          .out()
          .printf(
              "%s: head %d is %s, with the weights of head %d%n",
              domain, published.getVersion(), word, current.getVersion());
    }
    return ExitCode.DONE;
  }
}
