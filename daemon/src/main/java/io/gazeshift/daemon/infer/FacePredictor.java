package io.gazeshift.daemon.infer;

import com.google.protobuf.ByteString;
import io.gazeshift.daemon.backbone.Backbone;
import io.gazeshift.daemon.backbone.BadPatchException;
import io.gazeshift.daemon.backbone.PatchDecoder;
import io.gazeshift.glsge.data.Half;
import io.gazeshift.glsge.head.Head;
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
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Predicts a batch of faces: decode, one pass of the backbone, the head of each face's domain, and
 * back into camera axes. For one thread; the backbone belongs to the caller.
 */
final class FacePredictor {

  private final Backbone backbone;
  private final PatchDecoder decoder;
  private final HeadRegistry heads;
  private final InstantSource clock;
  private final int maxBatch;
  private final FloatBuffer patches;
  private final float[] angles = new float[Head.OUTPUTS];

  FacePredictor(
      Backbone backbone,
      PatchDecoder decoder,
      HeadRegistry heads,
      InstantSource clock,
      int maxBatch) {
    this.backbone = backbone;
    this.decoder = decoder;
    this.heads = heads;
    this.clock = clock;
    this.maxBatch = maxBatch;
    this.patches =
        ByteBuffer.allocateDirect(Float.BYTES * maxBatch * decoder.floatsPerPatch())
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
  }

  /** One outcome for each face, in the same order. */
  List<Outcome> predict(List<ReceivedFace> faces) {
    List<Outcome> outcomes = new ArrayList<>(faces.size());
    for (int from = 0; from < faces.size(); from += maxBatch) {
      outcomes.addAll(predictBatch(faces.subList(from, Math.min(faces.size(), from + maxBatch))));
    }
    return outcomes;
  }

  private List<Outcome> predictBatch(List<ReceivedFace> faces) {
    Outcome[] outcomes = new Outcome[faces.size()];
    int[] rows = new int[faces.size()];
    int decoded = 0;
    for (int i = 0; i < faces.size(); i++) {
      try {
        decoder.decode(faces.get(i).face().getPatchJpeg(), patches, decoded);
        rows[decoded++] = i;
      } catch (BadPatchException e) {
        outcomes[i] = new Outcome.Refused(e.reason().name(), e.getMessage());
      }
    }
    if (decoded > 0) {
      long startMicros = nowMicros();
      float[] features = backbone.features(patches, decoded);
      long backboneMicros = nowMicros() - startMicros;
      for (int row = 0; row < decoded; row++) {
        ReceivedFace face = faces.get(rows[row]);
        StageTimings timings = timings(face, startMicros, backboneMicros, decoded);
        outcomes[rows[row]] = predictOne(face.face(), features, row, timings);
      }
    }
    return List.of(outcomes);
  }

  private Outcome predictOne(FaceFrame face, float[] features, int row, StageTimings timings) {
    int size = backbone.featureSize();
    int offset = row * size;
    VersionedHead head = heads.headFor(face.getIdentity().getDomain());
    head.head().predict(features, offset, 1, angles, 0);
    Gaze normalised = new Gaze(angles[0], angles[1]);
    if (!Double.isFinite(normalised.pitchRad()) || !Double.isFinite(normalised.yawRad())) {
      return new Outcome.Refused(
          "NOT_FINITE",
          "backbone and head %d give pitch %s, yaw %s"
              .formatted(head.version(), normalised.pitchRad(), normalised.yawRad()));
    }
    Rotation cameraToVirtual = Rotation.ofRows(face.getNormalisationRotationList());
    GazePrediction prediction =
        GazePrediction.newBuilder()
            .setIdentity(face.getIdentity())
            .setNormalised(normalised.toMessage())
            .setCamera(normalised.rotatedBy(cameraToVirtual.inverse()).toMessage())
            .addAllOrigin(face.getHeadPose().getFaceCentreList())
            .setModelVersion(head.version())
            .setTimings(timings)
            .setQuality(face.getQuality())
            .build();
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
    return written(prediction, feature);
  }

  /** A face can be well within its bounds and still say more than a prediction may. */
  private static Outcome written(GazePrediction prediction, FeatureSample feature) {
    try {
      return new Outcome.Predicted(
          prediction.getIdentity(),
          RecordType.GAZE_PREDICTION.encode(prediction),
          RecordType.FEATURE_SAMPLE.encode(feature));
    } catch (BadRecordException e) {
      return new Outcome.Refused(e.reason().name(), e.getMessage());
    }
  }

  private static StageTimings timings(
      ReceivedFace received, long startMicros, long backboneMicros, int batchSize) {
    FaceFrame face = received.face();
    return StageTimings.newBuilder()
        .setIngestMicros(face.getPublishedMicros() - face.getIdentity().getCaptureMicros())
        .setTransportMicros(received.polledMicros() - face.getPublishedMicros())
        .setQueueMicros(startMicros - received.polledMicros())
        .setBackboneMicros(backboneMicros)
        .setBatchSize(batchSize)
        .build();
  }

  private static ByteString halves(float[] features, int offset, int size) {
    ByteBuffer bytes = ByteBuffer.allocate(Short.BYTES * size).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = offset; i < offset + size; i++) {
      bytes.putShort(Half.fromFloatSaturating(features[i]));
    }
    return ByteString.copyFrom(bytes.flip());
  }

  private long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }
}
