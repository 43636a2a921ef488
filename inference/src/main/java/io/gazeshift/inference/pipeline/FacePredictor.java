package io.gazeshift.inference.pipeline;

import com.google.protobuf.ByteString;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.common.Micros;
import io.gazeshift.glsge.data.Half;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.inference.person.PersonOffsets;
import io.gazeshift.inference.smooth.GazeSmoothing;
import io.gazeshift.inference.targets.LookSummary;
import io.gazeshift.inference.targets.PredictedTargets;
import io.gazeshift.inference.uncertainty.ExpectedError;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.StageTimings;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Predicts a batch of decoded faces: one pass of the backbone, or several where one would make the
 * faces that wait too old, the head of each face's domain, and back into camera axes. For one
 * thread; the backbone belongs to the caller.
 */
final class FacePredictor {

  private final Backbone backbone;
  private final ActiveHeads heads;
  private final PersonOffsets persons;
  private final PredictedTargets targets;
  private final GazeSmoothing smoothing;
  private final Optional<ExpectedError> error;
  private final FaceAgeLimit freshness;
  private final InstantSource clock;
  private final float[] angles = new float[Head.OUTPUTS];
  private final PassSize passSize;

  FacePredictor(ServedModel model, FaceAgeLimit freshness, InstantSource clock) {
    this.backbone = model.backbone();
    this.heads = model.heads();
    this.persons = model.persons();
    this.targets = model.targets();
    this.smoothing = model.smoothing();
    this.error = heads.accuracy().map(known -> new ExpectedError(known, backbone.input()));
    this.freshness = freshness;
    this.passSize = new PassSize(freshness.longestPassMicros());
    this.clock = clock;
  }

  /**
   * Settles every face. The buffer begins with the input of the first; a face that is settled
   * already has room in it, but nothing to say. The inputs are of no use afterwards.
   *
   * @return how many the backbone was asked for
   */
  int predict(List<? extends Face> faces, FloatBuffer inputs) {
    int asked = 0;
    List<Face> left = gathered(faces, inputs);
    while (!left.isEmpty()) {
      int count = Math.min(left.size(), passSize.faces());
      pass(left.subList(0, count), inputs);
      asked += count;
      left = gathered(left, inputs);
    }
    return asked;
  }

  /** What the next pass may have, and how long the last one took. */
  PassSize passSize() {
    return passSize;
  }

  /** Begins anew for every person, before faces that may have been predicted already. */
  void forgetPersons() {
    persons.forget();
    smoothing.forget();
  }

  private void pass(List<Face> faces, FloatBuffer inputs) {
    long startMicros = nowMicros();
    float[] features = backbone.features(inputs, faces.size());
    long backboneMicros = nowMicros() - startMicros;
    passSize.took(faces.size(), backboneMicros);
    // A swap during the pass is for the next one.
    Map<String, VersionedHead> headsNow = new HashMap<>();
    for (int row = 0; row < faces.size(); row++) {
      Face face = faces.get(row);
      String domain = face.frame().getIdentity().getDomain();
      VersionedHead head = headsNow.computeIfAbsent(domain, heads::headFor);
      StageTimings timings = timings(face, startMicros, backboneMicros, faces.size());
      face.settle(predictOne(face.frame(), features, row, head, timings));
    }
  }

  /**
   * Those that are still to be predicted, and their inputs at the front. Under load most of a batch
   * is too old, and the backbone must not spend its time on that.
   */
  private List<Face> gathered(List<? extends Face> faces, FloatBuffer inputs) {
    int floats = backbone.input().floatsPerFace();
    List<Face> wanted = new ArrayList<>(faces.size());
    for (int place = 0; place < faces.size(); place++) {
      Face face = faces.get(place);
      if (!face.isSettled() && freshness.isTooOld(face.frame())) {
        face.settle(new FaceOutcome.Skipped());
      }
      if (!face.isSettled()) {
        if (wanted.size() < place) {
          inputs.put(wanted.size() * floats, inputs, place * floats, floats);
        }
        wanted.add(face);
      }
    }
    return wanted;
  }

