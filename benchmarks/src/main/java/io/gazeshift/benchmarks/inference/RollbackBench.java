package io.gazeshift.benchmarks.inference;

import io.gazeshift.adaptation.versions.Author;
import io.gazeshift.adaptation.versions.HeadPublisher;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.adaptation.versions.Registrar;
import io.gazeshift.adaptation.versions.Registrar.Pin;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.pipeline.InferenceService;
import io.gazeshift.inference.predictions.PredictionFollower;
import io.gazeshift.inference.swap.BlankFace;
import io.gazeshift.inference.swap.HeadFollower;
import io.gazeshift.inference.swap.HeadSwap;
import io.gazeshift.inference.swap.HeadVerifier;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Rolls a head back again and again while two inference services predict the same faces, each in a
 * group of its own, and times how long it takes until the old head is active in both, and until
 * both have predicted by it.
 */
public final class RollbackBench {

  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final int SERVICES = 2;
  private static final String DOMAIN = InferenceRig.CAMERAS.get(0);

  /**
   * What came of it.
   *
   * @param active in ascending order: from before the rollback is written until the old head is
   *     active in both services
   * @param predicted the same until a face that both predicted by it has been read from the topic
   * @param faces that the cluster acknowledged
   * @param lost predictions that a service owes
   * @param repeated predictions that a service made twice
   */
  public record Result(
      List<Duration> active, List<Duration> predicted, long faces, long lost, long repeated) {

    public Duration medianActive() {
      return active.get(active.size() / 2);
    }
  }

  private final InferenceRig one;
  private final InferenceRig other;
  private final long session = System.nanoTime();
  private final Map<String, Integer> timesPredicted = new HashMap<>();
  private long newestEverywhere;
  private final Map<String, Integer> timesByVersion = new HashMap<>();

  /** Two rigs on one cluster, in groups of their own. */
  public RollbackBench(InferenceRig one, InferenceRig other) {
    this.one = one;
    this.other = other;
  }

  public Result run(int rollbacks, double framesPerSecond) throws InterruptedException {
    try (PredictionFollower predictions =
            new PredictionFollower(one.kafka(), PredictionFollower.From.NOW);
        HeadVersions versions = new HeadVersions(one.kafka(), TrustedKeys.none());
        HeadPublisher publisher = new HeadPublisher(one.kafka(), versions);
        Pod first = new Pod(one);
        Pod second = new Pod(other);
        PacedCameras cameras = new PacedCameras(one, session)) {
      Registrar registrar = new Registrar(versions, Optional.empty(), InstantSource.system());
      HeadFile head = new HeadFile(one.model().sourceHead(), one.backbone().fingerprint());
      for (long parent = 0; parent < 2; parent++) {
        long from = parent;
        publisher.publish(() -> registrar.introduce(DOMAIN, head, from, "bench", Author.SERVICE));
      }
      first.start();
      second.start();
      cameras.start(framesPerSecond);
      await(predictions, () -> newestEverywhere == 2);

      List<Duration> active = new ArrayList<>();
      List<Duration> predicted = new ArrayList<>();
      for (long version = 3; version < 3 + rollbacks; version++) {
        long restored = version - 2;
        long next = version;
        long begunNanos = System.nanoTime();
        publisher.publish(
            () ->
                registrar.restore(
                    DOMAIN, restored, Pin.AS_BEFORE, "bench", Author.person("bench")));
        awaitActive(next, first, second);
        active.add(Duration.ofNanos(System.nanoTime() - begunNanos));
        await(predictions, () -> newestEverywhere == next);
        predicted.add(Duration.ofNanos(System.nanoTime() - begunNanos));
      }
      cameras.stop();
      long owed = SERVICES * cameras.acknowledged();
      awaitAsManyAs(owed, predictions);
      Collections.sort(active);
      Collections.sort(predicted);
      return new Result(active, predicted, cameras.acknowledged(), owed - once(), all() - once());
    }
  }

  /** Predictions, of each face as many as there are services. */
  private long once() {
    return timesPredicted.values().stream().mapToLong(times -> Math.min(times, SERVICES)).sum();
  }

  private long all() {
    return timesPredicted.values().stream().mapToLong(Integer::longValue).sum();
  }

  private static void awaitActive(long version, Pod... pods) throws InterruptedException {
    long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
    for (Pod pod : pods) {
      while (pod.activeVersion() != version) {
        if (System.nanoTime() - deadlineNanos > 0) {
          throw new IllegalStateException(
              "head %d was not active in all services within %s".formatted(version, TIMEOUT));
        }
        Thread.sleep(1);
      }
    }
  }

  private void await(PredictionFollower predictions, BooleanSupplier reached) {
    long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
    while (!reached.getAsBoolean()) {
      if (System.nanoTime() - deadlineNanos > 0) {
        throw new IllegalStateException(
            "not all services predicted with the next head within " + TIMEOUT);
      }
      look(predictions);
    }
  }

  /** What is missing after that is lost. */
  private void awaitAsManyAs(long owed, PredictionFollower predictions) {
    long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
    while (once() < owed && System.nanoTime() - deadlineNanos < 0) {
      look(predictions);
    }
  }

  private void look(PredictionFollower predictions) {
    for (GazePrediction prediction : predictions.poll(Duration.ofMillis(20))) {
      FaceIdentity face = prediction.getIdentity();
      if (face.getCaptureSession() != session) {
        continue;
      }
      String name = face.getCamera() + " " + face.getFrameSeq();
      timesPredicted.merge(name, 1, Integer::sum);
      long version = prediction.getModelVersion();
      if (face.getDomain().equals(DOMAIN)
          && timesByVersion.merge(name + " " + version, 1, Integer::sum) == SERVICES) {
        newestEverywhere = Math.max(newestEverywhere, version);
      }
    }
  }

  /** An inference service that follows the registry. */
  private static final class Pod implements AutoCloseable {

    private final ActiveHeads heads;
    private final HeadFollower models;
    private final InferenceService service;

    Pod(InferenceRig rig) {
      this.heads = new ActiveHeads(rig.model().sourceHead());
      HeadVerifier verifier =
          new HeadVerifier(
              rig.backbone().fingerprint(), BlankFace.features(rig.backbone()), TrustedKeys.none());
      this.models =
          new HeadFollower(
              rig.kafka(),
              new HeadSwap(
                  verifier,
                  heads,
                  (record, version, why) -> {},
                  BoundedMeters.of(new SimpleMeterRegistry())));
      this.service = rig.service(heads, models);
    }

    long activeVersion() {
      return heads.headFor(DOMAIN).version();
    }

    void start() {
      models.start();
      service.start();
    }

    @Override
    public void close() {
      try (models) {
        service.close();
      }
    }
  }
}
