package io.gazeshift.adaptation.shadow;

import com.google.protobuf.ByteString;
import io.gazeshift.glsge.data.Half;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FeatureSample;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/**
 * A person who looks from one point to another, with heads to match: of three features two are
 * pitch and yaw, somewhat noisy, and the third is nothing but noise.
 */
public final class Faces {

  public static final String BACKBONE = "b";
  static final long FRAME_MICROS = 33_333;

  private static final long START_MICROS = 1_700_000_000_000_000L;
  private static final int FRAMES_PER_FIXATION = 10;

  private final Random random;
  private final String camera;
  private long micros = START_MICROS;
  private long frame;
  private double pitchDeg;
  private double yawDeg;

  public Faces(String camera, long seed) {
    this.camera = camera;
    this.random = new Random(seed);
  }

  /** Pitch and yaw times a gain, and some of the noise. */
  public static Head head(double gain, double noiseDeg, double yawOffsetDeg) {
    float noise = (float) Math.toRadians(noiseDeg);
    float g = (float) gain;
    float[] both = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
    float[] identity = new float[36];
    for (int i = 0; i < 6; i++) {
      identity[7 * i] = 1;
    }
    return new Head(
        new DenseLayer(3, 6, both, new float[6]),
        new DenseLayer(6, 6, identity, new float[6]),
        new DenseLayer(
            6,
            2,
            new float[] {g, -g, 0, 0, noise, -noise, 0, 0, g, -g, noise, -noise},
            new float[] {0, (float) Math.toRadians(yawOffsetDeg)}));
  }

  /** The next frame, as predicted by a head of that version. */
  public FeatureSample next(Head by, long version) {
    if (frame % FRAMES_PER_FIXATION == 0) {
      pitchDeg = 20 * random.nextDouble() - 10;
      yawDeg = 60 * random.nextDouble() - 30;
    }
    float[] features = {
      (float) Math.toRadians(pitchDeg + 0.3 * random.nextGaussian()),
      (float) Math.toRadians(yawDeg + 0.3 * random.nextGaussian()),
      (float) random.nextGaussian()
    };
    ByteBuffer halves = ByteBuffer.allocate(6).order(ByteOrder.LITTLE_ENDIAN);
    for (float feature : features) {
      halves.putShort(Half.fromFloat(feature));
    }
    Gaze prediction = Features.predicted(by, features);
    micros += FRAME_MICROS;
    return FeatureSample.newBuilder()
        .setIdentity(
            FaceIdentity.newBuilder()
                .setCamera(camera)
                .setDomain("seat")
                .setCaptureSession(1)
                .setFrameSeq(frame++)
                .setCaptureMicros(micros))
        .setBackboneFingerprint(BACKBONE)
        .setFeatureFp16(ByteString.copyFrom(halves.flip()))
        .setPrediction(prediction.toMessage())
        .setModelVersion(version)
        .addAllNormalisationRotation(Rotation.IDENTITY.toList())
        .build();
  }

  /** The clock is set, or no one is in view for a while. */
  void passSeconds(double seconds) {
    micros += Math.round(1e6 * seconds);
  }
}
