package io.gazeshift.trials;

import io.gazeshift.common.Micros;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.Ledger;
import io.gazeshift.trials.harness.Meters;
import io.gazeshift.trials.harness.PredictionWatch;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.RoleProcess;
import io.gazeshift.trials.harness.TrialPlan;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.TrialSite;
import io.gazeshift.trials.harness.Vitals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** More frames than cameras' processes can look at, and more faces than a broker takes. */
final class CameraOverload {

  private static final Duration LOADED = Duration.ofSeconds(30);
  private static final double MAY_GROW_MIB = 300;
  private static final int FAST_CAMERAS = 2;
  private static final int FAST_FRAMES_PER_SECOND = 240;
  private static final int SLOW_FRAMES_PER_SECOND = 3;
  private static final int LOOKS = 21;
  private static final int LOOKS_FOR_A_FRAME = 5;
  private static final int FRESH_SECONDS = 2;

  /** Of each core: what this trial alone makes. */
  private static final int QUIET_LOAD = 2;

  static final String TOO_MANY_FRAMES =
      "overload: %d cameras of %d frames a second, more than ingest can look at"
          .formatted(FAST_CAMERAS, FAST_FRAMES_PER_SECOND);
  static final String NO_BROKER = "overload: cameras whose broker stands still for 20 s";
  private static final String CAPTURED = "gazeshift_ingest_frames_captured_total";
  private static final String MISSED = "gazeshift_ingest_frames_missed_total";

  private CameraOverload() {}

  /** Cameras that show more frames than their process can look at. */
  static TrialResult ofFrames(TrialSite site) throws Exception {
    Checks checks = new Checks();
    Ledger ledger = new Ledger();
    List<String> settings = new ArrayList<>();
    for (int camera = 0; camera < FAST_CAMERAS; camera++) {
      settings.addAll(TrialSite.drawnCamera(camera, "fast-" + camera, FAST_FRAMES_PER_SECOND));
    }
    RoleProcess ingest =
        site.role("fast", RoleProcess.SMALL_HEAP, "ingest", settings.toArray(String[]::new));
    try (PredictionWatch watch = PredictionWatch.facesAndPredictions(site, "fast", ledger)) {
      ingest.start();
      awaitMore(ingest, FAST_CAMERAS);
      Vitals before = Vitals.of(ingest.handle());
      List<Double> agesSeconds = new ArrayList<>();
      for (int second = 0; second < LOADED.toSeconds(); second++) {
        TimeUnit.SECONDS.sleep(1);
        agesSeconds.add(secondsSince(ledger.newestAcknowledgedMicros()));
      }
      agesSeconds.sort(null);
      double usualSeconds = agesSeconds.get(agesSeconds.size() / 2);
      double oldestSeconds = agesSeconds.get(agesSeconds.size() - 1);
      Vitals after = Vitals.of(ingest.handle());
      for (int camera = 0; camera < FAST_CAMERAS; camera++) {
        String id = "fast-" + camera;
        checks.within(
            PredictionWatch.PATIENCE,
            "frames read are exactly those whose numbers are in the topic, frames missed all others"
                + " before the last",
            () -> areCounted(id, ledger, ingest.meters()));
      }
      Meters last = ingest.meters();
      long captured = last.count(CAPTURED);
      long missed = last.count(MISSED);
      checks.that("it was too much", missed > 0, missed);
      checks.that(
          "nothing piles up: the newest face in the topic is less than %d s old at most looks"
              .formatted(FRESH_SECONDS),
          usualSeconds < FRESH_SECONDS,
          agesSeconds);
      double boundSeconds = FRESH_SECONDS * crowding(after);
      checks.that(
          "and at every look, or by as much older as more than %d wait for each core"
              .formatted(QUIET_LOAD),
          oldestSeconds < boundSeconds,
          "%.1f s, not %.1f".formatted(oldestSeconds, boundSeconds));
      checks.that(
          "memory grows by less than %.0f MiB".formatted(MAY_GROW_MIB),
          after.residentMib() - before.residentMib() < MAY_GROW_MIB,
          after);
      checks.equal("ingest shuts down cleanly", 0, ingest.stop());
      return TrialResult.of(
          TOO_MANY_FRAMES,
          "%d s".formatted(LOADED.toSeconds()),
          new Recovery(),
          checks,
          String.format(
              Locale.ROOT,
              "%,d frames were looked at and %,d missed, each counted; the newest face was %.1f s"
                  + " old, once %.1f s, with a load of %.1f; %.0f MiB before, %.0f after",
              captured,
              missed,
              usualSeconds,
              oldestSeconds,
              after.machineLoad(),
              before.residentMib(),
              after.residentMib()));
    }
  }

