package io.gazeshift.daemon.cli.offline;

import io.gazeshift.glsge.data.SafetensorsWriter;
import java.util.Arrays;
import java.util.Random;

/** Banks of made-up features that a head of a few neurons can learn, and ones that are broken. */
final class SmallBanks {

  static final int WIDTH = 8;
  static final int PERSONS = 10;
  static final int HELD = 5;
  static final String FINGERPRINT = "a".repeat(64);

  private SmallBanks() {}

  /** Labelled samples of a backbone; gaze is spread by {@code sigma} around a mean pitch. */
  static SafetensorsWriter bank(int samples, double meanPitch, double sigma, long seed) {
    return write(samples, gaze(samples, meanPitch, sigma, seed), seed, true);
  }

  /** The same features without the gaze. */
  static SafetensorsWriter unlabelled(int samples, double meanPitch, double sigma, long seed) {
    return write(samples, gaze(samples, meanPitch, sigma, seed), seed, false);
  }

  /**
   * A stream without labels: every gaze is held for five frames, and two faces look on in turn.
   * Each frame has noise of its own.
   */
  static SafetensorsWriter stream(int fixations, double meanPitch, double sigma, long seed) {
    int samples = fixations * HELD;
    float[] looks = gaze(fixations, meanPitch, sigma, seed);
    float[] held = new float[2 * samples];
    long[] tracks = new long[samples];
    long[] micros = new long[samples];
    for (int i = 0; i < samples; i++) {
      held[2 * i] = looks[2 * (i / HELD)];
      held[2 * i + 1] = looks[2 * (i / HELD) + 1];
      tracks[i] = i / HELD % 2;
      micros[i] = i * 33_000L;
    }
    return write(samples, held, seed, false)
        .i64("track", tracks, samples)
        .i64("capture_micros", micros, samples);
  }

  /** The same features with a gaze that is nonsense. */
  static SafetensorsWriter mislabelled(int samples, double meanPitch, double sigma, long seed) {
    float[] nonsense = new float[2 * samples];
    Arrays.fill(nonsense, Float.NaN);
    return unlabelled(samples, meanPitch, sigma, seed).f32("gaze", nonsense, samples, 2);
  }

  static float[] gaze(int samples, double meanPitch, double sigma, long seed) {
    Random random = new Random(seed);
    float[] gaze = new float[2 * samples];
    for (int i = 0; i < gaze.length; i++) {
      gaze[i] = (float) (sigma * random.nextGaussian() + (i % 2 == 0 ? meanPitch : 0));
    }
    return gaze;
  }

  static float[] features(float[] gaze, long seed) {
    Random random = new Random(~seed);
    float[] features = new float[gaze.length / 2 * WIDTH];
    for (int i = 0; i < features.length; i++) {
      int row = i / WIDTH;
      int column = i % WIDTH;
      float angle = gaze[2 * row + column % 2];
      features[i] = (float) (Math.sin((1 + column) * angle) + 0.05 * random.nextGaussian());
    }
    return features;
  }

  private static SafetensorsWriter write(int samples, float[] gaze, long seed, boolean labelled) {
    SafetensorsWriter writer =
        new SafetensorsWriter()
            .metadata("backbone_fingerprint", FINGERPRINT)
            .f32("features", features(gaze, seed), samples, WIDTH);
    if (labelled) {
      long[] persons = new long[samples];
      Arrays.setAll(persons, i -> i % PERSONS);
      writer.f32("gaze", gaze, samples, 2).i64("person", persons, samples);
    }
    return writer;
  }
}
