package io.gazeshift.daemon.live;

import io.gazeshift.common.Micros;
import io.gazeshift.inference.targets.PredictedTargets;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.targets.event.DriverRules;
import io.gazeshift.targets.event.EventSettings;
import io.gazeshift.targets.shape.Target;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;

/** The last minute of one face: its events, and how long it looked away. Not thread-safe. */
final class FaceTimeline {

  /** Some four a second. */
  private static final int MOST_EVENTS = 240;

  /** Without frames for longer, the face was gone: the gap belongs to nothing. */
  private static final long GONE_MICROS = micros(EventSettings.DEFAULT.faceLostAfter());

  /** As short a look does not count as a glance either, and interrupts no look away. */
  private static final long PASSING_MICROS = micros(EventSettings.DEFAULT.leastDwell());

  private final int face;
  private final Deque<FaceEventView> events = new ArrayDeque<>();
  private final RecentSpans seen = new RecentSpans(GONE_MICROS);
  private final RecentSpans away = new RecentSpans(PASSING_MICROS);
  private boolean hasRoad;
  private long session;
  private long newestMicros;
  private Instant touched = Instant.EPOCH;

  FaceTimeline(int face) {
    this.face = face;
  }

  /** Returns how long the gaze stands for: the seconds since the face's last frame. */
  double note(GazePrediction prediction, Instant now) {
    touched = now;
    long micros = prediction.getIdentity().getCaptureMicros();
    if (prediction.getIdentity().getCaptureSession() != session) {
      session = prediction.getIdentity().getCaptureSession();
      newestMicros = micros;
      seen.clear();
      away.clear();
    }
    long since = micros - newestMicros;
    if (since <= 0) {
      return 0;
    }
    long from = since <= GONE_MICROS ? newestMicros : micros;
    newestMicros = micros;
    seen.add(from, micros);
    hasRoad = prediction.getTargets().getTargetsList().stream().anyMatch(FaceTimeline::isRoad);
    if (hasRoad
        && PredictedTargets.mostProbable(prediction).filter(FaceTimeline::isRoad).isEmpty()) {
      away.add(from, micros);
    }
    return (micros - from) / 1e6;
  }

  private static boolean isRoad(GazeTarget target) {
    return Target.key(target.getName()).equals(DriverRules.ROAD);
  }

  /** Fixations are too many to be shown. */
  void note(FaceEvent event, Instant now) {
    touched = now;
    switch (event.getKindCase()) {
      case GLANCE -> add(event, event.getGlance().getTarget());
      case ALERT -> add(event, event.getAlert().getRule());
      case BLINK, GAZE_ON, GAZE_OFF, FACE_FOUND, FACE_LOST -> add(event, "");
      default -> {}
    }
  }

  private void add(FaceEvent event, String of) {
    events.addLast(
        new FaceEventView(
            event.getKindCase().name().toLowerCase(Locale.ROOT),
            time(event.getStartMicros()),
            time(event.getEndMicros()),
            of));
    if (events.size() > MOST_EVENTS) {
      events.removeFirst();
    }
  }

  /** When something of the face came last. */
  Instant touched() {
    return touched;
  }

  TimelineView view(Instant now) {
    Instant since = now.minus(RecentSpans.KEPT_MICROS, ChronoUnit.MICROS);
    return new TimelineView(
        face, events.stream().filter(event -> event.end().isAfter(since)).toList(), away(now));
  }

  private Optional<AwayView> away(Instant now) {
    long nowMicros = Micros.of(now);
    boolean gone = nowMicros - newestMicros > RecentSpans.KEPT_MICROS;
    return hasRoad && !gone
        ? Optional.of(
            new AwayView(
                away.openSeconds(newestMicros), away.seconds(nowMicros), seen.seconds(nowMicros)))
        : Optional.empty();
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1000;
  }

  static Instant time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
