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
    description = "Cancel the running or waiting run of a domain. Exit code 1 if there is none.")
final class AdaptCancelCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private RequestOptions options = new RequestOptions();

  AdaptCancelCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    return options.ask(Kind.CANCEL, this::await);
  }

  private int await(AdaptationAsk ask, StopSignal stop) {
    long askedNanos = System.nanoTime();
    while (!stop.isRequested()) {
      for (AdaptationEvent event : ask.poll(RequestOptions.POLL)) {
        console.out().printf("%s: %s%n", options.domain(), event.getExplanation());
        return event.getStage() == Stage.CANCELLED ? ExitCode.DONE : ExitCode.FAILED;
      }
      if (System.nanoTime() - askedNanos > options.patience().toNanos()) {
        throw options.noAnswer(options.patience());
      }
    }
    return ExitCode.FAILED;
  }
}
