package io.gazeshift.daemon.live;

import io.gazeshift.common.Micros;
import io.gazeshift.inference.targets.PredictedTargets;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTruth;
import io.gazeshift.targets.shape.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Collects the predictions of one camera. Not thread-safe. */
final class LiveCamera {

  private static final int MOST_FACES = 32;
  private static final Duration WINDOW = Duration.ofSeconds(3);
  private static final int MOST_FRAMES = 1024;

  private record Arrival(Instant at, double latencyMillis) {}

  private final String id;
  private final Instant first;
  private final Deque<Arrival> lately = new ArrayDeque<>();
  private final Map<Integer, FaceView> faces = new TreeMap<>();
  private String domain = "";
  private Instant lastSeen;
  private long session;
  private long frame = -1;

  LiveCamera(String id, Instant first) {
    this.id = id;
    this.first = first;
    this.lastSeen = first;
  }

  void note(GazePrediction prediction, Optional<GazeTruth> truth, Instant now) {
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
      return;
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
            target(prediction)));
  }

  private static Optional<TargetView> target(GazePrediction prediction) {
    if (!prediction.hasTargets()) {
      return Optional.empty();
    }
    return PredictedTargets.mostProbable(prediction)
        .map(best -> new TargetView(best.getName(), best.getProbability()))
        .or(
            () ->
                Optional.of(
                    new TargetView(Target.ELSEWHERE, prediction.getTargets().getElsewhere())));
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
        faces.values().stream().toList());
  }

  private boolean isNewest(FaceIdentity identity) {
    return identity.getCaptureSession() == session && identity.getFrameSeq() == frame;
  }

  private static double millis(long captureMicros, Instant now) {
    return (Micros.of(now) - captureMicros) / 1e3;
  }
}
