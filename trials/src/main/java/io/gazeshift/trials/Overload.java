package io.gazeshift.trials;

import io.gazeshift.common.Micros;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.StageTimings;
import io.gazeshift.testing.ProgramProcess;
import io.gazeshift.trials.harness.Cameras;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.InjectedFault;
import io.gazeshift.trials.harness.Ledger;
import io.gazeshift.trials.harness.PredictionWatch;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.RoleProcess;
import io.gazeshift.trials.harness.TrialPlan;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.TrialRows;
import io.gazeshift.trials.harness.TrialSite;
import io.gazeshift.trials.harness.Vitals;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Ten times the faces that inference can serve; {@link CameraOverload} has what is too much for
 * cameras. A large backbone makes ten times a rate that the rest of the machine can stand.
 */
final class Overload implements InjectedFault {

  private static final double TIMES = 10;
  private static final Duration LOADED = Duration.ofSeconds(30);
  private static final Duration MEASURED = Duration.ofSeconds(15);
  private static final Duration MAX_AGE = Duration.ofSeconds(1);
  private static final Duration FRESH = Duration.ofSeconds(5);

  /** Between the look at its age and the backbone a process may lose its core. */
  private static final double TAKING_SECONDS = 0.2;

  private static final double MAY_GROW_MIB = 300;

  /** Of what each camera would get if all got the same. */
  private static final double LEAST_SHARE = 0.5;

  private static final String TOO_MANY_FACES = "overload: ten times the faces inference can serve";
  private static final String PREDICTED = "gazeshift_infer_predictions_total";
  private static final String SKIPPED = "gazeshift_infer_skipped_total";
  private static final String LONGEST_COMMIT = "gazeshift_infer_delivery_seconds_max";

  @Override
  public String name() {
    return "overload";
  }

  @Override
  public List<TrialResult> inflict(TrialPlan plan) throws Exception {
    Path home = plan.directory(name());
    Path model = home.resolve("resnet");
    try (ProgramProcess made =
        ProgramProcess.run(
            home, Map.of(), "backbone", "make", "--arch", "resnet18", "--out", model.toString())) {
      if (made.exitCode() != 0) {
        throw new IllegalStateException("no model: " + made);
      }
    }
    try (TrialSite site = TrialSite.open(home)) {
      TrialRows rows = new TrialRows();
      rows.add(TOO_MANY_FACES, () -> ofInference(plan, site, model));
      rows.add(CameraOverload.TOO_MANY_FRAMES, () -> CameraOverload.ofFrames(site));
      rows.add(CameraOverload.NO_BROKER, () -> CameraOverload.ofBroker(plan, site));
      return rows.all();
    }
  }

