package io.gazeshift.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.gazeshift.protocol.BadRecordException.Reason;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.DenseLayer;
import io.gazeshift.protocol.v1.EyeLandmarks;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceLandmarks;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.protocol.v1.GazeTargets;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.protocol.v1.HeadPose;
import io.gazeshift.protocol.v1.VehicleSpeed;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordTypeTest {

  @ParameterizedTest
  @MethodSource("oneOfEach")
  <M extends Message> void aRecordSurvivesTheRoundTrip(RecordType<M> type, M message) {
    M back = type.decode(type.encode(message));
    Message.Builder stripped = back.toBuilder();
    stripped.clearField(back.getDescriptorForType().findFieldByNumber(1));
    stripped.clearField(back.getDescriptorForType().findFieldByNumber(1000));
    assertThat(stripped.build()).isEqualTo(message);
  }

  @ParameterizedTest
  @MethodSource("oneOfEach")
  <M extends Message> void aRecordCutAnywhereIsRejected(RecordType<M> type, M message) {
    byte[] whole = type.encode(message);
    for (int length = 1; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      BadRecordException rejection =
          catchThrowableOfType(BadRecordException.class, () -> type.decode(cut));
      assertThat(rejection).as("cut to %d of %d bytes", length, whole.length).isNotNull();
      assertThat(rejection).hasMessageStartingWith(type.name());
    }
  }

  @ParameterizedTest
  @MethodSource("oneOfEach")
  <M extends Message> void randomDamageIsRejectedOrReadButNeverCrashes(
      RecordType<M> type, M message) {
    Random random = new Random(11);
    byte[] whole = type.encode(message);
    for (int round = 0; round < 2000; round++) {
      byte[] damaged = whole.clone();
      for (int hits = 1 + random.nextInt(4); hits > 0; hits--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try {
        assertThat(type.decode(damaged)).isNotNull();
      } catch (BadRecordException expected) {
        assertThat(expected.reason()).isNotNull();
      }
    }
  }

  @Test
  void aRecordCutBetweenTwoFieldsSaysThatItsEndIsMissing() {
    FaceFrame withoutLength = face().toBuilder().setSchemaVersion(1).build();
    assertThatThrownBy(() -> RecordType.FACE_FRAME.decode(withoutLength.toByteArray()))
        .isInstanceOf(BadRecordException.class)
        .hasMessage("FaceFrame does not state its length (record_bytes), so it is truncated")
        .extracting("reason")
        .isEqualTo(Reason.TRUNCATED);
  }

  @Test
  void aRecordOfAnotherLengthThanItSaysIsRejectedWithBothLengths() {
    byte[] bytes = face().toBuilder().setSchemaVersion(1).setRecordBytes(7).build().toByteArray();
    assertThatThrownBy(() -> RecordType.FACE_FRAME.decode(bytes))
        .hasMessage("FaceFrame states a length of 7 bytes, but has " + bytes.length);
  }

  @Test
  void anUnknownVersionIsRejectedWithBothVersions() {
    byte[] bytes = face().toBuilder().setSchemaVersion(2).setRecordBytes(1).build().toByteArray();
    assertThatThrownBy(() -> RecordType.FACE_FRAME.decode(bytes))
        .hasMessage("FaceFrame has schema version 2, but this program reads version 1")
        .extracting("reason")
        .isEqualTo(Reason.UNKNOWN_VERSION);
  }

  @Test
  void anOversizedRecordIsRejectedByWriterAndReader() {
    FaceFrame huge =
        face().toBuilder().setPatchJpeg(ByteString.copyFrom(new byte[2 << 20])).build();
    assertThatThrownBy(() -> RecordType.FACE_FRAME.encode(huge))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining("at most 1048576 are allowed");
    assertThatThrownBy(() -> RecordType.FACE_FRAME.decode(new byte[(1 << 20) + 1]))
        .hasMessage("FaceFrame has 1048577 bytes, at most 1048576 are allowed")
        .extracting("reason")
        .isEqualTo(Reason.OVERSIZED);
  }

  @Test
  void aSpeedMustBeOneThatAVehicleCanHave() {
    VehicleSpeed speed =
        VehicleSpeed.newBuilder().setDomain("van").setMeasuredMicros(1).setKmh(62.5f).build();
    assertThat(RecordType.VEHICLE_SPEED.decode(RecordType.VEHICLE_SPEED.encode(speed)).getKmh())
        .isEqualTo(62.5f);
    for (float wrong : new float[] {-1, 501, Float.NaN, Float.POSITIVE_INFINITY}) {
      assertThatThrownBy(
              () -> RecordType.VEHICLE_SPEED.encode(speed.toBuilder().setKmh(wrong).build()))
          .hasMessage(
              "VehicleSpeed has a speed of %s km/h; 0 to 500 are possible".formatted(wrong));
    }
    assertThatThrownBy(() -> RecordType.VEHICLE_SPEED.encode(VehicleSpeed.getDefaultInstance()))
        .hasMessage("VehicleSpeed has no domain");
  }

  @Test
  void noBytesAndForeignBytesAreToldApart() {
    assertThatThrownBy(() -> RecordType.FACE_FRAME.decode(null))
        .extracting("reason")
        .isEqualTo(Reason.EMPTY);
    assertThatThrownBy(() -> RecordType.FACE_FRAME.decode(new byte[] {0x07, 1, 2, 3}))
        .extracting("reason")
        .isEqualTo(Reason.MALFORMED);
  }

  @ParameterizedTest
  @MethodSource("invalidFaces")
  void aFaceThatCannotBeUsedIsRejectedWithTheFieldsName(FaceFrame face, String named) {
    assertThatThrownBy(() -> RecordType.FACE_FRAME.encode(face))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining(named)
        .extracting("reason")
        .isEqualTo(Reason.INVALID);
  }

  static Stream<Arguments> invalidFaces() {
    FaceFrame face = face();
    FaceIdentity identity = face.getIdentity();
    return Stream.of(
        Arguments.of(face.toBuilder().clearIdentity().build(), "identity"),
        Arguments.of(
            face.toBuilder().setIdentity(identity.toBuilder().clearCamera()).build(),
            "identity.camera"),
        Arguments.of(
            face.toBuilder().setIdentity(identity.toBuilder().setCaptureMicros(-1)).build(),
            "identity.capture_micros"),
        Arguments.of(face.toBuilder().clearPatchJpeg().build(), "neither patch_jpeg nor landmarks"),
        Arguments.of(face.toBuilder().clearPatchSize().build(), "patch_size"),
        Arguments.of(
            face.toBuilder().setLandmarks(FaceLandmarks.getDefaultInstance()).build(),
            "0 numbers in landmarks.right.lids, expected 32"),
        Arguments.of(
            face.toBuilder().setLandmarks(landmarks().clearSkull()).build(), "landmarks.skull"),
        Arguments.of(
            face.toBuilder().setLandmarks(landmarks().setSkull(3, Float.NaN)).build(),
            "landmarks.skull that is not finite"),
        Arguments.of(
            face.toBuilder().setLandmarks(landmarks().setLeft(eye().setIrisRadius(0))).build(),
            "an iris in landmarks.left at (1.0, 2.0) with the radius 0.0"),
        Arguments.of(
            face.toBuilder().setNormalisationRotation(0, Double.NaN).build(),
            "normalisation_rotation"),
        Arguments.of(face.toBuilder().addNormalisationRotation(1).build(), "9 numbers, got 10"),
        Arguments.of(
            face.toBuilder().setHeadPose(face.getHeadPose().toBuilder().clearFaceCentre()).build(),
            "head_pose.face_centre"));
  }

  @Test
  void aFaceNeedsNoPictureWhereItHasLandmarks() {
    FaceFrame face =
        face().toBuilder().clearPatchJpeg().clearPatchSize().setLandmarks(landmarks()).build();

    assertThat(RecordType.FACE_FRAME.decode(RecordType.FACE_FRAME.encode(face)).getLandmarks())
        .isEqualTo(landmarks().build());
  }

  private static FaceLandmarks.Builder landmarks() {
    return FaceLandmarks.newBuilder()
        .setRight(eye())
        .setLeft(eye())
        .addAllSkull(Collections.nCopies(2 * LandmarkPoints.SKULL, 3f));
  }

  private static EyeLandmarks.Builder eye() {
    return EyeLandmarks.newBuilder()
        .addAllLids(Collections.nCopies(2 * LandmarkPoints.LIDS, 4f))
        .setIrisX(1)
        .setIrisY(2)
        .setIrisRadius(6);
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, -0.1f, 1.5f, Float.POSITIVE_INFINITY})
  void aPredictionWithoutProbabilitiesOfItsTargetsIsRejected(float noProbability) {
    GazePrediction elsewhere =
        prediction().setTargets(GazeTargets.newBuilder().setElsewhere(noProbability)).build();
    assertThatThrownBy(() -> RecordType.GAZE_PREDICTION.encode(elsewhere))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining("targets.elsewhere of " + noProbability);

    GazeTarget screen =
        GazeTarget.newBuilder().setName("screen").setProbability(noProbability).build();
    GazePrediction onScreen =
        prediction().setTargets(GazeTargets.newBuilder().addTargets(screen)).build();
    assertThatThrownBy(() -> RecordType.GAZE_PREDICTION.encode(onScreen))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining("a target screen with the probability " + noProbability);
  }

  @Test
  void aHeadWhoseLayersDoNotFitTogetherIsRejected() {
    HeadModel head = head().toBuilder().setLayers(1, layer(5, 2)).build();
    assertThatThrownBy(() -> RecordType.HEAD_MODEL.encode(head))
        .hasMessageContaining("layer 1 with 5 inputs after a layer with 3 outputs");
    HeadModel shortWeights =
        head().toBuilder()
            .setLayers(0, layer(4, 3).toBuilder().setWeight(ByteString.copyFrom(new byte[8])))
            .build();
    assertThatThrownBy(() -> RecordType.HEAD_MODEL.encode(shortWeights))
        .hasMessageContaining("layer 0 of 3 x 4");
  }

  static Stream<Arguments> oneOfEach() {
    return Stream.of(
        Arguments.of(RecordType.FACE_FRAME, face()),
        Arguments.of(RecordType.GAZE_PREDICTION, prediction().build()),
        Arguments.of(
            RecordType.FEATURE_SAMPLE,
            FeatureSample.newBuilder()
                .setIdentity(face().getIdentity())
                .setBackboneFingerprint("ab12")
                .setFeatureFp16(ByteString.copyFrom(new byte[] {1, 2, 3, 4}))
                .setPrediction(Gaze.INTO_CAMERA.toMessage())
                .addAllNormalisationRotation(Rotation.IDENTITY.toList())
                .build()),
        Arguments.of(RecordType.HEAD_MODEL, head()),
        Arguments.of(
            RecordType.ADAPTATION_EVENT,
            AdaptationEvent.newBuilder()
                .setDomain("lab")
                .setRunId("r1")
                .setTrigger("manual")
                .build()));
  }

  private static FaceFrame face() {
    return FaceFrame.newBuilder()
        .setIdentity(
            FaceIdentity.newBuilder()
                .setCamera("cam0")
                .setDomain("lab")
                .setCaptureSession(42)
                .setFrameSeq(17)
                .setCaptureMicros(1_700_000_000_000_000L))
        .setPatchJpeg(ByteString.copyFrom(new byte[] {(byte) 0xff, (byte) 0xd8, 1, 2, 3}))
        .setPatchSize(224)
        .addAllNormalisationRotation(Rotation.about(1, 2, 3, 0.4).toList())
        .setHeadPose(
            HeadPose.newBuilder()
                .addAllRotation(Rotation.IDENTITY.toList())
                .addAllFaceCentre(List.of(0.0, 0.0, 600.0)))
        .build();
  }

  private static GazePrediction.Builder prediction() {
    return GazePrediction.newBuilder()
        .setIdentity(face().getIdentity())
        .setNormalised(Gaze.ofDegrees(3, -4).toMessage())
        .setCamera(Gaze.ofDegrees(5, 6).toMessage())
        .addAllOrigin(List.of(1.0, 2.0, 600.0))
        .setModelVersion(4);
  }

  private static HeadModel head() {
    return HeadModel.newBuilder()
        .setDomain("lab")
        .setVersion(1)
        .setBackboneFingerprint("ab12")
        .addLayers(layer(4, 3))
        .addLayers(layer(3, 2))
        .setSha256(ByteString.copyFrom(new byte[32]))
        .build();
  }

  private static DenseLayer layer(int inputs, int outputs) {
    return DenseLayer.newBuilder()
        .setInputs(inputs)
        .setOutputs(outputs)
        .setWeight(floats(inputs * outputs))
        .setBias(floats(outputs))
        .build();
  }

  private static ByteString floats(int count) {
    byte[] bytes = new byte[4 * count];
    IntStream.range(0, bytes.length).forEach(i -> bytes[i] = (byte) i);
    return ByteString.copyFrom(bytes);
  }
}
