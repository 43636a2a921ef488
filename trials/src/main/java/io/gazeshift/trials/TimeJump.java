package io.gazeshift.trials;

import io.gazeshift.trials.harness.Cameras;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.Fault;
import io.gazeshift.trials.harness.Ledger;
import io.gazeshift.trials.harness.Plan;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.Service;
import io.gazeshift.trials.harness.Site;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.Watch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** A process that is paused, and clocks that jump. */
final class TimeJump implements Fault {

  private static final double FACES_PER_SECOND = 20;
  private static final Duration PAUSED = Duration.ofSeconds(60);

  @Override
  public String name() {
    return "time";
  }

  @Override
  public List<TrialResult> inflict(Plan plan) throws Exception {
    List<TrialResult> results = new ArrayList<>();
    try (Site site = Site.open(plan.directory(name()))) {
      results.add(paused(plan, site));
      Optional<Path> library = fakeTime();
      if (library.isEmpty()) {
        results.add(
            TrialResult.notRun(
                "time: the clock of infer jumps by an hour, there and back",
                "needs Debian's package libfaketime"));
      } else {
        results.add(jumping(plan, site, library.get()));
      }
    }
    return results;
  }

  /** Two processes share the cameras; one sleeps until the other has taken its place. */
  private static TrialResult paused(Plan plan, Site site) throws Exception {
    Ledger ledger = new Ledger();
    Recovery recovery = new Recovery();
    Checks checks = new Checks();
    Service sleeper = site.role("sleeper", "infer", "infer.instance=sleeper");
    Service waker = site.role("waker", "infer", "infer.instance=waker");
    sleeper.start();
    waker.start();
    try (Watch watch = Watch.predictions(site, "pause", ledger);
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "pause", ledger)) {
      cameras.start(FACES_PER_SECOND);
      watch.awaitRecovery();
      int rounds = Math.max(1, plan.rounds() / 25);
      for (int round = 0; round < rounds; round++) {
        Service asleep = round % 2 == 0 ? sleeper : waker;
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
      checks.equal("the one ends in order", 0, sleeper.stop());
      checks.equal("the other ends in order", 0, waker.stop());
      return TrialResult.of(
          "time: one of two infer processes paused for 60 s (SIGSTOP)",
          rounds,
          ledger,
          recovery,
          checks,
          "Recovery until the other has predicted all that waited for the paused one");
    }
  }

  private static TrialResult jumping(Plan plan, Site site, Path library) throws Exception {
    Ledger ledger = new Ledger();
    Recovery recovery = new Recovery();
    Checks checks = new Checks();
    AtomicLong transportMicros = new AtomicLong();
    Path clock = Files.writeString(site.home().resolve("clock"), "+0");
    Service infer =
        site.role(
            "jumping",
            Map.of(
                "LD_PRELOAD",
                library.toString(),
                "FAKETIME_TIMESTAMP_FILE",
                clock.toString(),
                "FAKETIME_NO_CACHE",
                "1",
                "DONT_FAKE_MONOTONIC",
                "1"),
            "infer",
            "infer.instance=jumping");
    infer.start();
    try (Watch watch =
            Watch.predictions(
                site,
                "jump",
                ledger,
                seen -> transportMicros.set(seen.getTimings().getTransportMicros()));
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "jump", ledger)) {
      cameras.start(FACES_PER_SECOND);
      watch.awaitRecovery();
      int rounds = 0;
      for (String jump : List.of("+3600", "+0", "-3600", "+0", "+30", "-30", "+0")) {
        Instant fault = Instant.now();
        Files.writeString(clock, jump);
        recovery.add(watch.awaitRecovery(fault));
        if (jump.endsWith("3600")) {
          checks.within(
              Duration.ofSeconds(30),
              "the process sees the jump",
              () -> Math.abs(transportMicros.get()) > 3_000_000_000L);
        }
        TimeUnit.SECONDS.sleep(5);
        rounds++;
      }
      cameras.stop();
      watch.drain();
      checks.that("inference went on without a restart", infer.isAlive(), infer.log());
      checks.equal("it ends in order", 0, infer.stop());
      return TrialResult.of(
          "time: the clock of infer jumps by an hour and by 30 s, there and back",
          rounds,
          ledger,
          recovery,
          checks,
          "");
    }
  }

  private static Optional<Path> fakeTime() {
    return Stream.of("x86_64-linux-gnu", "aarch64-linux-gnu")
        .map(arch -> Path.of("/usr/lib", arch, "faketime", "libfaketimeMT.so.1"))
        .filter(Files::exists)
        .findFirst();
  }
}
