package io.gazeshift.benchmarks.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.benchmarks.adaptation.AdaptationCost;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.JsonOutput;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "adapt",
    mixinStandardHelpOptions = true,
    description = "Measure the CPU time of an adaptation run and the memory of an idle domain.")
final class AdaptBenchCommand implements Callable<Integer> {

  private static final double MIB = 1 << 20;

  private final Console console;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      description = "Adaptation method to measure: safe or paper. Default: ${DEFAULT-VALUE}.")
  private AdaptConfig.Method method = AdaptConfig.Method.SAFE;

  @Option(
      names = "--target",
      paramLabel = "N",
      description = "Number of target samples. Default: ${DEFAULT-VALUE}.")
  private int target = 1000;

  @Option(
      names = "--source",
      paramLabel = "N",
      description = "Number of source samples. Default: ${DEFAULT-VALUE}.")
  private int source = 10_000;

  @Option(
      names = "--features",
      paramLabel = "N",
      description = "Number of features per sample. Default: ${DEFAULT-VALUE}.")
  private int width = 512;

  @Option(
      names = "--domains",
      paramLabel = "N",
      description = "Number of idle domains whose memory is measured. Default: ${DEFAULT-VALUE}.")
  private int domains = 1000;

  @Option(names = "--json", description = "Print the results as JSON.")
  private boolean json;

  AdaptBenchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (target < 100 || target > 2000 || source < 500 || width < 2 || domains < 1) {
      throw UserError.usage(
          "bench adapt: use --target 100 to 2000, --source 500 or more, --features 2 or"
              + " more and --domains 1 or more");
    }
    AdaptationCost.Run run;
    try (CommandProgress progress = new CommandProgress(console, "adapting")) {
      run = AdaptationCost.ofRun(method, source, target, width, progress);
    }
    long idleBytes = AdaptationCost.bytesOfIdleDomain(domains);
    if (json) {
      ObjectNode answer = JsonOutput.object();
      answer
          .put("source_samples", run.sourceSamples())
          .put("target_samples", run.targetSamples())
          .put("features", run.width())
          .put("outcome", run.outcome())
          .put("adaptation_cpu_seconds", seconds(run.adaptation()))
          .put("run_cpu_seconds", seconds(run.all()))
          .put("run_seconds", seconds(run.wall()))
          .put("idle_domain_bytes", idleBytes);
      run.peakBytes().ifPresent(bytes -> answer.put("peak_resident_bytes", bytes));
      JsonOutput.print(console, answer);
      return ExitCode.DONE;
    }
    console
        .out()
        .printf(
            "%d target and %d source samples of %d features%n",
            run.targetSamples(), run.sourceSamples(), run.width());
    console
        .out()
        .printf("  the run             %s%n", run.outcome())
        .printf("  adaptation          %6.1f s of CPU time (limit 60)%n", seconds(run.adaptation()))
        .printf(
            "  with the gate       %6.1f s of CPU time, %.1f s elapsed%n",
            seconds(run.all()), seconds(run.wall()));
    run.peakBytes()
        .ifPresent(
            bytes ->
                console
                    .out()
                    .printf(
                        "  the whole process   %6.0f MiB at its peak (limit 1024)%n", bytes / MIB));
    console
        .out()
        .printf(
            "an idle domain uses %d bytes beyond its samples (limit 2048), measured on %d%n",
            idleBytes, domains);
    return ExitCode.DONE;
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