  /** How much longer everything may take by what others have to do; 1 on a quiet machine. */
  private static double crowding(Vitals now) {
    int cores = Runtime.getRuntime().availableProcessors();
    return Math.max(1, now.machineLoad() / (QUIET_LOAD * cores));
  }

  /**
   * A drawn frame has one face, with the number of its frame. Once the last one that was counted is
   * in the topic too, nothing may be amiss before it; if that was missed, another look is needed.
   */
  private static boolean areCounted(String camera, Ledger ledger, Meters meters)
      throws InterruptedException {
    String label = "camera=\"%s\"".formatted(camera);
    long captured = Math.round(meters.sum(CAPTURED, label));
    long shown = captured + Math.round(meters.sum(MISSED, label));
    for (int look = 0; look < LOOKS_FOR_A_FRAME; look++) {
      SortedSet<Long> inTopic = ledger.framesOf(camera).headSet(shown);
      if (inTopic.contains(shown - 1)) {
        return inTopic.size() == captured;
      }
      TimeUnit.MILLISECONDS.sleep(70);
    }
    return false;
  }

  private static double secondsSince(long micros) {
    return (Micros.of(Instant.now()) - micros) / 1e6;
  }

  /** Cameras whose faces are not consumed for a while. */
  static TrialResult ofBroker(TrialPlan plan, TrialSite site) throws Exception {
    Checks checks = new Checks();
    Recovery recovery = new Recovery();
    Ledger ledger = new Ledger();
    List<String> settings =
        new ArrayList<>(TrialSite.drawnCamera(0, "still-0", SLOW_FRAMES_PER_SECOND));
    settings.addAll(TrialSite.drawnCamera(1, "still-1", SLOW_FRAMES_PER_SECOND));
    RoleProcess ingest =
        site.role("ingest", RoleProcess.SMALL_HEAP, "ingest", settings.toArray(String[]::new));
    int rounds = plan.rounds(10);
    try (PredictionWatch watch = PredictionWatch.facesAndPredictions(site, "still", ledger)) {
      ingest.start();
      awaitMore(ingest, 0);
      Vitals before = Vitals.of(ingest.handle());
      for (int round = 0; round < rounds; round++) {
        ProcessHandle broker = site.broker().child();
        RoleProcess.signal(broker, "-STOP");
        TimeUnit.SECONDS.sleep(20);
        long published = published(ingest);
        RoleProcess.signal(broker, "-CONT");
        Instant well = Instant.now();
        awaitMore(ingest, published);
        recovery.add(Duration.between(well, Instant.now()));
      }
      long dropped = count(ingest, "faces_dropped");
      checks.that("faces were dropped, and counted", dropped > 0, dropped);
      checks.within(
          PredictionWatch.PATIENCE,
          "faces found are exactly those published, dropped and failed, whenever none is under way",
          () -> addsUp(ingest));
      Vitals after = Vitals.of(ingest.handle());
      checks.that(
          "memory grows by less than %.0f MiB".formatted(MAY_GROW_MIB),
          after.residentMib() - before.residentMib() < MAY_GROW_MIB,
          after);
      checks.equal("ingest shuts down cleanly", 0, ingest.stop());
      return TrialResult.of(
          NO_BROKER,
          Integer.toString(rounds),
          recovery,
          checks,
          "%,d faces dropped, the oldest first; recovery until a face is acknowledged"
              .formatted(dropped));
    }
  }

  private static void awaitMore(RoleProcess ingest, long than) {
    Awaitility.await("more faces are acknowledged")
        .atMost(PredictionWatch.PATIENCE)
        .until(() -> published(ingest) > than);
  }

  private static long published(RoleProcess ingest) throws Exception {
    return count(ingest, "faces_published");
  }

  /** Between two frames nothing is under way, so that most looks must find it so. */
  private static boolean addsUp(RoleProcess ingest) throws Exception {
    int equal = 0;
    for (int look = 0; look < LOOKS; look++) {
      Meters meters = ingest.meters();
      long settled =
          count(meters, "faces_published")
              + count(meters, "faces_dropped")
              + count(meters, "faces_failed");
      equal += count(meters, "faces_found") == settled ? 1 : 0;
      TimeUnit.MILLISECONDS.sleep(70);
    }
    return equal > LOOKS / 2;
  }

  private static long count(RoleProcess ingest, String name) throws Exception {
    return count(ingest.meters(), name);
  }

  private static long count(Meters meters, String name) {
    return meters.count("gazeshift_ingest_" + name + "_total");
  }
}
