package io.gazeshift.daemon.live;

import com.google.protobuf.ByteString;
import io.gazeshift.adaptation.config.DomainConfig;
import io.gazeshift.adaptation.prior.SitePriors;
import io.gazeshift.common.Micros;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.glsge.data.Half;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.swap.HeadVerifier;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTruth;
import io.gazeshift.targets.config.DomainTargets;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Faces of one feature, and a source head whose pitch is that feature. */
final class LiveFaces {

  static final String BACKBONE = "b".repeat(64);
  static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  /** Pitch is the feature, which must not be below 0; yaw is 0. */
  static final HeadFile SOURCE =
      new HeadFile(
          new Head(
              new DenseLayer(1, 1, new float[] {1}, new float[] {0}),
              new DenseLayer(1, 1, new float[] {1}, new float[] {0}),
              new DenseLayer(1, 2, new float[] {1, 0}, new float[] {0, 0})),
          BACKBONE);

  private LiveFaces() {}

  /** Priors of domains, as a configuration says them. */
  static SitePriors priors(Path directory, String yaml) throws IOException {
    GazeshiftConfig config = config(directory, yaml);
    return SitePriors.of(config.domains(), config.cameraDomains());
  }

  static LiveSettings settings(SitePriors priors) {
    return settings(priors, List.of());
  }

  /** Priors and targets of domains, as a configuration says them. */
  static LiveSettings settings(Path directory, String yaml) throws IOException {
    GazeshiftConfig config = config(directory, yaml);
    return settings(
        SitePriors.of(config.domains(), config.cameraDomains()),
        config.domains().stream().map(DomainConfig::targets).toList());
  }

  private static LiveSettings settings(SitePriors priors, List<DomainTargets> targets) {
    return new LiveSettings(
        Optional.of(SOURCE),
        HeadVerifier.ofAnyBackbone(TrustedKeys.none()),
        priors,
        targets,
        Duration.ofSeconds(10));
  }

  static GazeshiftConfig config(Path directory, String yaml) throws IOException {
    Path file = Files.writeString(directory.resolve("gazeshift.yaml"), yaml);
    return GazeshiftConfig.load(Optional.of(file), Map.of(), List.of());
  }

  static FaceIdentity identity(String camera, long frame) {
    return FaceIdentity.newBuilder()
        .setCamera(camera)
        .setDomain(camera)
        .setCaptureSession(1)
        .setFrameSeq(frame)
        .setCaptureMicros(Micros.of(captured(frame)))
        .build();
  }

  /** Ten frames a second. */
  static Instant captured(long frame) {
    return START.plusMillis(100 * frame);
  }

  static GazePrediction prediction(FaceIdentity identity, Gaze camera, long version) {
    return GazePrediction.newBuilder()
        .setIdentity(identity)
        .setNormalised(camera.toMessage())
        .setCamera(camera.toMessage())
        .addAllOrigin(List.of(0.0, 0.0, 600.0))
        .setModelVersion(version)
        .setQuality(FaceQuality.newBuilder().setOverall(1).setEyeOpenness(1))
        .build();
  }

  static FeatureSample feature(FaceIdentity identity, float value, Rotation cameraToVirtual) {
    ByteBuffer half = ByteBuffer.allocate(Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    half.putShort(Half.fromFloat(value)).flip();
    return FeatureSample.newBuilder()
        .setIdentity(identity)
        .setBackboneFingerprint(BACKBONE)
        .setFeatureFp16(ByteString.copyFrom(half))
        .setPrediction(Gaze.INTO_CAMERA.toMessage())
        .setQuality(FaceQuality.newBuilder().setOverall(1).setEyeOpenness(1))
        .addAllNormalisationRotation(cameraToVirtual.toList())
        .build();
  }

  static GazeTruth truth(FaceIdentity identity, Gaze camera) {
    return GazeTruth.newBuilder().setIdentity(identity).setCamera(camera.toMessage()).build();
  }
}
