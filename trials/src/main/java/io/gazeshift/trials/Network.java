package io.gazeshift.trials;

import io.gazeshift.trials.harness.Cameras;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.FaultyLink;
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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Latency, drops and half-open connections between every client and the broker. */
final class Network implements InjectedFault {

  private static final double FACES_PER_SECOND = 20;
  private static final int DELAY_MILLIS = 100;
  private static final int SILENCE_SECONDS = 20;
  private static final double MAY_GROW_MIB = 250;

  @Override
  public String name() {
    return "network";
  }

  /** What is done to the link; answers the moment of the fault from which to measure. */
  private interface Deed {
    Instant on(FaultyLink link, Random random) throws Exception;
  }

  @Override
  public List<TrialResult> inflict(TrialPlan plan) throws Exception {
    int port = TrialSite.freePort();
    TrialRows rows = new TrialRows();
    try (FaultyLink link =
            new FaultyLink(
                FaultyLink.otherLoopback(port),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        // Clients are sent to the link; the broker listens behind it, at the same port.
        TrialSite site =
            TrialSite.open(
                plan.directory(name()),
                "broker.port=" + port,
                "broker.advertised-host=127.0.0.2"); ) {
      RoleProcess infer = site.role("infer", RoleProcess.SMALL_HEAP, "infer");
      infer.start();
      add(
          rows,
          plan,
          site,
          infer,
          link,
          "network: %d ms later, each way, for 10 s".formatted(DELAY_MILLIS),
          plan.rounds(5),
          (faulty, random) -> {
            faulty.delay(DELAY_MILLIS);
            TimeUnit.SECONDS.sleep(10);
            faulty.heal();
            return Instant.now();
          });
      add(
          rows,
          plan,
          site,
          infer,
          link,
          "network: every connection reset",
          plan.rounds(),
          (faulty, random) -> {
            TimeUnit.MILLISECONDS.sleep(random.nextInt(1000));
            Instant fault = Instant.now();
            faulty.drop();
            return fault;
          });
      add(
          rows,
          plan,
          site,
          infer,
          link,
          "network: half-open for %d s".formatted(SILENCE_SECONDS),
          plan.rounds(10),
          (faulty, random) -> {
            faulty.silence();
            TimeUnit.SECONDS.sleep(SILENCE_SECONDS);
            faulty.heal();
            return Instant.now();
          });
    }
    return rows.all();
  }

  private static void add(
      TrialRows rows,
      TrialPlan plan,
      TrialSite site,
      RoleProcess infer,
      FaultyLink link,
      String fault,
      int rounds,
      Deed deed)
      throws InterruptedException {
    rows.add(fault, () -> trial(plan, site, infer, link, fault, rounds, deed));
  }

  private static TrialResult trial(
      TrialPlan plan,
      TrialSite site,
      RoleProcess infer,
      FaultyLink link,
      String fault,
      int rounds,
      Deed deed)
      throws Exception {
    Random random = plan.random(fault);
    Ledger ledger = new Ledger();
    Recovery recovery = new Recovery();
    Checks checks = new Checks();
    try (PredictionWatch watch = PredictionWatch.predictions(site, "net", ledger);
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "net", ledger)) {
      cameras.start(FACES_PER_SECOND);
      watch.awaitRecovery();
      Vitals before = Vitals.of(infer.handle());
      checks.that("clients go through the link", link.connections() > 4, link.connections());
      for (int round = 0; round < rounds; round++) {
        recovery.add(watch.awaitRecovery(deed.on(link, random)));
      }
      cameras.stop();
      watch.drain();
      Vitals after = Vitals.of(infer.handle());
      checks.that("inference recovers without a restart", infer.isAlive(), infer.log());
      checks.that(
          "its memory grows by less than %.0f MiB".formatted(MAY_GROW_MIB),
          after.residentMib() - before.residentMib() < MAY_GROW_MIB,
          after);
      return TrialResult.of(
          fault,
          rounds,
          ledger,
          recovery,
          checks,
          String.format(
              Locale.ROOT,
              "%.0f MiB before, %.0f after",
              before.residentMib(),
              after.residentMib()));
    }
  }
}
