package io.gazeshift.trials;

import io.gazeshift.trials.harness.Cameras;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.FailingDisk;
import io.gazeshift.trials.harness.InjectedFault;
import io.gazeshift.trials.harness.Ledger;
import io.gazeshift.trials.harness.PredictionWatch;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.RoleProcess;
import io.gazeshift.trials.harness.SlowDisk;
import io.gazeshift.trials.harness.SmallDisk;
import io.gazeshift.trials.harness.TrialPlan;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.TrialRows;
import io.gazeshift.trials.harness.TrialSite;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Disks that are full, read-only or slow: below the broker, the reports and the caches. */
final class Disk implements InjectedFault {

  private static final double FACES_PER_SECOND = 20;

  /** A broker does not start with less than 512 MiB free. */
  private static final int BROKER_DISK_MIB = 900;

  private static final int FAILING_DISK_MIB = 1200;

  /** Less than the faces take: 80 of 8 KB each second. */
  private static final int SLOW_KIB_PER_SECOND = 400;

  private static final String FULL = "disk: the broker's is full";
  private static final String READ_ONLY = "disk: the broker's turns read-only";
  private static final String SLOW =
      "disk: the broker's takes %d KiB a second, and gets more".formatted(SLOW_KIB_PER_SECOND);
  private static final String STALLING =
      "disk: the broker's stalls (its process stopped for 400 of every 500 ms)";
  private static final double TOO_MANY_FACES_PER_SECOND = 80;
  private static final int TOO_MANY_FOR_SECONDS = 20;

  static final String NO_SLOW_DISK = "needs Debian's package bindfs, and the right to mount";
  static final String NO_RIGHT = "this user may not mount a disk";

  @Override
  public String name() {
    return "disk";
  }

  @Override
  public List<TrialResult> inflict(TrialPlan plan) throws Exception {
    TrialRows rows = new TrialRows();
    rows.add(FULL, () -> full(plan));
    rows.add(READ_ONLY, () -> readOnly(plan));
    rows.add(SLOW, () -> slow(plan));
    try (TrialSite site = TrialSite.open(plan.directory(name()))) {
      rows.add(STALLING, () -> stalling(plan, site));
      new AdaptationDisk(site, rows).inflict();
    }
    return rows.all();
  }

  private TrialResult full(TrialPlan plan) throws Exception {
    Path home = plan.directory(name());
    Optional<SmallDisk> disk = SmallDisk.mount(home.resolve("disk"), BROKER_DISK_MIB);
    if (disk.isEmpty()) {
      return TrialResult.notRun(FULL, NO_RIGHT);
    }
    try (SmallDisk small = disk.get();
        TrialSite site = TrialSite.open(home, dataIn(small.directory()))) {
      return brokerStops(
          FULL,
          plan,
          site,
          new Failure("full", "of free disk space, but", false, small::fill, small::free));
    }
  }

  private TrialResult readOnly(TrialPlan plan) throws Exception {
    Path home = plan.directory(name());
    Optional<FailingDisk> disk = FailingDisk.mount(home.resolve("disk"), FAILING_DISK_MIB);
    if (disk.isEmpty()) {
      return TrialResult.notRun(READ_ONLY, NO_RIGHT);
    }
    try (FailingDisk failing = disk.get();
        TrialSite site = TrialSite.open(home, dataIn(failing.directory()))) {
      return brokerStops(
          READ_ONLY,
          plan,
          site,
          new Failure("read-only", "cannot write to", true, failing::fail, failing::repair));
    }
  }

  private TrialResult slow(TrialPlan plan) throws Exception {
    Path home = plan.directory(name());
    Optional<SlowDisk> disk = SlowDisk.mount(home.resolve("disk"), SLOW_KIB_PER_SECOND);
    if (disk.isEmpty()) {
      return TrialResult.notRun(SLOW, NO_SLOW_DISK);
    }
    try (SlowDisk slow = disk.get();
        TrialSite site = TrialSite.open(home, dataIn(slow.directory()))) {
      return brokerSlow(SLOW, plan, site);
    }
  }

  private static String dataIn(Path directory) {
    return "broker.data-dir=" + directory.resolve("data");
  }

  private interface Deed {
    void done() throws Exception;
  }

  /**
   * What becomes of a disk.
   *
   * @param says what the broker's process must say of it
   * @param forgets whether it takes with it what the system had yet to write: a broker alone has no
   *     other copy of that
   */
  private record Failure(String what, String says, boolean forgets, Deed deed, Deed repair) {}

