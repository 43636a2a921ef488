package io.gazeshift.trials;

import io.gazeshift.trials.harness.InjectedFault;
import io.gazeshift.trials.harness.TrialLog;
import io.gazeshift.trials.harness.TrialPlan;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.TrialResult.Outcome;
import io.gazeshift.trials.harness.TrialRun;
import io.gazeshift.trials.harness.TrialSize;
import io.gazeshift.trials.harness.TrialTable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.jar.JarFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Inflicts the faults one after another and writes the table. */
@Command(
    name = "trials",
    mixinStandardHelpOptions = true,
    description = "Inject faults into the running program and write a table of the results.")
public final class Trials implements Callable<Integer> {

  /** In the order they are run. */
  static final List<InjectedFault> ALL =
      List.of(
          new Crash(),
          new AdaptationCrash(),
          new Stops(),
          new ClusterFaults(),
          new Network(),
          new DamagedRecords(),
          new HostileModel(),
          new Overload(),
          new Disk(),
          new TimeJump(),
          new Soak(),
          new Intruder());

  private final PrintStream out;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "FAULT",
      description =
          "Faults to inject, separated by commas, for example crash,poison. Default: all.")
  private List<String> only = List.of();

  @Option(
      names = "--short",
      description =
          "Inject each fault less often, so that all of them take about 40 minutes on an idle"
              + " machine. The options below still apply.")
  private boolean shortened;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often to inject each fault. Default: 50, with --short 8.")
  private Integer rounds;

  @Option(
      names = "--records",
      paramLabel = "N",
      description =
          "Number of damaged records to send to each topic. Default: 100000, with --short 5000.")
  private Integer records;

  @Option(
      names = "--fuzz",
      paramLabel = "SECONDS",
      description =
          "Duration of the coverage-guided fuzzing of the decoders. Default: 300, with --short"
              + " 60.")
  private Integer fuzzSeconds;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "Duration of the soak test in minutes. Default: 60, with --short 4.")
  private Integer minutes;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random numbers. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--audit-data",
      paramLabel = "DIR",
      description =
          "Directory of the vulnerability data that 'gradlew audit' downloaded. Default:"
              + " no check for vulnerabilities.")
  private Path auditData;

  @Option(
      names = "--table",
      paramLabel = "FILE",
      description = "Writes the table of results to this Markdown file. Default: ${DEFAULT-VALUE}.")
  private Path table = Path.of("docs/results/trials.md");

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description =
          "Keeps the newest run of every fault in this JSON file, from which the table is written."
              + " Default: ${DEFAULT-VALUE}.")
  private Path data = Path.of("trials/results/trials.json");

  @Option(
      names = "--scratch",
      paramLabel = "DIR",
      description =
          "Directory for data and logs, which are kept. Default: a new directory in the"
              + " system's temporary directory.")
  private Path scratch;

  @Option(
      names = "--render",
      description = "Inject no faults; only rewrite the table from the recorded results.")
  private boolean render;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private Trials(PrintStream out) {
    this.out = out;
  }

  /** Needs the distribution's directory in the property gazeshift.distribution. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Trials(System.out)).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    List<InjectedFault> faults = chosen();
    TrialLog log = TrialLog.read(data, ALL.stream().map(InjectedFault::name).toList());
    if (render) {
      new TrialTable(log).write(table);
      return 0;
    }
    Path directory = scratch == null ? Files.createTempDirectory("gazeshift-trials") : scratch;
    Files.createDirectories(directory);
    out.printf("logs and data: %s%n", directory);
    TrialPlan plan = TrialPlan.of(directory, size(), seed, Optional.ofNullable(auditData));
    List<TrialResult> results = new ArrayList<>();
    for (InjectedFault fault : faults) {
      out.printf("%s ...%n", fault.name());
      long startNanos = System.nanoTime();
      List<TrialResult> rows = inflict(fault, plan);
      rows.forEach(row -> out.println("  " + line(row)));
      results.addAll(rows);
      // After each of them: a run that is broken off has told what it knew.
      log.put(fault.name(), run(rows, Duration.ofNanos(System.nanoTime() - startNanos)));
      new TrialTable(log).write(table);
    }
    out.printf("written to %s%n", table);
    return results.stream().anyMatch(row -> row.outcome() == Outcome.BROKE) ? 1 : 0;
  }

  private TrialSize size() {
    TrialSize usual = shortened ? TrialSize.SHORT : TrialSize.FULL;
    return new TrialSize(
        rounds == null ? usual.rounds() : rounds,
        records == null ? usual.records() : records,
        fuzzSeconds == null ? usual.fuzz() : Duration.ofSeconds(fuzzSeconds),
        minutes == null ? usual.soak() : Duration.ofMinutes(minutes));
  }

  /** A fault that cannot be inflicted must not keep the others from being so. */
  static List<TrialResult> inflict(InjectedFault fault, TrialPlan plan)
      throws InterruptedException {
    try {
      return fault.inflict(plan);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | AssertionError e) {
      e.printStackTrace();
      return List.of(TrialResult.broken(fault.name(), e));
    }
  }

  private List<InjectedFault> chosen() {
    List<String> names = ALL.stream().map(InjectedFault::name).toList();
    for (String name : only) {
      if (!names.contains(name)) {
        throw new CommandLine.ParameterException(
            spec.commandLine(), "--only: unknown fault '%s'; use %s".formatted(name, names));
      }
    }
    return ALL.stream().filter(fault -> only.isEmpty() || only.contains(fault.name())).toList();
  }

  static String line(TrialResult row) {
    return "%s: %s; rounds %s, faces %s, lost %s, twice %s, recovery %s%s"
        .formatted(
            row.fault(),
            row.outcome(),
            row.rounds(),
            row.acknowledged(),
            row.losses(),
            row.duplicates(),
            row.recovery(),
            row.detail().isEmpty() ? "" : "; " + row.detail());
  }

  private TrialRun run(List<TrialResult> rows, Duration took) throws IOException {
    return new TrialRun(
        command(),
        commit(),
        LocalDate.now(ZoneId.systemDefault()).toString(),
        Math.max(1, took.toMinutes()),
        Runtime.getRuntime().availableProcessors(),
        load(),
        rows);
  }

  private static String load() {
    try {
      return Files.readString(Path.of("/proc/loadavg")).split(" ", -1)[1];
    } catch (IOException e) {
      return "unknown";
    }
  }

  private String command() {
    String words = String.join(" ", spec.commandLine().getParseResult().originalArgs());
    return words.isEmpty() ? "./gradlew trials" : "./gradlew trials --args=\"%s\"".formatted(words);
  }

  /** Of what is on trial, which need not be what is checked out here. */
  private static String commit() throws IOException {
    Path libraries = Path.of(System.getProperty("gazeshift.distribution"), "lib");
    try (DirectoryStream<Path> jars =
        Files.newDirectoryStream(libraries, "gazeshift-daemon-*.jar")) {
      for (Path jar : jars) {
        try (JarFile file = new JarFile(jar.toFile())) {
          String build = file.getManifest().getMainAttributes().getValue("Implementation-Build");
          return build == null ? "unknown" : build;
        }
      }
    }
    return "unknown";
  }
}
