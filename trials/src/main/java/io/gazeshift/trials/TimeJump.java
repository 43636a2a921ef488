package io.gazeshift.trials;

import io.gazeshift.common.Micros;
import io.gazeshift.trials.harness.Cameras;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.Clock;
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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A process that is paused, and clocks that jump. */
final class TimeJump implements InjectedFault {

  private static final double FACES_PER_SECOND = 20;
  private static final Duration PAUSED = Duration.ofSeconds(60);

  /** And a bit: brokers by default reject records that are more than an hour ahead. */
  private static final long HOUR = 3605;

  /** An hour, as a clock that was never set; half a minute, as a step of NTP. */
  private static final List<Long> JUMPS = List.of(HOUR, 0L, -HOUR, 0L, 30L, -30L, 0L);

  /** Longer than a member of a group may be silent: one that is thought dead shows by then. */
  private static final int STAYS_SECONDS = 12;

  private static final String STAYED =
      ("Each time the clock stays there for %d s; recovery is the longest time without any"
              + " prediction meanwhile")
          .formatted(STAYS_SECONDS);
  private static final String ONE_CLOCK =
      "time: the clock of infer jumps by an hour and by 30 s, there and back";
  private static final String ALL_CLOCKS =
      "time: the clock of broker, ingest and infer jumps by an hour and by 30 s, there and back";
  private static final Duration AWAY = Duration.ofSeconds(75);
  private static final String SLOW_CLOCK =
      "time: the clock of ingest is an hour behind, and infer away for %d s"
          .formatted(AWAY.toSeconds());
  private static final String ASLEEP = "time: one of two infer processes paused for 60 s (SIGSTOP)";

  @Override
  public String name() {
    return "time";
  }

  @Override
  public List<TrialResult> inflict(TrialPlan plan) throws Exception {
    TrialRows rows = new TrialRows();
    try (TrialSite site = TrialSite.open(plan.directory(name()))) {
      rows.add(ASLEEP, () -> paused(plan, site));
      withClock(rows, ONE_CLOCK, plan, clock -> jumping(plan, site, clock));
      withClock(rows, SLOW_CLOCK, plan, clock -> behind(site, clock));
    }
    withClock(rows, ALL_CLOCKS, plan, clock -> together(plan, clock));
    return rows.all();
  }

  private interface Trial {
    TrialResult with(Clock clock) throws Exception;
  }

  private void withClock(TrialRows rows, String fault, TrialPlan plan, Trial trial)
      throws InterruptedException {
    rows.add(
        fault,
        () -> {
          Optional<Clock> clock = Clock.make(plan.directory(name()));
          return clock.isEmpty()
              ? TrialResult.notRun(fault, "needs a C compiler")
              : trial.with(clock.get());
        });
  }

