package io.gazeshift.benchmarks.inference;

import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.pipeline.InferenceService;
import io.gazeshift.inference.pipeline.InferenceService.Readiness;
import io.gazeshift.inference.predictions.PredictionFollower;
import java.time.Duration;

/**
 * How long after its capture an application sees the prediction of a face, with four cameras at an
 * even pace. The time of the backbone is told apart.
 */
public final class LatencyBench {

  /** Everything warms up first: classes, connections, the group. */
  private static final Duration WARM_UP = Duration.ofSeconds(10);

  /** In milliseconds; {@code added} is without the backbone's time. */
  public record Result(int faces, double addedP50, double addedP99, double backboneP50) {}

  private final InferenceRig rig;

  public LatencyBench(InferenceRig rig) {
    this.rig = rig;
  }

  public Result run(double framesPerSecond, Duration duration) throws InterruptedException {
    long session = System.nanoTime();
    LatencyLog log = new LatencyLog();
    try (PredictionFollower follower =
            new PredictionFollower(rig.kafka(), PredictionFollower.From.NOW);
        InferenceService service =
            rig.service(new ActiveHeads(rig.model().sourceHead()), Readiness.NOW);
        PacedCameras cameras = new PacedCameras(rig, session)) {
      service.start();
      cameras.start(framesPerSecond);
      long startNanos = System.nanoTime();
      Duration sinceStart = Duration.ZERO;
      while (sinceStart.compareTo(WARM_UP.plus(duration)) < 0) {
        boolean warm = sinceStart.compareTo(WARM_UP) > 0;
        follower.poll(Duration.ofMillis(100)).stream()
            .filter(prediction -> warm)
            .filter(prediction -> prediction.getIdentity().getCaptureSession() == session)
            .forEach(log::add);
        sinceStart = Duration.ofNanos(System.nanoTime() - startNanos);
      }
    }
    LatencyLog.Quantiles all = log.all();
    return new Result(all.count(), all.addedP50(), all.addedP99(), all.backboneP50());
  }
}
