package io.gazeshift.trials;

import io.gazeshift.adaptation.versions.Author;
import io.gazeshift.adaptation.versions.HeadPublisher;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.adaptation.versions.Registrar;
import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.Micros;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.trials.harness.Cameras;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.InjectedFault;
import io.gazeshift.trials.harness.Ledger;
import io.gazeshift.trials.harness.PredictionWatch;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.RoleProcess;
import io.gazeshift.trials.harness.TrialPlan;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.TrialSite;
import io.gazeshift.trials.harness.Vitals;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Load for as long as the plan says, with a new head every few seconds: nothing may grow. */
final class Soak implements InjectedFault {

  private static final double FACES_PER_SECOND = 40;
  private static final Duration SWAP_EVERY = Duration.ofSeconds(5);
  private static final int HEAP_MIB = 512;

  /** All of the heap is resident from the start: what else is resident is native. */
  private static final String WHOLE_HEAP =
      "-Xms%1$dm -Xmx%1$dm -XX:+AlwaysPreTouch".formatted(HEAP_MIB);

  /** Below it, twice as long is chance: a collection, or a moment without a core. */
  private static final int SWIFT_MILLIS = 200;

  private static final String DOMAIN = "soak-0";

  private record Seen(long atNanos, long micros) {}

  private record Sample(long atNanos, Vitals vitals) {}

  @Override
  public String name() {
    return "soak";
  }

  @Override
  public List<TrialResult> inflict(TrialPlan plan) throws Exception {
    Ledger ledger = new Ledger();
    Checks checks = new Checks();
    Queue<Seen> latencies = new ConcurrentLinkedQueue<>();
    List<Sample> samples = new ArrayList<>();
    try (TrialSite site = TrialSite.open(plan.directory(name()));
        HeadVersions versions = new HeadVersions(site.kafka(), TrustedKeys.none());
        HeadPublisher publisher = new HeadPublisher(site.kafka(), versions);
        PredictionWatch watch =
            PredictionWatch.predictions(
                site,
                "soak",
                ledger,
                seen -> latencies.add(new Seen(System.nanoTime(), age(seen))));
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "soak", ledger)) {
      Registrar registrar = new Registrar(versions, Optional.empty(), InstantSource.system());
      HeadFile head = ModelDirectory.builtIn(BuiltInModel.STUDIO).sourceHeadFile();
      RoleProcess infer = site.role("infer", Map.of("GAZESHIFT_OPTS", WHOLE_HEAP), "infer");
      infer.start();
      cameras.start(FACES_PER_SECOND);
      watch.awaitRecovery();
      // A tenth of the time to warm up, which belongs to neither.
      TimeUnit.MILLISECONDS.sleep(plan.size().soak().toMillis() / 10);
      latencies.clear();
      long startNanos = System.nanoTime();
      long endNanos = startNanos + plan.size().soak().toNanos();
      long swaps = 0;
      while (System.nanoTime() - endNanos < 0) {
        long parent = swaps;
        publisher.publish(() -> registrar.introduce(DOMAIN, head, parent, "soak", Author.SERVICE));
        swaps++;
        samples.add(new Sample(System.nanoTime(), Vitals.of(infer.handle())));
        TimeUnit.MILLISECONDS.sleep(SWAP_EVERY.toMillis());
      }
      cameras.stop();
      watch.drain();
      checks.equal(
          "every head became active",
          swaps,
          infer.meters().count("gazeshift_infer_head_swaps_total"));
      String figures = flat(checks, plan.size().soak(), startNanos, endNanos, samples, latencies);
      checks.equal("it shuts down cleanly", 0, infer.stop());
      return List.of(
          TrialResult.of(
              "soak: %d min at %.0f faces a second, a swap every %d s"
                  .formatted(
                      plan.size().soak().toMinutes(), FACES_PER_SECOND, SWAP_EVERY.toSeconds()),
              swaps,
              ledger,
              new Recovery(),
              checks,
              figures));
    }
  }

  private static String flat(
      Checks checks,
      Duration soak,
      long startNanos,
      long endNanos,
      List<Sample> samples,
      Queue<Seen> latencies) {
    long tenth = soak.toNanos() / 10;
    List<Vitals> first = vitals(samples, startNanos, startNanos + tenth);
    List<Vitals> last = vitals(samples, endNanos - tenth, endNanos + tenth);
    double firstMib = first.stream().mapToDouble(Vitals::residentMib).max().orElse(0);
    double lastMib = last.stream().mapToDouble(Vitals::residentMib).max().orElse(0);
    checks.that(
        "resident memory is flat: the last tenth within 15 % of the first",
        lastMib <= 1.15 * firstMib && lastMib > 0,
        "%.0f MiB after %.0f".formatted(lastMib, firstMib));
    double firstNativeMib = firstMib - HEAP_MIB;
    double lastNativeMib = lastMib - HEAP_MIB;
    checks.that(
        "native memory, all that is resident beyond the heap, is flat",
        lastNativeMib <= 1.15 * firstNativeMib && lastNativeMib > 0,
        "%.0f MiB after %.0f".formatted(lastNativeMib, firstNativeMib));
    int firstThreads = first.stream().mapToInt(Vitals::threads).max().orElse(0);
    int lastThreads = last.stream().mapToInt(Vitals::threads).max().orElse(0);
    checks.that("threads are flat", lastThreads <= firstThreads + 3, lastThreads);
    long firstFiles = first.stream().mapToLong(Vitals::files).max().orElse(0);
    long lastFiles = last.stream().mapToLong(Vitals::files).max().orElse(0);
    checks.that("open files are flat", lastFiles <= firstFiles + 10, lastFiles);
    double firstP99 = p99(latencies, startNanos, startNanos + tenth);
    double lastP99 = p99(latencies, endNanos - tenth, endNanos);
    checks.that(
        "p99 from capture to committed prediction is flat: at most twice the first tenth's, or %d ms"
            .formatted(SWIFT_MILLIS),
        lastP99 <= Math.max(2 * firstP99, SWIFT_MILLIS),
        "%.0f ms after %.0f".formatted(lastP99, firstP99));
    return String.format(
        Locale.ROOT,
        "First and last tenth: %.0f and %.0f MiB resident, of that native %.0f and %.0f MiB, %d and %d threads, %d and %d open files,"
            + " p99 %.0f and %.0f ms, load of the machine %.1f and %.1f",
        firstMib,
        lastMib,
        firstNativeMib,
        lastNativeMib,
        firstThreads,
        lastThreads,
        firstFiles,
        lastFiles,
        firstP99,
        lastP99,
        first.stream().mapToDouble(Vitals::machineLoad).average().orElse(0),
        last.stream().mapToDouble(Vitals::machineLoad).average().orElse(0));
  }

  private static List<Vitals> vitals(List<Sample> samples, long fromNanos, long toNanos) {
    return samples.stream()
        .filter(sample -> sample.atNanos() - fromNanos >= 0 && sample.atNanos() - toNanos <= 0)
        .map(Sample::vitals)
        .toList();
  }

  private static double p99(Queue<Seen> latencies, long fromNanos, long toNanos) {
    long[] sorted =
        latencies.stream()
            .filter(seen -> seen.atNanos() - fromNanos >= 0 && seen.atNanos() - toNanos <= 0)
            .mapToLong(Seen::micros)
            .sorted()
            .toArray();
    return sorted.length == 0 ? Double.NaN : sorted[(int) (0.99 * (sorted.length - 1))] / 1000.0;
  }

  private static long age(GazePrediction prediction) {
    return Micros.of(Instant.now()) - prediction.getIdentity().getCaptureMicros();
  }
}
