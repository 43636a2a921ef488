package io.gazeshift.daemon.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.glsge.bench.BenchSettings;
import io.gazeshift.glsge.bench.GateBench;
import io.gazeshift.glsge.bench.GateBenchSettings;
import io.gazeshift.glsge.bench.GateReport;
import io.gazeshift.glsge.bench.GateTable;
import io.gazeshift.glsge.gate.GateBounds;
import io.gazeshift.glsge.scenario.Scenario;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "gate",
    mixinStandardHelpOptions = true,
    description = "Try the gate on good and harmful heads at rendered places.")
final class GateBenchCommand implements Callable<Integer> {

  private final Console console;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "People, places and heads to count over. Default: ${DEFAULT-VALUE}.")
  private int seeds = 3;

  @Option(
      names = "--scenarios",
      paramLabel = "NAMES",
      description = "Such as both-easy,broken-camera. Default: all.")
  private String scenarios;

  @Option(
      names = "--first-seed",
      paramLabel = "N",
      hidden = true,
      description = "Seeds below 300 are there to choose bounds on. Default: ${DEFAULT-VALUE}.")
  private long firstSeed = BenchSettings.FIRST_REPORTING_SEED;

  @Option(names = "--quick", description = "Leave out the candidates that are long in the making.")
  private boolean quick;

  @Option(names = "--json", description = "Every run with its verdict as JSON.")
  private boolean json;

  GateBenchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    GateBench bench = new GateBench(settings(), GateBounds.DEFAULT);
    GateReport report;
    try (CommandProgress progress = new CommandProgress(console, "judging")) {
      progress.accept(0);
      report = bench.run(progress);
    }
    if (json) {
      console.out().println(toJson(report));
    } else {
      GateTable.lines(report).forEach(console.out()::println);
    }
    return ExitCode.DONE;
  }

  private GateBenchSettings settings() {
    if (seeds < 1) {
      throw UserError.usage("--seeds: at least 1, got " + seeds);
    }
    GateBenchSettings settings =
        (quick ? GateBenchSettings.quick(seeds) : GateBenchSettings.full(seeds))
            .withFirstSeed(firstSeed);
    if (scenarios == null) {
      return settings;
    }
    try {
      return settings.withScenarios(Scenario.parseList(scenarios));
    } catch (IllegalArgumentException e) {
      throw UserError.usage("--scenarios: " + e.getMessage());
    }
  }

  private static String toJson(GateReport report) throws JsonProcessingException {
    return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(report);
  }
}
