package io.gazeshift.daemon.live;

import io.gazeshift.common.Micros;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTruth;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Collects the predictions and events of one camera. Not thread-safe. */
final class LiveCamera {

  private static final int MOST_FACES = 32;
  private static final Duration WINDOW = Duration.ofSeconds(3);
  private static final int MOST_FRAMES = 1024;

  private record Arrival(Instant at, double latencyMillis) {}

  private final String id;
  private final Instant first;
  private final Deque<Arrival> lately = new ArrayDeque<>();
  private final Map<Integer, FaceView> faces = new TreeMap<>();
  private final Map<Integer, FaceTimeline> timelines = new TreeMap<>();
  private String domain = "";
  private Instant lastSeen;
  private long session;
  private long frame = -1;

  LiveCamera(String id, Instant first) {
    this.id = id;
    this.first = first;
    this.lastSeen = first;
  }

  /** Returns how many seconds the gaze stands for; 0 if that is not known. */
  double note(GazePrediction prediction, Optional<GazeTruth> truth, Instant now) {
    FaceIdentity identity = prediction.getIdentity();
    if (!isNewest(identity)) {
      faces.clear();
      session = identity.getCaptureSession();
      frame = identity.getFrameSeq();
      lately.addLast(new Arrival(now, millis(identity.getCaptureMicros(), now)));
      if (lately.size() > MOST_FRAMES) {
        lately.removeFirst();
      }
    }
    domain = identity.getDomain();
    lastSeen = now;
    if (faces.size() >= MOST_FACES && !faces.containsKey(identity.getFaceIndex())) {
      return 0;
    }
    faces.put(
        identity.getFaceIndex(),
        new FaceView(
            identity.getFaceIndex(),
            Direction.of(Gaze.from(prediction.getCamera())),
            truth.map(known -> Direction.of(Gaze.from(known.getCamera()))),
            prediction.getOriginList().stream().mapToDouble(Double::doubleValue).toArray(),
            prediction.getModelVersion(),
            prediction.hasUncertainty()
                ? OptionalDouble.of(Math.toDegrees(prediction.getUncertainty().getSigma()))
                : OptionalDouble.empty(),
            LookView.of(prediction)));
    return timeline(identity.getFaceIndex(), now)
        .map(timeline -> timeline.note(prediction, now))
        .orElse(0.0);
  }

  /** May come before the first prediction: events of the last minute are read at the start. */
  void note(FaceEvent event, Instant now) {
    if (domain.isEmpty()) {
      domain = event.getDomain();
      lastSeen = FaceTimeline.time(event.getEndMicros());
    }
    timeline(event.getFaceIndex(), now).ifPresent(timeline -> timeline.note(event, now));
  }

  /** Empty if there are too many. */
  private Optional<FaceTimeline> timeline(int face, Instant now) {
    if (!timelines.containsKey(face) && timelines.size() >= MOST_FACES) {
      timelines.values().removeIf(timeline -> !isRecent(timeline, now));
    }
    return timelines.containsKey(face) || timelines.size() < MOST_FACES
        ? Optional.of(timelines.computeIfAbsent(face, FaceTimeline::new))
        : Optional.empty();
  }

  private static boolean isRecent(FaceTimeline timeline, Instant now) {
    return timeline.touched().isAfter(now.minus(RecentSpans.KEPT_MICROS, ChronoUnit.MICROS));
  }

  /** Adds a true gaze that arrives after its prediction. */
  void note(GazeTruth truth) {
    if (isNewest(truth.getIdentity())) {
      faces.computeIfPresent(
          truth.getIdentity().getFaceIndex(),
          (index, face) -> face.withTruth(Direction.of(Gaze.from(truth.getCamera()))));
    }
  }

  CameraView view(Instant now) {
    Instant since = now.minus(WINDOW);
    // Also drops arrivals from the future, left by a clock that was set back.
    while (!lately.isEmpty()
        && (lately.peekFirst().at().isBefore(since) || lately.peekFirst().at().isAfter(now))) {
      lately.removeFirst();
    }
    Duration span = Duration.between(first.isAfter(since) ? first : since, now);
    double seconds = Math.max(span.toNanos() / 1e9, 1);
    double[] latencies = lately.stream().mapToDouble(Arrival::latencyMillis).sorted().toArray();
    return new CameraView(
        id,
        domain,
        latencies.length / seconds,
        latencies.length == 0 ? Double.NaN : latencies[latencies.length / 2],
        lastSeen,
        faces.values().stream().toList(),
        timelines.values().stream()
            .filter(timeline -> isRecent(timeline, now))
            .map(timeline -> timeline.view(now))
            .toList());
  }

  private boolean isNewest(FaceIdentity identity) {
    return identity.getCaptureSession() == session && identity.getFrameSeq() == frame;
  }

  private static double millis(long captureMicros, Instant now) {
    return (Micros.of(now) - captureMicros) / 1e3;
  }
}
