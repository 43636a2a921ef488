package io.gazeshift.trials;

import io.gazeshift.daemon.testing.Program;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.trials.harness.Cameras;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.Fault;
import io.gazeshift.trials.harness.Ledger;
import io.gazeshift.trials.harness.Plan;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.Rows;
import io.gazeshift.trials.harness.Service;
import io.gazeshift.trials.harness.Site;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.Vitals;
import io.gazeshift.trials.harness.Watch;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Ten times the faces that inference can serve; {@link CameraOverload} has what is too much for
 * cameras. A large backbone makes ten times a rate that the rest of the machine can stand.
 */
final class Overload implements Fault {

  private static final double TIMES = 10;
  private static final Duration LOADED = Duration.ofSeconds(30);
  private static final Duration MEASURED = Duration.ofSeconds(15);
  private static final Duration MAX_AGE = Duration.ofSeconds(3);
  private static final int MAX_BATCH = 4;
  private static final double MAY_GROW_MIB = 300;
  private static final String TOO_MANY_FACES = "overload: ten times the faces inference can serve";
  private static final String PREDICTED = "gazeshift_infer_predictions_total";
  private static final String SKIPPED = "gazeshift_infer_skipped_total";

  @Override
  public String name() {
    return "overload";
  }

  @Override
  public List<TrialResult> inflict(Plan plan) throws Exception {
    Path home = plan.directory(name());
    Path model = home.resolve("resnet");
    try (Program made =
        Program.run(
            home, Map.of(), "backbone", "make", "--arch", "resnet18", "--out", model.toString())) {
      if (made.exitCode() != 0) {
        throw new IllegalStateException("no model: " + made);
      }
    }
    try (Site site = Site.open(home)) {
      Rows rows = new Rows();
      rows.add(TOO_MANY_FACES, () -> ofInference(plan, site, model));
      rows.add(CameraOverload.TOO_MANY_FRAMES, () -> CameraOverload.ofFrames(site));
      rows.add(CameraOverload.NO_BROKER, () -> CameraOverload.ofBroker(plan, site));
      return rows.all();
    }
  }

  private static TrialResult ofInference(Plan plan, Site site, Path model) throws Exception {
    Ledger ledger = new Ledger();
    Checks checks = new Checks();
    Recovery recovery = new Recovery();
    AtomicLong oldestMicros = new AtomicLong();
    Set<String> served = ConcurrentHashMap.newKeySet();
    Service infer =
        site.role(
            "infer",
            "infer",
            "infer.model=" + model,
            "infer.max-age=%ds".formatted(MAX_AGE.toSeconds()),
            "infer.max-batch=" + MAX_BATCH);
    infer.start();
    try (Watch watch =
            Watch.predictions(
                site,
                "over",
                ledger,
                seen -> {
                  oldestMicros.accumulateAndGet(age(seen), Math::max);
                  served.add(seen.getIdentity().getCamera());
                });
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "over", ledger)) {
      cameras.start(100);
      watch.awaitRecovery();
      long before = infer.meters().count(PREDICTED);
      TimeUnit.MILLISECONDS.sleep(MEASURED.toMillis());
      double capacity = (infer.meters().count(PREDICTED) - before) / (double) MEASURED.toSeconds();
      cameras.stop();

      Vitals quiet = Vitals.of(infer.handle());
      oldestMicros.set(0);
      served.clear();
      cameras.start(TIMES * capacity);
      TimeUnit.MILLISECONDS.sleep(LOADED.toMillis());
      double oldestSeconds = oldestMicros.get() / 1e6;
      Vitals loaded = Vitals.of(infer.handle());
      checks.equal("every camera is served under load", Cameras.CAMERAS, served.size());
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
          Watch.PATIENCE,
          "predicted and skipped are exactly what was acknowledged",
          () ->
              infer.meters().count(PREDICTED) + infer.meters().count(SKIPPED)
                  == ledger.acknowledged());
      long skipped = infer.meters().count(SKIPPED);
      checks.that("it was too much", skipped > 0, skipped);
      checks.equal("no face is predicted twice", 0, ledger.duplicates());
      // One batch waits, one is with the backbone, and one is being committed.
      double freshSeconds = MAX_AGE.toSeconds() + 3 * MAX_BATCH / capacity;
      checks.that(
          "what is predicted under load is fresh: no older than infer.max-age and three batches",
          oldestSeconds < freshSeconds,
          "%.1f s, not %.1f".formatted(oldestSeconds, freshSeconds));
      checks.that(
          "memory grows by less than %.0f MiB".formatted(MAY_GROW_MIB),
          loaded.residentMib() - quiet.residentMib() < MAY_GROW_MIB,
          loaded);
      checks.equal("inference ends in order", 0, infer.stop());
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
              "%s It serves %.1f faces a second, in batches of %d at most; %,d were skipped as older"
                  + " than %d s (infer.max-age), each counted; the oldest that was predicted under"
                  + " load was %.1f s old; %.0f MiB before, %.0f under load",
              checks.broken(),
              capacity,
              MAX_BATCH,
              skipped,
              MAX_AGE.toSeconds(),
              oldestSeconds,
              quiet.residentMib(),
              loaded.residentMib()));
    }
  }

  private static long age(GazePrediction prediction) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now())
        - prediction.getIdentity().getCaptureMicros();
  }
}
