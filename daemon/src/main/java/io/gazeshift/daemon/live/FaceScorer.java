package io.gazeshift.daemon.live;

import io.gazeshift.daemon.buffer.TargetSample;
import io.gazeshift.daemon.site.DomainPrior;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FeatureSample;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Scores the faces of one domain. The head in force is taken at its word; the source head is
 * applied to the same features; the control pulls the source head's predictions towards their mean
 * so far, in the axes of the predictions, which whoever has no truth could do as well. For one
 * thread.
 */
final class FaceScorer {

  /** What the control leaves of the distance to the mean. */
  static final double SHRINKAGE = 0.6;

  /** The mean goes with the times where a board is open for hours. */
  private static final int MOST_REMEMBERED = 10_000;

  private final Optional<HeadFile> source;
  private final Optional<DomainPrior> prior;
  private long seen;
  private double meanPitch;
  private double meanYaw;

  FaceScorer(Optional<HeadFile> source, Optional<DomainPrior> prior) {
    this.source = source;
    this.prior = prior;
  }

  /** Nothing where the features are not those that the source head takes. */
  Optional<FaceScore> score(FaceJoin.Whole face) {
    FeatureSample feature = face.feature();
    return source
        .filter(head -> isFor(head, feature))
        .flatMap(head -> score(face, head, TargetSample.of(feature)));
  }

  private Optional<FaceScore> score(FaceJoin.Whole face, HeadFile head, TargetSample sample) {
    float[] features = new float[sample.width()];
    sample.copyFeature(features, 0);
    float[] angles = head.head().predict(features);
    Gaze said = new Gaze(angles[0], angles[1]);
    if (!Double.isFinite(said.pitchRad() + said.yawRad())) {
      return Optional.empty();
    }
    remember(said);
    Gaze shrunk =
        new Gaze(
            meanPitch + SHRINKAGE * (said.pitchRad() - meanPitch),
            meanYaw + SHRINKAGE * (said.yawRad() - meanYaw));

    Gaze truth = Gaze.from(face.truth().getCamera());
    Rotation toCamera = sample.cameraToVirtual().inverse();
    return Optional.of(
        new FaceScore(
            Instant.EPOCH.plus(sample.captureMicros(), ChronoUnit.MICROS),
            face.prediction().getModelVersion(),
            degrees(Gaze.from(face.prediction().getCamera()), truth),
            degrees(said.rotatedBy(toCamera), truth),
            degrees(shrunk.rotatedBy(toCamera), truth),
            prior
                .map(known -> degrees(known.meanInCameraAxes(sample.cameraToVirtual()), truth))
                .map(OptionalDouble::of)
                .orElse(OptionalDouble.empty())));
  }

  private void remember(Gaze said) {
    seen = Math.min(seen + 1, MOST_REMEMBERED);
    meanPitch += (said.pitchRad() - meanPitch) / seen;
    meanYaw += (said.yawRad() - meanYaw) / seen;
  }

  private static boolean isFor(HeadFile head, FeatureSample feature) {
    return feature.getBackboneFingerprint().equals(head.backboneFingerprint())
        && feature.getFeatureFp16().size() == head.head().inputs() * Short.BYTES;
  }

  private static double degrees(Gaze said, Gaze truth) {
    return Math.toDegrees(said.angleToRad(truth));
  }
}