  /** Two processes share the cameras; one sleeps until the other has taken its place. */
  private static TrialResult paused(TrialPlan plan, TrialSite site) throws Exception {
    Ledger ledger = new Ledger();
    Recovery recovery = new Recovery();
    Checks checks = new Checks();
    RoleProcess sleeper = site.role("sleeper", "infer", "infer.instance=sleeper");
    RoleProcess waker = site.role("waker", "infer", "infer.instance=waker");
    sleeper.start();
    waker.start();
    try (PredictionWatch watch = PredictionWatch.predictions(site, "pause", ledger);
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "pause", ledger)) {
      cameras.start(FACES_PER_SECOND);
      watch.awaitRecovery();
      int rounds = plan.rounds(25);
      for (int round = 0; round < rounds; round++) {
        RoleProcess asleep = round % 2 == 0 ? sleeper : waker;
        Instant fault = Instant.now();
        asleep.signal("-STOP");
        recovery.add(watch.awaitCaughtUp(fault));
        long left = PAUSED.minus(Duration.between(fault, Instant.now())).toMillis();
        TimeUnit.MILLISECONDS.sleep(Math.max(0, left));
        asleep.signal("-CONT");
        watch.awaitCaughtUp(Instant.now());
        TimeUnit.SECONDS.sleep(5);
      }
      cameras.stop();
      watch.drain();
      checks.that("both go on", sleeper.isAlive() && waker.isAlive(), sleeper.log());
      checks.equal("the first shuts down cleanly", 0, sleeper.stop());
      checks.equal("the second shuts down cleanly", 0, waker.stop());
      return TrialResult.of(
          ASLEEP,
          rounds,
          ledger,
          recovery,
          checks,
          "Recovery until the other has predicted all that waited for the paused one");
    }
  }

  /** What is different from all others' is inference's clock. */
  private static TrialResult jumping(TrialPlan plan, TrialSite site, Clock clock) throws Exception {
    Ledger ledger = new Ledger();
    Recovery recovery = new Recovery();
    Checks checks = new Checks();
    AtomicLong transportMicros = new AtomicLong();
    Silence silence = new Silence();
    RoleProcess infer =
        site.role("jumping", clock.environment(), "infer", "infer.instance=jumping");
    infer.start();
    try (PredictionWatch watch =
            PredictionWatch.predictions(
                site,
                "jump",
                ledger,
                seen -> {
                  transportMicros.set(seen.getTimings().getTransportMicros());
                  silence.ends();
                });
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "jump", ledger)) {
      cameras.start(FACES_PER_SECOND);
      watch.awaitRecovery();
      for (long jump : JUMPS) {
        Instant fault = Instant.now();
        silence.begins();
        clock.set(jump);
        watch.awaitRecovery(fault);
        if (Math.abs(jump) == HOUR) {
          checks.within(
              Duration.ofSeconds(30),
              "the process sees the jump",
              () -> Math.abs(transportMicros.get()) > 3_000_000_000L);
        }
        TimeUnit.SECONDS.sleep(STAYS_SECONDS);
        watch.awaitCaughtUp(fault);
        recovery.add(silence.longest());
      }
      cameras.stop();
      watch.drain();
      checks.that("inference went on without a restart", infer.isAlive(), infer.log());
      checks.equal("it shuts down cleanly", 0, infer.stop());
      return TrialResult.of(ONE_CLOCK, JUMPS.size(), ledger, recovery, checks, STAYED);
    }
  }

  /** Faces that look old must not be deleted before they are predicted. */
  private static TrialResult behind(TrialSite site, Clock clock) throws Exception {
    Ledger ledger = new Ledger();
    Recovery recovery = new Recovery();
    Checks checks = new Checks();
    clock.set(-HOUR);
    List<String> cameras = new ArrayList<>(TrialSite.drawnCamera(0, "behind-0", 10));
    cameras.addAll(TrialSite.drawnCamera(1, "behind-1", 10));
    RoleProcess ingest =
        site.role("behind", clock.environment(), "ingest", cameras.toArray(String[]::new));
    RoleProcess infer = site.role("away", "infer", "infer.instance=away");
    infer.start();
    try (PredictionWatch watch = PredictionWatch.facesAndPredictions(site, "behind", ledger)) {
      ingest.start();
      watch.awaitMore(Instant.now());
      checks.equal("inference shuts down cleanly", 0, infer.stop());
      TimeUnit.SECONDS.sleep(AWAY.toSeconds());
      Instant back = Instant.now();
      infer.start();
      watch.awaitMore(back);
      checks.equal("ingest shuts down cleanly", 0, ingest.stop());
      watch.drain();
      recovery.add(Duration.between(back, Instant.now()));
      checks.equal("inference shuts down cleanly again", 0, infer.stop());
      return TrialResult.of(
          SLOW_CLOCK,
          1,
          ledger,
          recovery,
          checks,
          "Recovery from the start of infer until all that waited is predicted");
    }
  }

  /** The clock of a machine on which everything runs: broker, cameras and inference. */
  private TrialResult together(TrialPlan plan, Clock clock) throws Exception {
    Ledger ledger = new Ledger();
    Recovery recovery = new Recovery();
    Checks checks = new Checks();
    AtomicLong captureMicros = new AtomicLong();
    Silence silence = new Silence();
    Map<String, String> environment = clock.environment();
    List<String> cameras = new ArrayList<>(TrialSite.drawnCamera(0, "all-0", 10));
    cameras.addAll(TrialSite.drawnCamera(1, "all-1", 10));
    try (TrialSite site = TrialSite.open(plan.directory(name()), environment)) {
      RoleProcess infer = site.role("infer", environment, "infer");
      RoleProcess ingest =
          site.role("ingest", environment, "ingest", cameras.toArray(String[]::new));
      ProcessHandle broker = site.broker().child();
      infer.start();
      try (PredictionWatch watch =
          PredictionWatch.facesAndPredictions(
              site,
              "all",
              ledger,
              seen -> {
                captureMicros.set(seen.getIdentity().getCaptureMicros());
                silence.ends();
              })) {
        ingest.start();
        watch.awaitMore(Instant.now());
        for (long jump : JUMPS) {
          Instant fault = Instant.now();
          silence.begins();
          clock.set(jump);
          watch.awaitMore(fault);
          if (Math.abs(jump) == HOUR) {
            checks.within(
                Duration.ofSeconds(30),
                "the cameras see the jump",
                () -> Math.abs(captureMicros.get() - micros(Instant.now())) > 3_000_000_000L);
          }
          TimeUnit.SECONDS.sleep(STAYS_SECONDS);
          watch.awaitMore(Instant.now());
          recovery.add(silence.longest());
        }
        checks.equal("ingest shuts down cleanly", 0, ingest.stop());
        watch.drain();
        checks.that("inference went on without a restart", infer.isAlive(), infer.log());
        checks.that("so did the broker", site.broker().child().equals(broker), "another");
        checks.equal("inference shuts down cleanly", 0, infer.stop());
        return TrialResult.of(ALL_CLOCKS, JUMPS.size(), ledger, recovery, checks, STAYED);
      }
    }
  }

  private static long micros(Instant instant) {
    return Micros.of(instant);
  }

  /** The time without predictions: clients may continue for a while before they stop. */
  private static final class Silence {

    private long sinceNanos;
    private long longestNanos;

    synchronized void begins() {
      sinceNanos = System.nanoTime();
      longestNanos = 0;
    }

    synchronized void ends() {
      long now = System.nanoTime();
      longestNanos = Math.max(longestNanos, now - sinceNanos);
      sinceNanos = now;
    }

    synchronized Duration longest() {
      ends();
      return Duration.ofNanos(longestNanos);
    }
  }
}
