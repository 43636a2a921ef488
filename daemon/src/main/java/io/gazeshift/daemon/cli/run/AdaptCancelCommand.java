package io.gazeshift.daemon.cli.run;

import io.gazeshift.adaptation.request.AdaptationAsk;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.daemon.process.StopSignal;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.AdaptationRequest.Kind;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    description =
        "Break off the run of a domain that is under way or waits. Exit code 1 where there is"
            + " none.")
final class AdaptCancelCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private AskOptions options = new AskOptions();

  AdaptCancelCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    return options.ask(Kind.CANCEL, this::await);
  }

  private int await(AdaptationAsk ask, StopSignal stop) {
    long askedNanos = System.nanoTime();
    while (!stop.isAsked()) {
      for (AdaptationEvent event : ask.poll(AskOptions.POLL)) {
        console.out().printf("%s: %s%n", options.domain(), event.getExplanation());
        return event.getStage() == Stage.CANCELLED ? ExitCode.DONE : ExitCode.FAILED;
      }
      if (System.nanoTime() - askedNanos > options.patience().toNanos()) {
        throw options.nobodyAnswers(options.patience());
      }
    }
    return ExitCode.FAILED;
  }
}
