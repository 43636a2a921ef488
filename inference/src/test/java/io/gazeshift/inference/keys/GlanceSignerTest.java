package io.gazeshift.inference.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.gazeshift.common.UserError;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazeAngles;
import io.gazeshift.protocol.v1.HeadModel;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GlanceSignerTest {

  @TempDir Path dir;

  private KeyFiles files;
  private TrustedKeys keys;
  private CalibrationGlance signed;

  @BeforeEach
  void generate() {
    files = KeyFiles.generate(dir.resolve("mine"), new SecureRandom());
    keys = TrustedKeys.read(List.of(files.publicKey()));
    signed = GlanceSigner.read(files.privateKey()).sign(glance());
  }

  @Test
  void thePublicKeyVouchesForWhatThePrivateKeySigned() {
    assertThat(keys.vouchFor(signed)).isTrue();
    assertThat(keys.vouchFor(glance())).isFalse();
    KeyFiles other = KeyFiles.generate(dir.resolve("other"), new SecureRandom());
    assertThat(TrustedKeys.read(List.of(other.publicKey())).vouchFor(signed)).isFalse();
  }

  @Test
  void nothingThatAPriorOrAGateUsesCanBeChanged() {
    FeatureSample frame = signed.getFrames(0);
    Stream<CalibrationGlance> forged =
        Stream.of(
            signed.toBuilder().setDomain("van").build(),
            signed.toBuilder().setGlanceId("b").build(),
            signed.toBuilder().setCameraGaze(angles(0.1, 0.21)).build(),
            signed.toBuilder().setAuthor("person eve").build(),
            signed.toBuilder().setCreatedMicros(6).build(),
            signed.toBuilder().addFrames(frame).build(),
            signed.toBuilder().clearFrames().build(),
            with(frame.toBuilder().setFeatureFp16(ByteString.copyFromUtf8("abcx"))),
            with(frame.toBuilder().setBackboneFingerprint("another")),
            with(frame.toBuilder().setPrediction(angles(0.3, 0))),
            with(frame.toBuilder().setModelVersion(3)),
            with(frame.toBuilder().setNormalisationRotation(0, 0.5)),
            with(frame.toBuilder().setIdentity(frame.getIdentity().toBuilder().setCamera("b"))),
            with(frame.toBuilder().setIdentity(frame.getIdentity().toBuilder().setFaceIndex(2))));
    assertThat(forged).noneMatch(keys::vouchFor);
  }

  @Test
  void theSignatureOfAHeadIsNotThatOfAGlance() {
    HeadModel head =
        HeadSigner.read(files.privateKey()).sign(HeadModel.newBuilder().setDomain("lab").build());
    assertThat(keys.vouchFor(signed.toBuilder().setSignature(head.getSignature()).build()))
        .isFalse();
  }

  @Test
  void aMissingOrUnknownKeyIsRejectedBeforeAnyoneLooks() {
    KeyFiles other = KeyFiles.generate(dir.resolve("other"), new SecureRandom());
    assertThatThrownBy(() -> keys.glanceSigner("--key", Optional.empty()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--key: glances must be signed because infer.trusted-keys is set");
    assertThatThrownBy(() -> keys.glanceSigner("--key", Optional.of(other.privateKey())))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("so adaptation would reject its glances");
    assertThat(keys.glanceSigner("--key", Optional.of(files.privateKey()))).isPresent();
    assertThat(TrustedKeys.none().glanceSigner("--key", Optional.empty())).isEmpty();
  }

  private CalibrationGlance with(FeatureSample.Builder frame) {
    return signed.toBuilder().setFrames(0, frame).build();
  }

  private static CalibrationGlance glance() {
    return CalibrationGlance.newBuilder()
        .setDomain("lab")
        .setGlanceId("a")
        .setCameraGaze(angles(0.1, 0.2))
        .setAuthor("person ann")
        .setCreatedMicros(5)
        .addFrames(
            FeatureSample.newBuilder()
                .setIdentity(FaceIdentity.newBuilder().setCamera("a").setCaptureMicros(7))
                .setBackboneFingerprint("one")
                .setFeatureFp16(ByteString.copyFromUtf8("abcd"))
                .setPrediction(angles(0, 0))
                .setModelVersion(2)
                .addAllNormalisationRotation(List.of(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)))
        .build();
  }

  private static GazeAngles angles(double pitch, double yaw) {
    return GazeAngles.newBuilder().setPitch(pitch).setYaw(yaw).build();
  }
}
