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
    assertThat(admission.rejection(good, now)).isEmpty();
    TargetSample read = TargetSample.of(good);
    float[] features = new float[4];
    read.copyFeature(features, 1);
    assertThat(features).containsExactly(0, 1, -2, 0.5f);
    assertThat(read.track()).isEqualTo(new Track("cam0", 7, 1));
    assertThat(read.prediction().yawRad()).isEqualTo(-0.2);
  }

  @Test
  void eachFaultIsRejectedByItsName() {
    expect(sample().setBackboneFingerprint("other"), SampleRejection.OTHER_BACKBONE);
    expect(sample().setFeatureFp16(halves(1, 2)), SampleRejection.WRONG_LENGTH);
    expect(sample().setFeatureFp16(halves(1, Float.NaN, 2)), SampleRejection.NOT_FINITE);
    expect(
        sample().setFeatureFp16(halves(1, 2, Float.NEGATIVE_INFINITY)), SampleRejection.NOT_FINITE);
    expect(
        sample().setPrediction(GazeAngles.newBuilder().setPitch(Double.NaN)),
        SampleRejection.NOT_FINITE);
    expect(sample().setQuality(quality(0.4f, 1)), SampleRejection.QUALITY);
    expect(sample().setQuality(quality(Float.NaN, 1)), SampleRejection.QUALITY);
    expect(sample().setQuality(quality(1, 0.1f)), SampleRejection.EYES_CLOSED);
    expect(at(NOW_SECONDS - 3700), SampleRejection.TOO_OLD);
    expect(at(NOW_SECONDS + 3600), SampleRejection.FROM_THE_FUTURE);
  }

  @Test
  void timesThatCannotBeAreRejected() {
    Instant never = Instant.ofEpochMilli(Long.MAX_VALUE);
    assertThat(admission.rejection(sample().build(), never))
        .contains(SampleRejection.FROM_THE_FUTURE);
    FeatureSample.Builder sample = sample();
    sample.getIdentityBuilder().setCaptureMicros(Long.MAX_VALUE);
    assertThat(admission.rejection(sample.build(), never))
        .contains(SampleRejection.FROM_THE_FUTURE);
    expect(sample, SampleRejection.FROM_THE_FUTURE);
    sample.getIdentityBuilder().setCaptureMicros(Long.MIN_VALUE);
    expect(sample, SampleRejection.TOO_OLD);
    assertThat(admission.rejection(sample().build(), Instant.ofEpochMilli(Long.MIN_VALUE)))
        .contains(SampleRejection.FROM_THE_FUTURE);
  }

  @Test
  void clocksMayDifferALittle() {
    assertThat(admission.rejection(at(NOW_SECONDS + 30).build(), now)).isEmpty();
  }

  private void expect(FeatureSample.Builder sample, SampleRejection rejection) {
    assertThat(admission.rejection(sample.build(), now)).contains(rejection);
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
