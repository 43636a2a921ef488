package io.gazeshift.trials;

import io.gazeshift.daemon.testing.EventLog;
import io.gazeshift.daemon.testing.RunningBroker;
import io.gazeshift.daemon.testing.SmallWorld;
import io.gazeshift.trials.harness.Cameras;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.Fault;
import io.gazeshift.trials.harness.Ledger;
import io.gazeshift.trials.harness.Plan;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.Service;
import io.gazeshift.trials.harness.Site;
import io.gazeshift.trials.harness.SmallDisk;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.Watch;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;

/** Disks that are full, read-only or slow, below the broker and below the reports. */
final class Disk implements Fault {

  private static final double FACES_PER_SECOND = 20;

  /** A broker does not start with less than 512 MiB free. */
  private static final int BROKER_DISK_MIB = 900;

  private static final String NO_RIGHT = "this user may not mount a disk";

  @Override
  public String name() {
    return "disk";
  }

  @Override
  public List<TrialResult> inflict(Plan plan) throws Exception {
    List<TrialResult> results = new ArrayList<>();
    Path home = plan.directory(name());
    String full = "disk: the broker's is full";
    Optional<SmallDisk> disk = SmallDisk.mount(home.resolve("disk"), BROKER_DISK_MIB);
    if (disk.isEmpty()) {
      results.add(TrialResult.notRun(full, NO_RIGHT));
    } else {
      try (SmallDisk small = disk.get();
          Site site = Site.open(home, "broker.data-dir=" + small.directory().resolve("data"))) {
        results.add(brokerFull(full, plan, site, small));
      }
    }
    try (Site site = Site.open(plan.directory(name()))) {
      results.add(brokerSlow(plan, site));
      results.addAll(reports(site));
    }
    return results;
  }

  private static TrialResult brokerFull(String fault, Plan plan, Site site, SmallDisk disk)
      throws Exception {
    Ledger ledger = new Ledger();
    Recovery recovery = new Recovery();
    Checks checks = new Checks();
    Service infer = site.role("infer", "infer");
    infer.start();
    int rounds = Math.max(1, plan.rounds() / 25);
    try (Watch watch = Watch.predictions(site, "full", ledger);
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "full", ledger)) {
      for (int round = 0; round < rounds; round++) {
        cameras.start(FACES_PER_SECOND);
        watch.awaitRecovery();
        disk.fill();
        checks.within(
            Watch.PATIENCE,
            "the process of a broker that cannot write ends, for others to see",
            () -> !site.broker().isAlive());
        if (!site.broker().isAlive()) {
          checks.that("with an exit code", site.broker().exitCode() == 1, site.broker().exitCode());
          checks.that(
              "and says that the disk is full",
              site.broker().log().contains("of free disk, needs"),
              site.broker().log());
        }
        disk.free();
        Instant freed = Instant.now();
        if (!site.broker().isAlive()) {
          site.broker().start();
        }
        recovery.add(watch.awaitRecovery(freed));
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
          "Recovery from when there was room again, the start of the broker included");
    }
  }

  /** A disk that stalls stops whoever writes to it: so does this, four fifths of the time. */
  private static TrialResult brokerSlow(Plan plan, Site site) throws Exception {
    Ledger ledger = new Ledger();
    Recovery recovery = new Recovery();
    Checks checks = new Checks();
    Service infer = site.role("infer", "infer");
    infer.start();
    int pulses = 10 * Math.max(4, plan.rounds() / 5);
    try (Watch watch = Watch.predictions(site, "slow", ledger);
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "slow", ledger)) {
      cameras.start(FACES_PER_SECOND);
      watch.awaitRecovery();
      ProcessHandle broker = site.broker().child();
      for (int pulse = 0; pulse < pulses; pulse++) {
        Service.signal(broker, "-STOP");
        TimeUnit.MILLISECONDS.sleep(400);
        Service.signal(broker, "-CONT");
        TimeUnit.MILLISECONDS.sleep(100);
      }
      recovery.add(watch.awaitRecovery());
      cameras.stop();
      watch.drain();
      checks.that("the broker was not given up", site.broker().child().equals(broker), "another");
      checks.that("inference went on without a restart", infer.isAlive(), infer.log());
      return TrialResult.of(
          "disk: the broker's is slow (its process stopped for 400 of every 500 ms)",
          pulses,
          ledger,
          recovery,
          checks,
          "");
    }
  }

  private static List<TrialResult> reports(Site site) throws Exception {
    List<TrialResult> results = new ArrayList<>();
    Optional<SmallDisk> disk = SmallDisk.mount(site.home().resolve("reports"), 4);
    if (disk.isEmpty()) {
      return List.of(
          TrialResult.notRun("disk: no room for reports", NO_RIGHT),
          TrialResult.notRun("disk: reports may not be written", NO_RIGHT));
    }
    SmallWorld world = new SmallWorld(site.home());
    try (SmallDisk small = disk.get();
        KafkaProducer<String, byte[]> producer = RunningBroker.producer(site.bootstrap());
        EventLog events = new EventLog(site.bootstrap())) {
      Service adapt =
          site.role(
              "adapt",
              "adapt",
              "adapt.bank=" + world.bankFile(),
              "infer.model=" + world.model(),
              "adapt.device=cpu",
              "adapt.gate=warn",
              "adapt.min-samples=280",
              "adapt.report-dir=" + small.directory());
      adapt.start();
      small.fill();
      results.add(adapted("disk: no room for reports", "crowded", adapt, world, producer, events));
      small.free();
      small.readOnly(true);
      results.add(
          adapted("disk: reports may not be written", "sealed", adapt, world, producer, events));
      small.readOnly(false);
    }
    return results;
  }

  private static TrialResult adapted(
      String fault,
      String domain,
      Service adapt,
      SmallWorld world,
      KafkaProducer<String, byte[]> producer,
      EventLog events) {
    Checks checks = new Checks();
    Recovery recovery = new Recovery();
    Instant begin = Instant.now();
    SmallWorld.send(
        producer, world.stream(domain, 120, begin.minusSeconds(600), 0, domain.hashCode()));
    checks.within(
        Duration.ofMinutes(4),
        "the head is published all the same",
        () -> !events.of(domain, event -> event.getPublishedVersion() == 1).isEmpty());
    recovery.add(Duration.between(begin, Instant.now()));
    checks.that("adaptation goes on", adapt.isAlive(), adapt.log());
    checks.that("that there is no report is told of", adapt.log().contains("report"), adapt.log());
    return TrialResult.of(
        fault, "1", recovery, checks, "Recovery from the samples until the head is published");
  }
}
