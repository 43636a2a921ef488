package io.gazeshift.daemon.cli.run;

import io.gazeshift.adaptation.request.AdaptationAsk;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.daemon.live.EventText;
import io.gazeshift.daemon.live.EventView;
import io.gazeshift.daemon.process.StopSignal;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.AdaptationRequest.Kind;
import io.gazeshift.protocol.v1.GateCheck;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "now",
    mixinStandardHelpOptions = true,
    description = {
      "Request a run of a domain now, and wait for its result. Exit code 0: accepted, or skipped"
          + " (no change needed); 1: rejected, declined or failed.",
    })
final class AdaptNowCommand implements Callable<Integer> {

  /** A run reports progress every few seconds; a role that restarts needs a moment. */
  private static final Duration LONGEST_SILENCE = Duration.ofMinutes(2);

  private final Console console;

  @Mixin private RequestOptions options = new RequestOptions();

  AdaptNowCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    return options.ask(Kind.ADAPT, this::await);
  }

  private int await(AdaptationAsk ask, StopSignal stop) {
    Duration silence = options.patience();
    long heardNanos = System.nanoTime();
    try (CommandProgress bar = new CommandProgress(console, "adapting " + options.domain())) {
      while (!stop.isRequested()) {
        for (AdaptationEvent event : ask.poll(RequestOptions.POLL)) {
          heardNanos = System.nanoTime();
          silence = LONGEST_SILENCE;
          OptionalInt answer = tell(event, bar);
          if (answer.isPresent()) {
            return answer.getAsInt();
          }
        }
        if (System.nanoTime() - heardNanos > silence.toNanos()) {
          throw options.noAnswer(silence);
        }
      }
    }
    return ExitCode.FAILED;
  }

  /** The exit code, if this was the run's last event. */
  private OptionalInt tell(AdaptationEvent event, CommandProgress bar) {
    switch (event.getStage()) {
      case STARTED -> {
        console
            .err()
            .printf(
                "run %s on %s, with %d samples%n",
                event.getRunId(), event.getInstance(), event.getTargetSamples());
        return OptionalInt.empty();
      }
      case PROGRESS -> {
        bar.accept(event.getProgress());
        if (!event.getExplanation().isEmpty()) {
          console.err().println(event.getExplanation());
        }
        return OptionalInt.empty();
      }
      default -> {
        bar.close();
        summary(event);
        boolean good =
            event.getStage() == Stage.LEFT_ALONE
                || event.getStage() == Stage.SHADOWED
                || event.getPublishedVersion() != 0;
        return OptionalInt.of(good ? ExitCode.DONE : ExitCode.FAILED);
      }
    }
  }

  private void summary(AdaptationEvent event) {
    String kind =
        switch (event.getStage()) {
          case LEFT_ALONE -> "skipped, ";
          case DECLINED -> "declined: ";
          case CANCELLED -> "cancelled: ";
          case FAILED -> "failed: ";
          default -> "";
        };
    String text = EventText.of(event).map(EventView::text).orElse(event.getExplanation());
    console.out().printf("%s: %s%s%n", options.domain(), kind, text);
    if (options.verbose()) {
      for (GateCheck check : event.getVerdict().getChecksList()) {
        console
            .out()
            .printf(
                "  %-8s %-12s %s%n",
                check.getPassed() ? "passed" : "rejected", check.getName(), check.getReason());
      }
    }
    if (!event.getReport().isEmpty()) {
      console
          .out()
          .printf(
              "report: %s, on the page of %s and in its adapt.report-dir%n",
              options.pageUrl("report/" + event.getReport()), event.getInstance());
    }
  }
}
