package io.gazeshift.trials;

import com.google.protobuf.Message;
import io.gazeshift.common.Micros;
import io.gazeshift.ingest.synthetic.RenderedFaces;
import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationRequest;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GateCheck;
import io.gazeshift.protocol.v1.GateVerdict;
import io.gazeshift.protocol.v1.GazeAngles;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTruth;
import io.gazeshift.protocol.v1.LossPoint;
import io.gazeshift.protocol.v1.VehicleSpeed;
import io.gazeshift.testing.SmallModel;
import io.gazeshift.testing.TestHeads;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A good record for every topic, to be damaged. */
final class ValidRecords {

  /** The cameras and domains they are of. */
  static final String NAME = "poison";

  private final Map<Topic, Message> byTopic = new LinkedHashMap<>();

  ValidRecords(RenderedFaces faces, SmallModel world) {
    long nowMicros = Micros.of(Instant.now());
    FaceFrame face = faces.face(NAME, 1, 1, nowMicros).face();
    FeatureSample feature = world.stream(NAME, 1, Instant.now(), 0, 1).get(0);
    GazeAngles gaze = GazeAngles.newBuilder().setPitch(0.1).setYaw(-0.2).build();
    byTopic.put(Topics.FACES, face);
    byTopic.put(
        Topics.PREDICTIONS,
        GazePrediction.newBuilder()
            .setIdentity(face.getIdentity())
            .setNormalised(gaze)
            .setCamera(gaze)
            .addAllOrigin(List.of(1.0, 2.0, 600.0))
            .build());
    byTopic.put(Topics.FEATURES, feature);
    byTopic.put(
        Topics.SPEED,
        VehicleSpeed.newBuilder()
            .setDomain(NAME)
            .setMeasuredMicros(nowMicros)
            .setKmh(62.5f)
            .build());
    byTopic.put(
        Topics.MODELS,
        TestHeads.record(NAME, 1, world.fingerprint(), TestHeads.constant(8, 0.1f, 0)));
    byTopic.put(Topics.MODELS_HISTORY, byTopic.get(Topics.MODELS));
    byTopic.put(Topics.ADAPTATIONS, event(nowMicros));
    byTopic.put(
        Topics.REQUESTS,
        AdaptationRequest.newBuilder()
            .setDomain(NAME)
            .setRequestId("poison-request")
            .setAuthor("person test")
            .setRequestedMicros(nowMicros)
            .build());
    byTopic.put(
        Topics.CALIBRATION,
        CalibrationGlance.newBuilder()
            .setDomain(NAME)
            .setGlanceId("one")
            .setCameraGaze(gaze)
            .addFrames(feature)
            .setAuthor("person test")
            .setCreatedMicros(nowMicros)
            .build());
    byTopic.put(
        Topics.TRUTH,
        GazeTruth.newBuilder().setIdentity(face.getIdentity()).setCamera(gaze).build());
    byTopic.put(Topics.FACES_DLQ, face);
    byTopic.put(Topics.CALIBRATION_DLQ, face);
  }

  private static AdaptationEvent event(long nowMicros) {
    return AdaptationEvent.newBuilder()
        .setDomain(NAME)
        .setRunId("poison-run")
        .setTrigger("interval")
        .setSourceSamples(100)
        .setTargetSamples(100)
        .addLosses(LossPoint.newBuilder().setStep(1).setWeightedL1(0.5).setPcod(0.2))
        .setVerdict(
            GateVerdict.newBuilder()
                .addChecks(GateCheck.newBuilder().setName("any").setValue(1).setBound(2)))
        .setStartedMicros(nowMicros)
        .setFinishedMicros(nowMicros)
        .setPublishedVersion(1)
        .setExplanation("made up")
        .build();
  }

  Map<Topic, Message> byTopic() {
    return Map.copyOf(byTopic);
  }
}
