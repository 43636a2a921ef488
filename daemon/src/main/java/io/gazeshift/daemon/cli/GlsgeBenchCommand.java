package io.gazeshift.daemon.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.ProgressBar;
import io.gazeshift.common.cli.StatusLine;
import io.gazeshift.glsge.bench.BenchReport;
import io.gazeshift.glsge.bench.BenchSettings;
import io.gazeshift.glsge.bench.BenchTable;
import io.gazeshift.glsge.bench.ScenarioBench;
import io.gazeshift.glsge.scenario.Scenario;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "glsge",
    mixinStandardHelpOptions = true,
    description = "Compare methods of adaptation on rendered eyes.")
final class GlsgeBenchCommand implements Callable<Integer> {

  private static final Duration PLAIN_INTERVAL = Duration.ofSeconds(30);

  private final Console console;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "People, places and heads to average over. Default: ${DEFAULT-VALUE}.")
  private int seeds = 5;

  @Option(
      names = "--scenarios",
      paramLabel = "NAMES",
      description = "Such as both-easy,aside. Default: all.")
  private String scenarios;

  @Option(
      names = "--frames",
      paramLabel = "LIST",
      split = ",",
      description =
          "Sizes of the target, multiples of 5, one table each. Default: 1000,100; with --quick"
              + " 1000.")
  private List<Integer> frames = List.of();

  @Option(
      names = "--first-seed",
      paramLabel = "N",
      hidden = true,
      description = "Seeds below 300 are there to choose constants on. Default: ${DEFAULT-VALUE}.")
  private long firstSeed = BenchSettings.FIRST_REPORTING_SEED;

  @Option(names = "--quick", description = "Leave out the ablation and the small targets.")
  private boolean quick;

  @Option(names = "--json", description = "Every measurement as JSON, errors in degrees.")
  private boolean json;

  GlsgeBenchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    BenchSettings settings = settings();
    BenchReport report = json ? new ScenarioBench(settings).run(done -> {}) : watched(settings);
    if (json) {
      console.out().println(toJson(report));
    } else {
      BenchTable.lines(report).forEach(console.out()::println);
    }
    return ExitCode.DONE;
  }

  private BenchSettings settings() {
    if (seeds < 1) {
      throw UserError.usage("--seeds: at least 1, got " + seeds);
    }
    BenchSettings settings =
        (quick ? BenchSettings.quick(seeds) : BenchSettings.full(seeds)).withFirstSeed(firstSeed);
    if (!frames.isEmpty()) {
      if (frames.stream().anyMatch(n -> n < 5 || n % 5 != 0)) {
        throw UserError.usage("--frames: multiples of 5, got %s".formatted(frames));
      }
      settings = settings.withFrames(frames);
    }
    if (scenarios == null) {
      return settings;
    }
    try {
      return settings.withScenarios(Scenario.parseList(scenarios));
    } catch (IllegalArgumentException e) {
      throw UserError.usage("--scenarios: " + e.getMessage());
    }
  }

  private BenchReport watched(BenchSettings settings) {
    InstantSource clock = InstantSource.system();
    try (StatusLine line = new StatusLine(console, clock, PLAIN_INTERVAL)) {
      ProgressBar bar = new ProgressBar(line, clock, "adapting");
      bar.update(0);
      return new ScenarioBench(settings).run(bar::update);
    }
  }

  private static String toJson(BenchReport report) throws JsonProcessingException {
    return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(report);
  }
}
