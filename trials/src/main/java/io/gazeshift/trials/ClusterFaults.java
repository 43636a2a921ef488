package io.gazeshift.trials;

import io.gazeshift.protocol.Topics;
import io.gazeshift.trials.harness.Cameras;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.InjectedFault;
import io.gazeshift.trials.harness.KafkaCluster;
import io.gazeshift.trials.harness.Ledger;
import io.gazeshift.trials.harness.PredictionWatch;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.RoleProcess;
import io.gazeshift.trials.harness.TrialPlan;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.TrialRows;
import io.gazeshift.trials.harness.TrialSite;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Three brokers, of which one goes: killed, frozen, cut off, or restarted in turn. */
final class ClusterFaults implements InjectedFault {

  private static final double FACES_PER_SECOND = 20;
  private static final String ROLLING = "cluster: all brokers restarted one by one";

  /** For so long after predictions go on. */
  private static final Duration AWAY = Duration.ofSeconds(15);

  /** The others notice after 6 s that one is missing, and clients after 15 s at most. */
  private static final Duration TAKE_OVER = Duration.ofSeconds(60);

  @Override
  public String name() {
    return "cluster";
  }

  /** What is done to one of the brokers; answers the moment of the fault. */
  private interface Deed {
    Instant on(KafkaCluster cluster, int broker) throws Exception;
  }

  @Override
  public List<TrialResult> inflict(TrialPlan plan) throws Exception {
    Path home = plan.directory(name());
    TrialRows rows = new TrialRows();
    try (KafkaCluster cluster = KafkaCluster.start(home.resolve("kafka"));
        TrialSite site = TrialSite.on(home, cluster.bootstrap())) {
      RoleProcess infer = site.role("infer", "infer", "kafka.replication-factor=3");
      infer.start();
      int rounds = plan.rounds(10);
      add(
          rows,
          plan,
          site,
          infer,
          cluster,
          "cluster: kill -9 of the broker that leads",
          rounds,
          (brokers, leader) -> {
            Instant fault = Instant.now();
            brokers.kill(leader);
            return fault;
          },
          KafkaCluster::launch);
      add(
          rows,
          plan,
          site,
          infer,
          cluster,
          "cluster: the broker that leads is stopped (SIGSTOP), for %d s beyond recovery"
              .formatted(AWAY.toSeconds()),
          rounds,
          (brokers, leader) -> {
            Instant fault = Instant.now();
            RoleProcess.signal(brokers.handle(leader), "-STOP");
            return fault;
          },
          (brokers, leader) -> {
            TimeUnit.SECONDS.sleep(AWAY.toSeconds());
            RoleProcess.signal(brokers.handle(leader), "-CONT");
          });
      add(
          rows,
          plan,
          site,
          infer,
          cluster,
          "cluster: the broker that leads is cut off from everybody, for %d s beyond recovery"
              .formatted(AWAY.toSeconds()),
          rounds,
          (brokers, leader) -> {
            Instant fault = Instant.now();
            brokers.cutOff(leader);
            return fault;
          },
          (brokers, leader) -> {
            TimeUnit.SECONDS.sleep(AWAY.toSeconds());
            brokers.heal();
          });
      rows.add(ROLLING, () -> rolling(plan, site, infer, cluster, rounds));
    }
    return rows.all();
  }

  private interface Repair {
    void of(KafkaCluster cluster, int broker) throws Exception;
  }

  private static void add(
      TrialRows rows,
      TrialPlan plan,
      TrialSite site,
      RoleProcess infer,
      KafkaCluster cluster,
      String fault,
      int rounds,
      Deed deed,
      Repair repair)
      throws InterruptedException {
    rows.add(fault, () -> trial(plan, site, infer, cluster, fault, rounds, deed, repair));
  }

  private static TrialResult trial(
      TrialPlan plan,
      TrialSite site,
      RoleProcess infer,
      KafkaCluster cluster,
      String fault,
      int rounds,
      Deed deed,
      Repair repair)
      throws Exception {
    Ledger ledger = new Ledger();
    Recovery recovery = new Recovery();
    Checks checks = new Checks();
    try (PredictionWatch watch = PredictionWatch.predictions(site, "one", ledger);
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "one", ledger)) {
      cameras.start(FACES_PER_SECOND);
      watch.awaitRecovery();
      for (int round = 0; round < rounds; round++) {
        int leader = cluster.leaderOf(Topics.FACES.name(), 0);
        recovered(watch.awaitRecovery(deed.on(cluster, leader)), recovery, checks);
        repair.of(cluster, leader);
        checks.within(
            PredictionWatch.PATIENCE, "every copy is in step again", () -> cluster.isInStep());
      }
      return finish(fault, rounds, infer, cameras, watch, ledger, recovery, checks);
    }
  }

  private static TrialResult rolling(
      TrialPlan plan, TrialSite site, RoleProcess infer, KafkaCluster cluster, int rounds)
      throws Exception {
    Ledger ledger = new Ledger();
    Recovery recovery = new Recovery();
    Checks checks = new Checks();
    try (PredictionWatch watch = PredictionWatch.predictions(site, "all", ledger);
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "all", ledger)) {
      cameras.start(FACES_PER_SECOND);
      watch.awaitRecovery();
      for (int round = 0; round < rounds; round++) {
        for (int broker = 1; broker <= KafkaCluster.BROKERS; broker++) {
          Instant fault = Instant.now();
          cluster.stop(broker);
          recovered(watch.awaitRecovery(fault), recovery, checks);
          cluster.launch(broker);
          checks.within(
              PredictionWatch.PATIENCE, "every copy is in step again", () -> cluster.isInStep());
        }
      }
      return finish(
          ROLLING, rounds * KafkaCluster.BROKERS, infer, cameras, watch, ledger, recovery, checks);
    }
  }

  private static void recovered(Duration took, Recovery recovery, Checks checks) {
    recovery.add(took);
    checks.that(
        "predictions go on within %d s, while the broker is still away"
            .formatted(TAKE_OVER.toSeconds()),
        took.compareTo(TAKE_OVER) <= 0,
        took.toSeconds() + " s");
  }

  private static TrialResult finish(
      String fault,
      int rounds,
      RoleProcess infer,
      Cameras cameras,
      PredictionWatch watch,
      Ledger ledger,
      Recovery recovery,
      Checks checks) {
    cameras.stop();
    watch.drain();
    checks.that("inference went on without a restart", infer.isAlive(), infer.log());
    return TrialResult.of(fault, rounds, ledger, recovery, checks, "");
  }
}