  /** A broker that cannot write must not go on as if it could. */
  private static TrialResult brokerStops(
      String fault, TrialPlan plan, TrialSite site, Failure failure) throws Exception {
    Ledger ledger = new Ledger();
    Recovery recovery = new Recovery();
    Checks checks = new Checks();
    RoleProcess infer = site.role("infer", "infer");
    infer.start();
    int rounds = plan.rounds(25);
    try (PredictionWatch watch = PredictionWatch.predictions(site, "full", ledger);
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "full", ledger)) {
      for (int round = 0; round < rounds; round++) {
        cameras.start(FACES_PER_SECOND);
        watch.awaitRecovery();
        if (failure.forgets()) {
          cameras.stop();
          watch.drain();
        }
        failure.deed().done();
        if (failure.forgets()) {
          cameras.start(FACES_PER_SECOND);
        }
        checks.within(
            PredictionWatch.PATIENCE,
            "the process of a broker that cannot write exits",
            () -> !site.broker().isAlive());
        if (!site.broker().isAlive()) {
          checks.that("with an exit code", site.broker().exitCode() == 1, site.broker().exitCode());
          checks.that(
              "and says that the disk is " + failure.what(),
              site.broker().log().contains(failure.says()),
              site.broker().log());
        }
        failure.repair().done();
        Instant repaired = Instant.now();
        if (!site.broker().isAlive()) {
          site.broker().start();
        }
        recovery.add(watch.awaitRecovery(repaired));
        cameras.stop();
      }
      watch.drain();
      checks.that("inference went on without a restart", infer.isAlive(), infer.log());
      return TrialResult.of(
          fault,
          rounds,
          ledger,
          recovery,
          checks,
          "Recovery from when the disk was well again, the start of the broker included"
              + (failure.forgets()
                  ? ". The cameras rest while it fails: what this disk has not written is gone, and"
                      + " a broker alone has no other copy"
                  : ""));
    }
  }

  private static TrialResult brokerSlow(String fault, TrialPlan plan, TrialSite site)
      throws Exception {
    Ledger ledger = new Ledger();
    Recovery recovery = new Recovery();
    Checks checks = new Checks();
    RoleProcess infer = site.role("infer", "infer");
    infer.start();
    int rounds = plan.rounds(10);
    ProcessHandle broker = site.broker().child();
    try (PredictionWatch watch = PredictionWatch.predictions(site, "slow", ledger);
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "slow", ledger)) {
      for (int round = 0; round < rounds; round++) {
        cameras.start(TOO_MANY_FACES_PER_SECOND);
        TimeUnit.SECONDS.sleep(TOO_MANY_FOR_SECONDS);
        long waiting = ledger.sent() - ledger.acknowledged();
        checks.that("it was too slow: faces waited for it", waiting > 1, waiting);
        cameras.stop();
        cameras.start(FACES_PER_SECOND / 4);
        recovery.add(watch.awaitRecovery());
        cameras.stop();
      }
      watch.drain();
      checks.that("the broker was not given up", site.broker().child().equals(broker), "another");
      checks.that("inference went on without a restart", infer.isAlive(), infer.log());
      return TrialResult.of(
          fault, rounds, ledger, recovery, checks, "Recovery from when it got less again");
    }
  }

  /** A stalling disk blocks its writers; this simulates it four fifths of the time. */
  private static TrialResult stalling(TrialPlan plan, TrialSite site) throws Exception {
    Ledger ledger = new Ledger();
    Recovery recovery = new Recovery();
    Checks checks = new Checks();
    RoleProcess infer = site.role("infer", "infer");
    infer.start();
    int pulses = 10 * Math.max(4, plan.rounds() / 5);
    try (PredictionWatch watch = PredictionWatch.predictions(site, "stall", ledger);
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "stall", ledger)) {
      cameras.start(FACES_PER_SECOND);
      watch.awaitRecovery();
      ProcessHandle broker = site.broker().child();
      for (int pulse = 0; pulse < pulses; pulse++) {
        RoleProcess.signal(broker, "-STOP");
        TimeUnit.MILLISECONDS.sleep(400);
        RoleProcess.signal(broker, "-CONT");
        TimeUnit.MILLISECONDS.sleep(100);
      }
      recovery.add(watch.awaitRecovery());
      cameras.stop();
      watch.drain();
      checks.that("the broker was not given up", site.broker().child().equals(broker), "another");
      checks.that("inference went on without a restart", infer.isAlive(), infer.log());
      return TrialResult.of(STALLING, pulses, ledger, recovery, checks, "");
    }
  }
}
