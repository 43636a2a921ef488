package io.gazeshift.trials;

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
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * kill -9 of each role of the stream in turn, at a random moment of its work, again and again under
 * load; {@link AdaptationCrash} has the one beside it.
 */
final class Crash implements InjectedFault {

  private static final double FACES_PER_SECOND = 40;
  private static final int SPREAD_MILLIS = 500;

  @Override
  public String name() {
    return "crash";
  }

  @Override
  public List<TrialResult> inflict(TrialPlan plan) throws Exception {
    TrialRows rows = new TrialRows();
    try (TrialSite site = TrialSite.open(plan.directory("crash"))) {
      RoleProcess infer = site.role("infer", "infer", "infer.instance=crash");
      infer.start();
      rows.add("crash: kill -9 of the embedded broker", () -> ofBroker(plan, site, infer));
      rows.add("crash: kill -9 of infer", () -> ofInference(plan, site, infer));
      rows.add("crash: kill -9 of ingest", () -> ofIngest(plan, site, infer));
    }
    return rows.all();
  }

  private static TrialResult ofInference(TrialPlan plan, TrialSite site, RoleProcess infer)
      throws Exception {
    Random random = plan.random("crash infer");
    Ledger ledger = new Ledger();
    Recovery recovery = new Recovery();
    Checks checks = new Checks();
    try (PredictionWatch watch = PredictionWatch.predictions(site, "infer", ledger);
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "infer", ledger)) {
      cameras.start(FACES_PER_SECOND);
      watch.awaitRecovery();
      for (int round = 0; round < plan.rounds(); round++) {
        TimeUnit.MILLISECONDS.sleep(random.nextInt(SPREAD_MILLIS));
        Instant fault = Instant.now();
        infer.kill();
        infer.launch();
        recovery.add(watch.awaitRecovery(fault, infer::revive));
      }
      cameras.stop();
      watch.drain();
      checks.that("the last process still runs", infer.isAlive(), infer.log());
      return TrialResult.of(
          "crash: kill -9 of infer", plan.rounds(), ledger, recovery, checks, infer.revivals());
    }
  }

  private static TrialResult ofBroker(TrialPlan plan, TrialSite site, RoleProcess infer)
      throws Exception {
    Random random = plan.random("crash broker");
    Ledger ledger = new Ledger();
    Recovery recovery = new Recovery();
    Checks checks = new Checks();
    int givenUp = 0;
    ProcessHandle before = infer.handle();
    try (PredictionWatch watch = PredictionWatch.predictions(site, "broker", ledger);
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "broker", ledger)) {
      cameras.start(FACES_PER_SECOND);
      watch.awaitRecovery();
      for (int round = 0; round < plan.rounds(); round++) {
        TimeUnit.MILLISECONDS.sleep(random.nextInt(SPREAD_MILLIS));
        Instant fault = Instant.now();
        if (killBroker(site)) {
          givenUp++;
        }
        recovery.add(watch.awaitRecovery(fault));
      }
      cameras.stop();
      watch.drain();
      checks.that(
          "inference went on without a restart",
          infer.isAlive() && infer.handle().equals(before),
          infer.log());
      return TrialResult.of(
          "crash: kill -9 of the embedded broker",
          plan.rounds(),
          ledger,
          recovery,
          checks,
          givenUp == 0
              ? ""
              : "Its process gave up %d times, six deaths in ten minutes, and was started anew"
                  .formatted(givenUp));
    }
  }

  /** Whether its process gave up: it starts a broker that often only; then it is started anew. */
  static boolean killBroker(TrialSite site) throws Exception {
    ProcessHandle killed = site.broker().child();
    RoleProcess.kill(killed);
    Awaitility.await("the broker is started again, or its process gives up")
        .atMost(PredictionWatch.PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !site.broker().isAlive() || site.broker().hasOtherChildThan(killed));
    boolean gaveUp = !site.broker().isAlive();
    if (gaveUp) {
      site.broker().start();
    }
    return gaveUp;
  }

  private static TrialResult ofIngest(TrialPlan plan, TrialSite site, RoleProcess infer)
      throws Exception {
    Random random = plan.random("crash ingest");
    Ledger ledger = new Ledger();
    Recovery recovery = new Recovery();
    Checks checks = new Checks();
    List<String> settings = new ArrayList<>();
    settings.addAll(TrialSite.drawnCamera(0, "ingest-0", 10));
    settings.addAll(TrialSite.drawnCamera(1, "ingest-1", 10));
    RoleProcess ingest = site.role("ingest", "ingest", settings.toArray(String[]::new));
    try (PredictionWatch watch = PredictionWatch.facesAndPredictions(site, "ingest", ledger)) {
      ingest.start();
      watch.awaitRecovery();
      for (int round = 0; round < plan.rounds(); round++) {
        TimeUnit.MILLISECONDS.sleep(random.nextInt(SPREAD_MILLIS));
        Instant fault = Instant.now();
        ingest.kill();
        ingest.launch();
        recovery.add(watch.awaitRecovery(fault, ingest::revive));
      }
      checks.equal("ingest shuts down cleanly", 0, ingest.stop());
      watch.drain();
      checks.that("inference still runs", infer.isAlive(), infer.log());
      return TrialResult.of(
          "crash: kill -9 of ingest",
          plan.rounds(),
          ledger,
          recovery,
          checks,
          "Acknowledged is what reached the topic: the process that would know is dead");
    }
  }
}