  private FaceOutcome predictOne(
      FaceFrame face, float[] features, int row, VersionedHead head, StageTimings timings) {
    int size = backbone.featureSize();
    int offset = row * size;
    if (!allFinite(features, offset, size)) {
      return new FaceOutcome.Rejected(
          "NOT_FINITE", "the backbone produced a feature that is not finite");
    }
    head.head().predict(features, offset, 1, angles, 0);
    if (!allFinite(angles, 0, angles.length)) {
      return new FaceOutcome.Rejected(
          "NOT_FINITE",
          "head %d predicted pitch %s, yaw %s".formatted(head.version(), angles[0], angles[1]));
    }
    Gaze normalised = new Gaze(angles[0], angles[1]);
    Rotation cameraToVirtual = Rotation.ofRows(face.getNormalisationRotationList());
    Gaze camera = normalised.rotatedBy(cameraToVirtual.inverse());
    GazePrediction.Builder prediction =
        GazePrediction.newBuilder()
            .setIdentity(face.getIdentity())
            .setNormalised(normalised.toMessage())
            .setCamera(camera.toMessage())
            .addAllOrigin(face.getHeadPose().getFaceCentreList())
            .setModelVersion(head.version())
            .setTimings(timings)
            .setQuality(face.getQuality());
    error.ifPresent(known -> prediction.setUncertainty(known.of(face.getQuality())));
    persons.next(face, normalised, head).ifPresent(prediction::setPersonOffset);
    targets.of(prediction).ifPresent(prediction::setTargets);
    smoothing
        .next(face.getIdentity(), camera)
        .ifPresent(smoothed -> prediction.setSmoothedCamera(smoothed.toMessage()));
    FeatureSample feature =
        FeatureSample.newBuilder()
            .setIdentity(face.getIdentity())
            .setBackboneFingerprint(backbone.fingerprint())
            .setFeatureFp16(halves(features, offset, size))
            .setPrediction(normalised.toMessage())
            .setModelVersion(head.version())
            .setQuality(face.getQuality())
            .addAllNormalisationRotation(face.getNormalisationRotationList())
            .build();
    return written(prediction.build(), feature);
  }

  /** A face can be well within its bounds and still say more than a prediction may. */
  private static FaceOutcome written(GazePrediction prediction, FeatureSample feature) {
    try {
      return new FaceOutcome.Predicted(
          prediction.getIdentity(),
          LookSummary.of(prediction),
          RecordType.GAZE_PREDICTION.encode(prediction),
          RecordType.FEATURE_SAMPLE.encode(feature));
    } catch (BadRecordException e) {
      return new FaceOutcome.Rejected(e.reason().name(), String.valueOf(e.getMessage()));
    }
  }

  private static StageTimings timings(
      Face received, long startMicros, long backboneMicros, int batchSize) {
    FaceFrame face = received.frame();
    return StageTimings.newBuilder()
        .setIngestMicros(face.getPublishedMicros() - face.getIdentity().getCaptureMicros())
        .setTransportMicros(received.polledMicros() - face.getPublishedMicros())
        .setQueueMicros(startMicros - received.polledMicros())
        .setBackboneMicros(backboneMicros)
        .setBatchSize(batchSize)
        .build();
  }

  private static boolean allFinite(float[] values, int offset, int size) {
    for (int i = offset; i < offset + size; i++) {
      if (!Float.isFinite(values[i])) {
        return false;
      }
    }
    return true;
  }

  private static ByteString halves(float[] features, int offset, int size) {
    ByteBuffer bytes = ByteBuffer.allocate(Short.BYTES * size).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = offset; i < offset + size; i++) {
      bytes.putShort(Half.fromFloatSaturating(features[i]));
    }
    return ByteString.copyFrom(bytes.flip());
  }

  private long nowMicros() {
    return Micros.of(clock.instant());
  }
}
