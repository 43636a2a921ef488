package io.gazeshift.benchmarks.inference;

import io.gazeshift.adaptation.versions.Author;
import io.gazeshift.adaptation.versions.HeadPublisher;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.adaptation.versions.Registrar;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.pipeline.InferenceService;
import io.gazeshift.inference.predictions.PredictionFollower;
import io.gazeshift.inference.swap.BlankFace;
import io.gazeshift.inference.swap.HeadFollower;
import io.gazeshift.inference.swap.HeadSwap;
import io.gazeshift.inference.swap.HeadVerifier;
import io.gazeshift.protocol.v1.GazePrediction;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Swaps heads while four cameras are being predicted. Every head answers with its own version, so
 * that a prediction by half a head, or under another's name, shows.
 */
public final class SwapBench {

  private static final Duration WINDOW = Duration.ofSeconds(100);
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final int SETTLED_AFTER_SWAPS = 100;
  private static final float RAD_PER_VERSION = 1e-4f;

  /**
   * What came of it.
   *
   * @param lost faces acknowledged and never predicted
   * @param unnamed predictions whose angles are not those of the head they name
   * @param rssEarly resident bytes after a full collection, after swap 100 (or half of them all)
   * @param p99First added latency in the first 100 s (or the first half), in milliseconds
   */
  public record Result(
      int swaps,
      long faces,
      long versionsSeen,
      long lost,
      long repeated,
      long unnamed,
      long rssEarly,
      long rssLate,
      double p99First,
      double p99Last) {}

  private final InferenceRig rig;
  private final Map<String, Long> published = new HashMap<>();
  private final Set<String> seen = new HashSet<>();
  private final Set<String> versionsSeen = new HashSet<>();
  private final LatencyLog log = new LatencyLog();
  private long repeated;
  private long unnamed;

  public SwapBench(InferenceRig rig) {
    this.rig = rig;
  }

  public Result run(int swaps, Duration every, double framesPerSecond)
      throws InterruptedException, IOException {
    long session = System.nanoTime();
    ActiveHeads heads = new ActiveHeads(rig.model().sourceHead());
    HeadVerifier verifier =
        new HeadVerifier(
            rig.backbone().fingerprint(), BlankFace.features(rig.backbone()), TrustedKeys.none());
    HeadSwap swap =
        new HeadSwap(
            verifier,
            heads,
            (record, version, why) -> {},
            BoundedMeters.of(new SimpleMeterRegistry()));
    try (PredictionFollower follower =
            new PredictionFollower(rig.kafka(), PredictionFollower.From.NOW);
        HeadFollower models = new HeadFollower(rig.kafka(), swap);
        InferenceService service = rig.service(heads, models);
        HeadVersions versions = new HeadVersions(rig.kafka(), TrustedKeys.none());
        HeadPublisher publisher = new HeadPublisher(rig.kafka(), versions);
        PacedCameras cameras = new PacedCameras(rig, session)) {
      Registrar registrar = new Registrar(versions, Optional.empty(), InstantSource.system());
      // The first head of each camera stands there before inference begins.
      InferenceRig.CAMERAS.forEach(camera -> publish(publisher, registrar, camera));
      models.start();
      service.start();
      cameras.start(framesPerSecond);
      awaitFirst(follower, session);

      int early = Math.min(SETTLED_AFTER_SWAPS, swaps / 2);
      long rssEarly = 0;
      long startNanos = System.nanoTime();
      for (int i = 1; i <= swaps; i++) {
        publish(publisher, registrar, InferenceRig.CAMERAS.get(i % InferenceRig.CAMERAS.size()));
        look(follower, session, startNanos + i * every.toNanos());
        if (i == early) {
          rssEarly = residentBytes();
        }
      }
      Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
      long rssLate = residentBytes();
      cameras.stop();
      long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
      while (seen.size() < cameras.acknowledged() && System.nanoTime() - deadlineNanos < 0) {
        look(follower, session, System.nanoTime() + 100_000_000);
      }
      Duration half = took.dividedBy(2);
      Duration window = half.compareTo(WINDOW) < 0 ? half : WINDOW;
      return new Result(
          swaps,
          seen.size(),
          versionsSeen.size(),
          cameras.acknowledged() - seen.size(),
          repeated,
          unnamed,
          rssEarly,
          rssLate,
          log.first(window).addedP99(),
          log.last(window).addedP99());
    }
  }

  private void publish(HeadPublisher publisher, Registrar registrar, String camera) {
    long next = published.getOrDefault(camera, 0L) + 1;
    HeadFile head = new HeadFile(answering(next), rig.backbone().fingerprint());
    long version =
        publisher
            .publish(() -> registrar.introduce(camera, head, next - 1, "bench", Author.SERVICE))
            .getVersion();
    if (version != next) {
      throw new IllegalStateException(
          "gaze.models already has heads for %s; run the benchmark on a cluster of its own"
              .formatted(camera));
    }
    published.put(camera, version);
  }

  /** As large as the source head, but says its version whatever it is shown. */
  private Head answering(long version) {
    List<DenseLayer> layers = rig.model().sourceHead().layers();
    DenseLayer linear = layers.get(2);
    return new Head(
        layers.get(0),
        layers.get(1),
        new DenseLayer(
            linear.inputs(),
            linear.outputs(),
            new float[linear.inputs() * linear.outputs()],
            new float[] {version * RAD_PER_VERSION, -version * RAD_PER_VERSION}));
  }

  private void awaitFirst(PredictionFollower follower, long session) {
    long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
    while (seen.isEmpty()) {
      look(follower, session, System.nanoTime() + 100_000_000);
      if (System.nanoTime() - deadlineNanos > 0) {
        throw new IllegalStateException("no face was predicted within " + TIMEOUT);
      }
    }
  }

  private void look(PredictionFollower follower, long session, long untilNanos) {
    do {
      long leftNanos = Math.max(0, untilNanos - System.nanoTime());
      for (GazePrediction prediction : follower.poll(Duration.ofNanos(leftNanos))) {
        if (prediction.getIdentity().getCaptureSession() == session) {
          judge(prediction);
        }
      }
    } while (System.nanoTime() - untilNanos < 0);
  }

  private void judge(GazePrediction prediction) {
    String camera = prediction.getIdentity().getCamera();
    long version = prediction.getModelVersion();
    if (!seen.add(camera + " " + prediction.getIdentity().getFrameSeq())) {
      repeated++;
    }
    float expected = version * RAD_PER_VERSION;
    if (version < 1
        || version > published.get(camera)
        || Math.abs(prediction.getNormalised().getPitch() - expected) > 1e-6
        || Math.abs(prediction.getNormalised().getYaw() + expected) > 1e-6) {
      unnamed++;
    }
    versionsSeen.add(camera + " " + version);
    log.add(prediction);
  }

  /** After a full collection: what a growing heap has touched is no leak. */
  private static long residentBytes() throws IOException {
    System.gc();
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .map(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
          .findFirst()
          .orElse(0L);
    }
  }
}
