package io.gazeshift.trials;

import io.gazeshift.trials.harness.Cameras;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.InjectedFault;
import io.gazeshift.trials.harness.Ledger;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.RoleProcess;
import io.gazeshift.trials.harness.TrialPlan;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.TrialRows;
import io.gazeshift.trials.harness.TrialSite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * SIGTERM and SIGINT to each role at a random moment of its start or its work, again and again,
 * several roles at once and under load: stopping must never crash native code.
 */
final class Stops implements InjectedFault {

  /** Of each role. A crash at the wrong moment is rare. */
  private static final int STOPS_PER_ROUND = 4;

  /** So many of them start and stop at the same time. */
  private static final int AT_ONCE = 5;

  private static final double FACES_PER_SECOND = 40;
  private static final int START_MILLIS = 8_000;
  private static final int WORK_MILLIS = 2_000;

  /** What shells call the end by a signal: this number and the signal's. */
  private static final int SIGNALLED = 128;

  private enum Signal {
    INT(2),
    TERM(15);

    private final int number;

    Signal(int number) {
      this.number = number;
    }
  }

  /**
   * One stop.
   *
   * @param early the signal came before it had read its command line, and so opened anything
   */
  private record Stop(String role, int exitCode, boolean early, Duration took, String log) {}

  @Override
  public String name() {
    return "stops";
  }

  @Override
  public List<TrialResult> inflict(TrialPlan plan) throws Exception {
    TrialRows rows = new TrialRows();
    try (TrialSite site = TrialSite.open(plan.directory("stops"))) {
      rows.add("stops: SIGTERM and SIGINT to every role", () -> ofEveryRole(plan, site));
    }
    return rows.all();
  }

  private static TrialResult ofEveryRole(TrialPlan plan, TrialSite site) throws Exception {
    List<RoleProcess> roles = roles(site);
    List<Stop> stops = new ArrayList<>();
    ExecutorService supervisors = Executors.newFixedThreadPool(AT_ONCE);
    try (Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "stops", new Ledger())) {
      cameras.start(FACES_PER_SECOND);
      List<Future<List<Stop>>> pending = new ArrayList<>();
      for (RoleProcess role : roles) {
        Random random = plan.random("stops " + pending.size());
        int count = STOPS_PER_ROUND * plan.rounds();
        pending.add(supervisors.submit(() -> stopAgainAndAgain(role, count, random)));
      }
      for (Future<List<Stop>> each : pending) {
        stops.addAll(each.get());
      }
    } finally {
      supervisors.shutdownNow();
    }
    return judged(roles, stops);
  }

  private static List<RoleProcess> roles(TrialSite site) throws Exception {
    String[] camera = TrialSite.drawnCamera(0, "stops-camera", 10).toArray(String[]::new);
    return List.of(
        site.role("infer", "infer", "infer.instance=stops"),
        site.role("ingest", "ingest", camera),
        site.role("adapt", "adapt", adaptation()),
        site.role("run", "run", with(camera, "infer.instance=run", "adapt.instance=run")),
        site.role(
            "edge",
            "run",
            with(
                camera, "ingest.features-only=true", "infer.instance=edge", "adapt.instance=edge")),
        site.role("mirror", "mirror"),
        site.independent("broker", "broker", "broker.port=" + TrialSite.freePort()),
        site.independent("demo", "demo"));
  }

  private static String[] adaptation() {
    return new String[] {
      "adapt.instance=stops",
      "adapt.sample-pause=10ms",
      "adapt.min-samples=200",
      "adapt.interval=1s"
    };
  }

  private static String[] with(String[] settings, String... more) {
    List<String> all = new ArrayList<>(List.of(settings));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private static List<Stop> stopAgainAndAgain(RoleProcess role, int count, Random random)
      throws Exception {
    List<Stop> stops = new ArrayList<>();
    while (stops.size() < count) {
      role.launch();
      if (random.nextBoolean()) {
        TimeUnit.MILLISECONDS.sleep(random.nextInt(START_MILLIS));
      } else {
        role.awaitUp();
        TimeUnit.MILLISECONDS.sleep(random.nextInt(WORK_MILLIS));
      }
      Signal signal = anySignal(role, random);
      long startNanos = System.nanoTime();
      int exitCode = role.stopBy(signal.name());
      Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
      boolean early = exitCode == SIGNALLED + signal.number && role.isSilent();
      stops.add(new Stop(role.toString(), exitCode, early, took, role.errors()));
    }
    return stops;
  }

  /** SIGTERM alone where SIGINT is ignored: then it says nothing about the program. */
  private static Signal anySignal(RoleProcess role, Random random) throws Exception {
    Signal any = Signal.values()[random.nextInt(Signal.values().length)];
    return role.ignoresInterrupts() ? Signal.TERM : any;
  }

  private static TrialResult judged(List<RoleProcess> roles, List<Stop> stops) throws Exception {
    Checks checks = new Checks();
    Recovery duration = new Recovery();
    for (Stop stop : stops) {
      checks.that(
          "every stop ends with exit code 0, or with 130 or 143 before it has printed anything",
          stop.exitCode() == 0 || stop.early(),
          "%s: exit code %d: %s".formatted(stop.role(), stop.exitCode(), stop.log()));
      duration.add(stop.took());
    }
    for (RoleProcess role : roles) {
      checks.that("nothing crashes in native code", !role.crashed(), role.log());
    }
    return TrialResult.of(
        "stops: SIGTERM and SIGINT to every role",
        "%,d".formatted(stops.size()),
        duration,
        checks,
        "%d signals came before the command line was read (130 or 143). Recovery is the time to stop"
            .formatted(stops.stream().filter(Stop::early).count()));
  }
}
