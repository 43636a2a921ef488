package io.gazeshift.benchmarks.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.benchmarks.targets.TargetsBench;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.JsonOutput;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "targets",
    mixinStandardHelpOptions = true,
    description = "Measure the CPU time of saying which target a face looks at.")
final class TargetsBenchCommand implements Callable<Integer> {

  private final Console console;

  @Option(
      names = "--targets",
      paramLabel = "N",
      description = "Number of targets. Default: ${DEFAULT-VALUE}.")
  private int targets = 20;

  @Option(
      names = "--sigma",
      paramLabel = "DEGREES",
      description = "Uncertainty of the gaze along each axis. Default: ${DEFAULT-VALUE}.")
  private double sigmaDeg = 4;

  @Option(names = "--json", description = "Print the results as JSON.")
  private boolean json;

  TargetsBenchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (targets < 1 || targets > 1000 || !(sigmaDeg > 0 && sigmaDeg <= 20)) {
      throw UserError.usage(
          "bench targets: use --targets 1 to 1000 and --sigma above 0 and up to 20");
    }
    TargetsBench.Cost cost = new TargetsBench(targets, sigmaDeg).run();
    if (json) {
      ObjectNode answer = JsonOutput.object();
      answer
          .put("targets", targets)
          .put("sigma_degrees", sigmaDeg)
          .put("median_micros", cost.medianMicros())
          .put("worst_micros", cost.worstMicros())
          .put("bytes", cost.bytes());
      JsonOutput.print(console, answer);
      return ExitCode.DONE;
    }
    console
        .out()
        .printf(
            Locale.ROOT,
            "%d targets, sigma %.1f°: %.1f µs of CPU time a face (median; slowest round %.1f; limit"
                + " 20), %.0f bytes allocated; mean probability of elsewhere %.3f%n",
            targets,
            sigmaDeg,
            cost.medianMicros(),
            cost.worstMicros(),
            cost.bytes(),
            cost.checksum());
    return ExitCode.DONE;
  }
}
