package io.gazeshift.daemon.live;

import io.gazeshift.adaptation.buffer.TargetSample;
import io.gazeshift.adaptation.prior.DomainPrior;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FeatureSample;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Scores the faces of one domain: the active head's predictions, and the source head's on the same
 * features. Two controls modify the source head's predictions: one pulls them towards their mean so
 * far, in the axes of the predictions; the other, if there is a site prior, shifts them by their
 * mean distance to the prior's mean, in the camera's axes. Not thread-safe.
 */
final class FaceScorer {

  private final Optional<HeadFile> source;
  private final Optional<DomainPrior> prior;
  private final RunningMean said = new RunningMean();
  private final RunningMean beside = new RunningMean();

  FaceScorer(Optional<HeadFile> source, Optional<DomainPrior> prior) {
    this.source = source;
    this.prior = prior;
  }

  /** Empty if the features do not fit the source head. */
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
    Gaze now = new Gaze(angles[0], angles[1]);
    if (!Double.isFinite(now.pitchRad() + now.yawRad())) {
      return Optional.empty();
    }
    Gaze truth = Gaze.from(face.truth().getCamera());
    Rotation toCamera = sample.cameraToVirtual().inverse();
    Gaze inCamera = now.rotatedBy(toCamera);
    return Optional.of(
        new FaceScore(
            Instant.EPOCH.plus(sample.captureMicros(), ChronoUnit.MICROS),
            face.prediction().getModelVersion(),
            degrees(Gaze.from(face.prediction().getCamera()), truth),
            degrees(inCamera, truth),
            shrunk(now, toCamera, truth),
            inCamera,
            prior.map(
                known ->
                    byPrior(known.meanInCameraAxes(sample.cameraToVirtual()), inCamera, truth))));
  }

  private double[] shrunk(Gaze now, Rotation toCamera, Gaze truth) {
    Gaze mean = said.add(now.pitchRad(), now.yawRad());
    double[] byFactor = new double[Shrinkage.FACTORS];
    for (int i = 0; i < byFactor.length; i++) {
      byFactor[i] = degrees(Shrinkage.pulled(now, mean, i).rotatedBy(toCamera), truth);
    }
    return byFactor;
  }

  private FaceScore.ByPrior byPrior(Gaze mean, Gaze now, Gaze truth) {
    Gaze offset = beside.add(mean.pitchRad() - now.pitchRad(), mean.yawRad() - now.yawRad());
    Gaze moved = new Gaze(now.pitchRad() + offset.pitchRad(), now.yawRad() + offset.yawRad());
    return new FaceScore.ByPrior(degrees(mean, truth), degrees(moved, truth));
  }

  private static boolean isFor(HeadFile head, FeatureSample feature) {
    return feature.getBackboneFingerprint().equals(head.backboneFingerprint())
        && feature.getFeatureFp16().size() == head.head().inputs() * Short.BYTES;
  }

  private static double degrees(Gaze said, Gaze truth) {
    return Math.toDegrees(said.angleToRad(truth));
  }
}
