package io.gazeshift.daemon.cli.run;

import io.gazeshift.adaptation.request.AdaptationAsk;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
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
      "Ask the adaptation role to adapt a domain now, and wait for what comes of it. Exit code 0:"
          + " a head was accepted, or left alone for a reason; 1: refused, declined or failed.",
    })
final class AdaptNowCommand implements Callable<Integer> {

  /** A run under way is heard of every few seconds; a role that comes back needs a moment. */
  private static final Duration LONGEST_SILENCE = Duration.ofMinutes(2);

  private final Console console;

  @Mixin private AskOptions options = new AskOptions();

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
      while (!stop.isAsked()) {
        for (AdaptationEvent event : ask.poll(AskOptions.POLL)) {
          heardNanos = System.nanoTime();
          silence = LONGEST_SILENCE;
          OptionalInt answer = tell(event, bar);
          if (answer.isPresent()) {
            return answer.getAsInt();
          }
        }
        if (System.nanoTime() - heardNanos > silence.toNanos()) {
          throw options.nobodyAnswers(silence);
        }
      }
    }
    return ExitCode.FAILED;
  }

  /** What to exit with, if this was the last word. */
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
    String what =
        switch (event.getStage()) {
          case LEFT_ALONE -> "the head was left alone";
          case SHADOWED -> "the candidate runs beside the head in force";
          case DECLINED -> "declined";
          case JUDGED ->
              event.getPublishedVersion() != 0
                  ? "head %d is published, in place of %s"
                      .formatted(event.getPublishedVersion(), parent(event))
                  : "the gate refused the candidate; %s stays".formatted(parent(event));
          default -> "failed";
        };
    console.out().printf("%s: %s%n", options.domain(), what);
    console.out().printf("  %s%n", event.getExplanation());
    for (GateCheck check : event.getVerdict().getChecksList()) {
      console
          .out()
          .printf(
              "  %-7s %-12s %s%n",
              check.getPassed() ? "passed" : "REFUSED", check.getName(), check.getReason());
    }
    if (!event.getReport().isEmpty()) {
      console
          .out()
          .printf(
              "report: %s, in adapt.report-dir of %s%n", event.getReport(), event.getInstance());
    }
  }

  private static String parent(AdaptationEvent event) {
    return event.getParentVersion() == 0 ? "the source head" : "head " + event.getParentVersion();
  }
}
