package io.gazeshift.adaptation.synthetic;

import io.gazeshift.adaptation.buffer.BufferSettings;
import io.gazeshift.adaptation.buffer.TargetBuffer;
import io.gazeshift.adaptation.buffer.TargetSample;
import io.gazeshift.adaptation.buffer.TargetSnapshot;
import io.gazeshift.adaptation.buffer.Track;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.Half;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.safe.SourceSplit;
import io.gazeshift.glsge.train.SourceTrainer;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * A made-up domain with features of any width that a head can learn: for benchmarks of the cost of
 * runs, and for tests that need no model. Equal widths give equal data. For one thread.
 */
public final class SyntheticDomain {

  private static final int PERSONS = 50;
  private static final int HELD_OUT_EVERY = 5;
  private static final int TRAINING_EPOCHS = 4;
  private static final double NOISE = 0.1;

  /** Constant within a burst: the pose of the head and the light. */
  private static final double POSTURE = 0.2;

  private static final double SOURCE_SIGMA_RAD = 0.3;
  private static final double TARGET_SIGMA_RAD = 0.08;
  private static final long FRAME_MICROS = 33_000;
  private static final long BURST_MICROS = 1_200_000;

  private final int width;
  private final Random random = new Random(1);
  private final double[] byPitch;
  private final double[] byYaw;
  private final double[] phase;

  public SyntheticDomain(int width) {
    this.width = width;
    this.byPitch = random.doubles(width, -4, 4).toArray();
    this.byYaw = random.doubles(width, -4, 4).toArray();
    this.phase = random.doubles(width, -Math.PI, Math.PI).toArray();
  }

  private double[] posture() {
    return random.doubles(width, -POSTURE, POSTURE).toArray();
  }

  private float[] features(double pitch, double yaw, double[] posture) {
    float[] row = new float[width];
    for (int k = 0; k < width; k++) {
      row[k] =
          (float)
              (Math.sin(byPitch[k] * pitch + byYaw[k] * yaw + phase[k])
                  + posture[k]
                  + NOISE * random.nextGaussian());
    }
    return row;
  }

  public SourceSplit bank(int samples) {
    float[] rows = new float[Math.multiplyExact(samples, width)];
    Matrix gaze = Matrix.zeros(samples, 2);
    long[] persons = new long[samples];
    for (int i = 0; i < samples; i++) {
      gaze.set(i, 0, SOURCE_SIGMA_RAD * random.nextGaussian());
      gaze.set(i, 1, SOURCE_SIGMA_RAD * random.nextGaussian());
      persons[i] = i % PERSONS;
      System.arraycopy(
          features(gaze.get(i, 0), gaze.get(i, 1), posture()), 0, rows, i * width, width);
    }
    SourceBank all = new SourceBank(FeatureRows.of(rows, width), gaze, persons, "");
    return SourceSplit.of(
        all.rows(rows(persons, person -> person % HELD_OUT_EVERY != 0)),
        all.rows(rows(persons, person -> person % HELD_OUT_EVERY == 0)));
  }

  private static int[] rows(long[] persons, LongPredicate wanted) {
    return IntStream.range(0, persons.length).filter(i -> wanted.test(persons[i])).toArray();
  }

  public Head head(SourceSplit bank) {
    SourceTrainer.Settings settings = SourceTrainer.Settings.DEFAULT.withEpochs(TRAINING_EPOCHS);
    return new SourceTrainer(settings)
        .train(bank.adaptation().train(), loss -> {}, () -> false)
        .head();
  }

  /** A full buffer of people who look around in a narrow range. */
  public TargetSnapshot target(int samples, Head head) {
    BufferSettings settings = BufferSettings.DEFAULT;
    TargetBuffer buffer = new TargetBuffer(settings, 1);
    for (int burst = 0; buffer.size() < samples; burst++) {
      double pitch = TARGET_SIGMA_RAD * random.nextGaussian();
      double yaw = TARGET_SIGMA_RAD * random.nextGaussian();
      burst(burst, pitch, yaw, settings.burstFrames(), head).forEach(buffer::offer);
    }
    return buffer.snapshot();
  }

  public List<TargetSample> burst(int number, double pitch, double yaw, int frames, Head head) {
    Track track = new Track("cam0", 1, number % 2);
    List<TargetSample> samples = new ArrayList<>();
    double[] posture = posture();
    for (int frame = 0; frame < frames; frame++) {
      float[] row = features(pitch, yaw, posture);
      short[] halves = new short[width];
      for (int k = 0; k < width; k++) {
        halves[k] = Half.fromFloat(row[k]);
      }
      float[] gaze = head.predict(row);
      samples.add(
          new TargetSample(
              track,
              number * 36L + frame,
              number * BURST_MICROS + frame * FRAME_MICROS,
              halves,
              new Gaze(gaze[0], gaze[1]),
              Rotation.IDENTITY));
    }
    return samples;
  }
}
