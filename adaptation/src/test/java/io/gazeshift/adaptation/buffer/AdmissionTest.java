package io.gazeshift.adaptation.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.gazeshift.glsge.data.Half;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazeAngles;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AdmissionTest {

  private static final long NOW_SECONDS = 1_700_000_000;

  private final Admission admission =
      new Admission(new Admission.Rules(0.5, 0.4, Duration.ofHours(1)), "abc", 3);
  private final Instant now = Instant.ofEpochSecond(NOW_SECONDS);

  @Test
  void aGoodFaceIsAdmittedAndReadAsItIs() {
    FeatureSample good = sample().build();
    assertThat(admission.refusal(good, now)).isEmpty();
    TargetSample read = TargetSample.of(good);
    float[] features = new float[4];
    read.copyFeature(features, 1);
    assertThat(features).containsExactly(0, 1, -2, 0.5f);
    assertThat(read.track()).isEqualTo(new Track("cam0", 7, 1));
    assertThat(read.prediction().yawRad()).isEqualTo(-0.2);
  }

  @Test
  void eachFaultIsRefusedByItsName() {
    expect(sample().setBackboneFingerprint("other"), Refusal.OTHER_BACKBONE);
    expect(sample().setFeatureFp16(halves(1, 2)), Refusal.WRONG_LENGTH);
    expect(sample().setFeatureFp16(halves(1, Float.NaN, 2)), Refusal.NOT_FINITE);
    expect(sample().setFeatureFp16(halves(1, 2, Float.NEGATIVE_INFINITY)), Refusal.NOT_FINITE);
    expect(
        sample().setPrediction(GazeAngles.newBuilder().setPitch(Double.NaN)), Refusal.NOT_FINITE);
    expect(sample().setQuality(quality(0.4f, 1)), Refusal.QUALITY);
    expect(sample().setQuality(quality(Float.NaN, 1)), Refusal.QUALITY);
    expect(sample().setQuality(quality(1, 0.1f)), Refusal.EYES_CLOSED);
    expect(at(NOW_SECONDS - 3700), Refusal.TOO_OLD);
    expect(at(NOW_SECONDS + 3600), Refusal.FROM_THE_FUTURE);
  }

  @Test
  void timesThatCannotBeAreRefused() {
    Instant never = Instant.ofEpochMilli(Long.MAX_VALUE);
    assertThat(admission.refusal(sample().build(), never)).contains(Refusal.FROM_THE_FUTURE);
    FeatureSample.Builder sample = sample();
    sample.getIdentityBuilder().setCaptureMicros(Long.MAX_VALUE);
    assertThat(admission.refusal(sample.build(), never)).contains(Refusal.FROM_THE_FUTURE);
    expect(sample, Refusal.FROM_THE_FUTURE);
    sample.getIdentityBuilder().setCaptureMicros(Long.MIN_VALUE);
    expect(sample, Refusal.TOO_OLD);
    assertThat(admission.refusal(sample().build(), Instant.ofEpochMilli(Long.MIN_VALUE)))
        .contains(Refusal.FROM_THE_FUTURE);
  }

  @Test
  void clocksMayDifferALittle() {
    assertThat(admission.refusal(at(NOW_SECONDS + 30).build(), now)).isEmpty();
  }

  private void expect(FeatureSample.Builder sample, Refusal refusal) {
    assertThat(admission.refusal(sample.build(), now)).contains(refusal);
  }

  private static FeatureSample.Builder at(long seconds) {
    FeatureSample.Builder sample = sample();
    sample.getIdentityBuilder().setCaptureMicros(seconds * 1_000_000);
    return sample;
  }

  private static FeatureSample.Builder sample() {
    return FeatureSample.newBuilder()
        .setIdentity(
            FaceIdentity.newBuilder()
                .setCamera("cam0")
                .setDomain("seat")
                .setCaptureSession(7)
                .setFaceIndex(1)
                .setCaptureMicros((NOW_SECONDS - 5) * 1_000_000))
        .setBackboneFingerprint("abc")
        .setFeatureFp16(halves(1, -2, 0.5f))
        .setPrediction(GazeAngles.newBuilder().setPitch(0.1).setYaw(-0.2))
        .setQuality(quality(0.9f, 0.9f))
        .addAllNormalisationRotation(Rotation.IDENTITY.toList());
  }

  private static FaceQuality quality(float overall, float openness) {
    return FaceQuality.newBuilder().setOverall(overall).setEyeOpenness(openness).build();
  }

  private static ByteString halves(float... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Short.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      bytes.putShort(Half.fromFloat(value));
    }
    return ByteString.copyFrom(bytes.flip());
  }
}
