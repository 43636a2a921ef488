package io.gazeshift.benchmarks.cli;

import io.gazeshift.benchmarks.ingest.BenchFrames;
import io.gazeshift.benchmarks.ingest.IngestBench;
import io.gazeshift.benchmarks.ingest.IngestSoak;
import io.gazeshift.benchmarks.ingest.PythonIngest;
import io.gazeshift.benchmarks.ingest.StepTimes;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.DurationOption;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.ingest.config.FacesConfig;
import io.gazeshift.ingest.config.IngestConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "ingest",
    mixinStandardHelpOptions = true,
    description =
        "Measure camera ingest with one tracked face at 1280x720 on one thread:"
            + " landmarks and pose, warp, JPEG. Compares it with the same steps in Python,"
            + " or measures its memory over time.")
final class IngestBenchCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Number of timed rounds; reports the median ratio. Default: ${DEFAULT-VALUE}.")
  private int rounds = 9;

  @Option(
      names = "--frames",
      paramLabel = "N",
      description = "Number of frames per round. Default: ${DEFAULT-VALUE}.")
  private int frames = 150;

  @Option(
      names = "--python",
      paramLabel = "FILE",
      description =
          "Python interpreter with cv2 4.11 or newer to compare with. Default: no" + " comparison.")
  private Path python;

  @Option(
      names = "--script",
      paramLabel = "FILE",
      description = "Script that Python runs. Default: ${DEFAULT-VALUE}, in the source tree.")
  private Path script = Path.of("camera-ingest/src/bench/python/ingest_bench.py");

  @Option(
      names = "--literal",
      description =
          "Let Python run the attention mesh with its file's own operators, as a converter writes"
              + " it. Default: Python runs the network that Gazeshift has rewritten for ONNX"
              + " Runtime.")
  private boolean literal;

  @Option(
      names = "--soak",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description = "Run one camera for this long instead, and print the memory of the process.")
  private Duration soak;

  @Option(
      names = "--fps",
      paramLabel = "N",
      description = "Frame rate of --soak in frames per second. Default: ${DEFAULT-VALUE}.")
  private double fps = 30;

  IngestBenchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    CommandLogging.apply(options);
    if (rounds < 1 || frames < 1 || !(fps >= 1 && fps <= 1000)) {
      throw UserError.usage("--rounds, --frames and --fps must be at least 1");
    }
    EffectiveConfig config = options.load(new Flags());
    if (python != null) {
      FileFlags.file("--script", script);
    }
    try (BenchFrames drawn = new BenchFrames()) {
      if (soak != null) {
        soak(config, drawn);
      } else {
        compare(config, drawn);
      }
    }
    return ExitCode.DONE;
  }

  private void compare(EffectiveConfig config, BenchFrames drawn) throws IOException {
    try (IngestBench ours =
        new IngestBench(drawn, FacesConfig.from(config), IngestConfig.from(config))) {
      // The first round warms up and does not count.
      ours.round(1);
      if (python == null) {
        console.out().println("No comparison: pass a Python interpreter with --python.");
        ours.round(frames);
        report(Stream.generate(() -> ours.round(frames)).limit(rounds).toList(), List.of());
        return;
      }
      Path directory = Files.createTempDirectory("gazeshift-bench");
      try (PythonIngest theirs =
          new PythonIngest(
              new PythonIngest.Interpreter(python, script, literal),
              directory,
              drawn,
              ours.lastFace(),
              FacesConfig.from(config).models(),
              IngestConfig.from(config))) {
        compare(ours, theirs);
      } finally {
        delete(directory);
      }
    }
  }

  private void compare(IngestBench ours, PythonIngest theirs) throws IOException {
    ours.round(frames - 1);
    theirs.round(frames);
    console
        .out()
        .printf(
            Locale.ROOT,
            "%s; patches differ by %.2f of 255 levels on average; CPU ms per frame, one"
                + " thread%n",
            theirs.version(),
            theirs.difference(ours.lastPatch()));
    List<StepTimes> our = new ArrayList<>();
    List<StepTimes> their = new ArrayList<>();
    for (int i = 1; i <= rounds; i++) {
      our.add(ours.round(frames));
      their.add(theirs.round(frames));
      double ourMs = our.get(i - 1).totalMs();
      double theirMs = their.get(i - 1).totalMs();
      console
          .out()
          .printf(
              Locale.ROOT,
              "round %d   gazeshift %6.2f   Python %6.2f   ratio %.2f%n",
              i,
              ourMs,
              theirMs,
              ourMs / theirMs);
    }
    report(our, their);
  }

  private void report(List<StepTimes> ours, List<StepTimes> theirs) {
    row("landmarks, pose", StepTimes::locateMs, ours, theirs);
    row("warp", StepTimes::warpMs, ours, theirs);
    row("JPEG", StepTimes::jpegMs, ours, theirs);
    row("together", StepTimes::totalMs, ours, theirs);
    if (!theirs.isEmpty()) {
      List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < ours.size(); i++) {
        ratios.add(ours.get(i).totalMs() / theirs.get(i).totalMs());
      }
      console.out().printf(Locale.ROOT, "median ratio %.2f%n", median(ratios));
    }
  }

  private void row(
      String name, ToDoubleFunction<StepTimes> step, List<StepTimes> ours, List<StepTimes> theirs) {
    console
        .out()
        .printf(
            Locale.ROOT,
            "%-16s gazeshift %6.2f ms",
            name,
            median(ours.stream().mapToDouble(step).boxed().toList()));
    if (!theirs.isEmpty()) {
      console
          .out()
          .printf(
              Locale.ROOT,
              "   Python %6.2f ms",
              median(theirs.stream().mapToDouble(step).boxed().toList()));
    }
    console.out().println();
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }

  private void soak(EffectiveConfig config, BenchFrames drawn) throws Exception {
    int tenths = 10;
    List<Double> means = new ArrayList<>();
    try (IngestSoak camera =
        new IngestSoak(drawn, FacesConfig.from(config), IngestConfig.from(config), fps)) {
      camera.start();
      long startNanos = System.nanoTime();
      for (int tenth = 1; tenth <= tenths; tenth++) {
        means.add(meanMib(startNanos + soak.toNanos() * tenth / tenths));
        console
            .out()
            .printf(
                Locale.ROOT,
                "%5.1f min   %7d frames   %6.1f MiB%n",
                soak.toSeconds() / 60.0 * tenth / tenths,
                camera.frames(),
                means.get(tenth - 1));
      }
      console.out().printf(Locale.ROOT, "missed %d frames;", camera.missed());
      camera
          .stageMillis()
          .forEach(
              (stage, millis) -> console.out().printf(Locale.ROOT, " %s %.2f ms", stage, millis));
    }
    console
        .out()
        .printf(
            Locale.ROOT,
            "%nresident memory, last tenth compared with first: %+.1f %%%n",
            100 * (means.get(tenths - 1) / means.get(0) - 1));
  }

  private static double meanMib(long untilNanos) throws IOException, InterruptedException {
    double sum = 0;
    int count = 0;
    do {
      TimeUnit.MILLISECONDS.sleep(500);
      sum += IngestSoak.residentMib();
      count++;
    } while (System.nanoTime() - untilNanos < 0);
    return sum / count;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
