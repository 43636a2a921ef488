package io.gazeshift.benchmarks.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gazeshift.benchmarks.glsge.BenchSettings;
import io.gazeshift.benchmarks.scenario.Scenario;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.Console;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The scenarios of a benchmark and its output format; a picocli mixin. */
final class ScenarioOptions {

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description =
          "Number of seeds; each draws its own people, domains and heads. Default:"
              + " ${DEFAULT-VALUE}.")
  private int seeds = 5;

  @Option(
      names = "--scenarios",
      paramLabel = "NAMES",
      description =
          "Scenarios to run, separated by commas, for example both-easy,aside. Default:" + " all.")
  private String scenarios;

  @Option(
      names = "--first-seed",
      paramLabel = "N",
      hidden = true,
      description =
          "First seed; seeds below 400 are reserved for tuning constants. Default:"
              + " ${DEFAULT-VALUE}.")
  private long firstSeed = BenchSettings.FIRST_REPORTING_SEED;

  @Option(names = "--json", description = "Print all measurements as JSON.")
  private boolean json;

  int seeds() {
    if (seeds < 1) {
      throw UserError.usage("--seeds: at least 1, got " + seeds);
    }
    return seeds;
  }

  long firstSeed() {
    return firstSeed;
  }

  /** Those asked for; empty for all. */
  Optional<List<Scenario>> scenarios() {
    try {
      return Optional.ofNullable(scenarios).map(Scenario::parseList);
    } catch (IllegalArgumentException e) {
      throw UserError.usage("--scenarios: " + e.getMessage());
    }
  }

  <T> void print(Console console, T report, Function<T, List<String>> table)
      throws JsonProcessingException {
    if (json) {
      console
          .out()
          .println(new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(report));
    } else {
      table.apply(report).forEach(console.out()::println);
    }
  }
}