  private static TrialResult ofInference(TrialPlan plan, TrialSite site, Path model)
      throws Exception {
    Ledger ledger = new Ledger();
    Checks checks = new Checks();
    Recovery recovery = new Recovery();
    Seen seen = new Seen();
    RoleProcess infer =
        site.role(
            "infer",
            RoleProcess.SMALL_HEAP,
            "infer",
            "infer.model=" + model,
            "infer.max-age=%ds".formatted(MAX_AGE.toSeconds()));
    infer.start();
    try (PredictionWatch watch = PredictionWatch.predictions(site, "over", ledger, seen::note);
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "over", ledger)) {
      cameras.start(100);
      watch.awaitRecovery();
      long before = infer.meters().count(PREDICTED);
      TimeUnit.MILLISECONDS.sleep(MEASURED.toMillis());
      double capacity = (infer.meters().count(PREDICTED) - before) / (double) MEASURED.toSeconds();
      cameras.stop();

      Vitals quiet = Vitals.of(infer.handle());
      seen.forget();
      cameras.start(TIMES * capacity);
      TimeUnit.MILLISECONDS.sleep(LOADED.toMillis());
      Seen.Worst worst = seen.worst();
      double commitSeconds = infer.meters().sum(LONGEST_COMMIT, "");
      Vitals loaded = Vitals.of(infer.handle());
      checks.equal("every camera is served under load", Cameras.CAMERAS, worst.cameras());
      checks.that(
          "the least served camera gets at least %.0f %% of an equal share"
              .formatted(100 * LEAST_SHARE),
          worst.leastShare() >= LEAST_SHARE,
          "%.0f %%".formatted(100 * worst.leastShare()));
      cameras.stop();
      Instant fell = Instant.now();
      cameras.start(Math.max(1, capacity / 4));
      recovery.add(watch.awaitRecovery(fell));
      TimeUnit.SECONDS.sleep(5);
      long skippedThen = infer.meters().count(SKIPPED);
      TimeUnit.SECONDS.sleep(10);
      checks.equal(
          "nothing is skipped once the load has fallen",
          skippedThen,
          infer.meters().count(SKIPPED));
      cameras.stop();
      checks.within(
          PredictionWatch.PATIENCE,
          "predicted and skipped are exactly what was acknowledged",
          () ->
              infer.meters().count(PREDICTED) + infer.meters().count(SKIPPED)
                  == ledger.acknowledged());
      long skipped = infer.meters().count(SKIPPED);
      checks.that("it was too much", skipped > 0, skipped);
      checks.equal("no face is predicted twice", 0, ledger.duplicates());
      checks.that(
          "the backbone processes no face that is older than infer.max-age",
          worst.takenSeconds() < MAX_AGE.toSeconds() + TAKING_SECONDS,
          "%.2f s".formatted(worst.takenSeconds()));
      checks.that(
          "what is predicted under load is fresh, at most %d s old".formatted(FRESH.toSeconds()),
          worst.ageSeconds() < FRESH.toSeconds(),
          "%.1f s".formatted(worst.ageSeconds()));
      checks.that(
          "memory grows by less than %.0f MiB".formatted(MAY_GROW_MIB),
          loaded.residentMib() - quiet.residentMib() < MAY_GROW_MIB,
          loaded);
      checks.equal("inference shuts down cleanly", 0, infer.stop());
      return new TrialResult(
          TOO_MANY_FACES,
          "%d s".formatted(LOADED.toSeconds()),
          "%,d".formatted(ledger.acknowledged()),
          "%,d".formatted(ledger.acknowledged() - ledger.predicted() - skipped),
          "%,d".formatted(ledger.duplicates()),
          recovery.toString(),
          checks.promises(),
          checks.allHold() ? TrialResult.Outcome.HELD : TrialResult.Outcome.BROKE,
          String.format(
              Locale.ROOT,
              "%s It serves %.1f faces a second, and %.1f under load, the least served camera %.0f %% of"
                  + " an equal share; %,d were skipped as older than"
                  + " %d s (infer.max-age), each counted; the oldest that was predicted under load was"
                  + " %.1f s old, %.1f s when the backbone took it; the longest pass took %.1f s, the"
                  + " longest commit %.1f s; %.0f MiB before, %.0f under load",
              checks.broken(),
              capacity,
              worst.predicted() / (double) LOADED.toSeconds(),
              100 * worst.leastShare(),
              skipped,
              MAX_AGE.toSeconds(),
              worst.ageSeconds(),
              worst.takenSeconds(),
              worst.passSeconds(),
              commitSeconds,
              quiet.residentMib(),
              loaded.residentMib()));
    }
  }

  /** What was seen of predictions as they came. For any thread. */
  private static final class Seen {

    /**
     * @param leastShare of the camera that was served least, 1 being as much as all on average
     * @param ageSeconds from capture until it was seen here
     * @param takenSeconds from capture until the backbone began with it
     */
    record Worst(
        int cameras,
        double leastShare,
        long predicted,
        double ageSeconds,
        double takenSeconds,
        double passSeconds) {}

    private final Map<String, Long> byCamera = new HashMap<>();
    private long predicted;
    private long ageMicros;
    private long takenMicros;
    private long passMicros;

    synchronized void note(GazePrediction prediction) {
      StageTimings timings = prediction.getTimings();
      byCamera.merge(prediction.getIdentity().getCamera(), 1L, Long::sum);
      predicted++;
      ageMicros = Math.max(ageMicros, age(prediction));
      takenMicros =
          Math.max(
              takenMicros,
              timings.getIngestMicros() + timings.getTransportMicros() + timings.getQueueMicros());
      passMicros = Math.max(passMicros, timings.getBackboneMicros());
    }

    synchronized void forget() {
      byCamera.clear();
      predicted = 0;
      ageMicros = 0;
      takenMicros = 0;
      passMicros = 0;
    }

    synchronized Worst worst() {
      return new Worst(
          byCamera.size(),
          leastShare(),
          predicted,
          ageMicros / 1e6,
          takenMicros / 1e6,
          passMicros / 1e6);
    }

    private double leastShare() {
      if (byCamera.size() < Cameras.CAMERAS) {
        return 0;
      }
      return Collections.min(byCamera.values()) * (double) Cameras.CAMERAS / predicted;
    }
  }

  private static long age(GazePrediction prediction) {
    return Micros.of(Instant.now()) - prediction.getIdentity().getCaptureMicros();
  }
}
