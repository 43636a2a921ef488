package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.safe.AdaptationSource;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.SourceSplit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A world in which the first two features are pitch and yaw with noise, so that heads are clear.
 */
final class GateWorld {

  static final int FEATURES = 4;
  static final int FRAMES_EACH = 5;

  private static final double SOURCE_SIGMA = 0.3;
  private static final double PERSON_NOISE = 0.06;
  private static final double FRAME_NOISE = 0.02;

  final SourceSplit source;
  final FixatedFrames training;
  final FixatedFrames heldOut;
  private final double meanYaw;
  private final double sigma;

  private GateWorld(double meanYaw, double sigma, double frameNoise) {
    SplittableRandom random = new SplittableRandom(7);
    this.meanYaw = meanYaw;
    this.sigma = sigma;
    SourceBank judge = source(random);
    SplittableRandom others = new SplittableRandom(8);
    this.source =
        new SourceSplit(new AdaptationSource(source(others), Optional.of(source(others))), judge);
    this.training = target(random, 90, frameNoise);
    this.heldOut = target(random, 20, frameNoise);
  }

  /** People look about as everywhere as in the source. */
  static GateWorld wide() {
    return new GateWorld(0, SOURCE_SIGMA, FRAME_NOISE);
  }

  /** People look at one place. */
  static GateWorld narrow() {
    return new GateWorld(0, 0.05, FRAME_NOISE);
  }

  /** People look at one place, and the head sees it elsewhere by this much. */
  static GateWorld biased(double yawRad) {
    return new GateWorld(yawRad, 0.05, FRAME_NOISE);
  }

  /** Every frame is the same. */
  static GateWorld stuck() {
    return new GateWorld(0, 0, 0);
  }

  GateCase judging(Head candidate) {
    return judging(candidate, Optional.empty(), List.of());
  }

  GateCase judging(Head candidate, Optional<SitePrior> prior, List<LabelledFrame> labelled) {
    return judging(candidate, prior, labelled, frames -> candidate);
  }

  GateCase judging(
      Head candidate,
      Optional<SitePrior> prior,
      List<LabelledFrame> labelled,
      Function<FixatedFrames, Head> adaptation) {
    return new GateCase(
        parent(), candidate, source, training, heldOut, prior, labelled, adaptation);
  }

  static Head parent() {
    return scaled(1);
  }

  /** Says so many times what its features say. */
  static Head scaled(double factor) {
    return head(factor, 0, 0);
  }

  /** Says the same, and sees little but the idle features, of which source and target differ. */
  static Head distracted() {
    Head parent = parent();
    DenseLayer first = parent.layers().get(0);
    float[] weight = first.weight();
    for (int i = 0; i < weight.length; i++) {
      if (i % FEATURES >= 2) {
        weight[i] *= 100;
      }
    }
    return new Head(
        new DenseLayer(first.inputs(), first.outputs(), weight, first.bias()),
        parent.layers().get(1),
        parent.layers().get(2));
  }

  static Head moved(double yawRad) {
    return head(1, 0, yawRad);
  }

  /** Pitch and yaw by a factor, something of the idle features, and an offset of the yaw. */
  static Head head(double factor, double ofIdle, double yawRad) {
    int n = 2 * FEATURES;
    float[] both = new float[n * FEATURES];
    float[] identity = new float[n * n];
    float[] last = new float[2 * n];
    for (int i = 0; i < FEATURES; i++) {
      both[i * FEATURES + i] = 1;
      both[(FEATURES + i) * FEATURES + i] = -1;
    }
    for (int i = 0; i < n; i++) {
      identity[i * n + i] = 1;
    }
    for (int c = 0; c < 2; c++) {
      last[c * n + c] = (float) factor;
      last[c * n + FEATURES + c] = (float) -factor;
      last[c * n + 2 + c] = (float) ofIdle;
      last[c * n + FEATURES + 2 + c] = (float) -ofIdle;
    }
    return new Head(
        new DenseLayer(FEATURES, n, both, new float[n]),
        new DenseLayer(n, n, identity, new float[n]),
        new DenseLayer(n, 2, last, new float[] {0, (float) yawRad}));
  }

  /** Glances of people who look by so much to the side of what the parent says. */
  static List<LabelledFrame> glances(int count, double yawRad) {
    SplittableRandom random = new SplittableRandom(3);
    List<LabelledFrame> frames = new ArrayList<>();
    for (int g = 0; g < count; g++) {
      double pitch = 0.1 * random.nextGaussian();
      double yaw = 0.1 * random.nextGaussian();
      for (int i = 0; i < 2; i++) {
        float[] features = row(random, pitch, yaw, FRAME_NOISE);
        frames.add(new LabelledFrame(features, pitch, yaw + yawRad, "glance " + g));
      }
    }
    return frames;
  }

  private static SourceBank source(SplittableRandom random) {
    int n = 600;
    float[] features = new float[n * FEATURES];
    Matrix gaze = Matrix.zeros(n, 2);
    for (int i = 0; i < n; i++) {
      gaze.set(i, 0, SOURCE_SIGMA * random.nextGaussian());
      gaze.set(i, 1, SOURCE_SIGMA * random.nextGaussian());
      write(random, gaze.get(i, 0), gaze.get(i, 1), PERSON_NOISE, features, i);
    }
    return SourceBank.of(FeatureRows.of(features, FEATURES), gaze);
  }

  private FixatedFrames target(SplittableRandom random, int fixations, double frameNoise) {
    int n = fixations * FRAMES_EACH;
    float[] features = new float[n * FEATURES];
    int[] fixation = new int[n];
    for (int f = 0; f < fixations; f++) {
      // The head's own error for a fixation comes on top of the gaze.
      double spread = sigma == 0 ? 0 : Math.hypot(sigma, PERSON_NOISE);
      double pitch = spread * random.nextGaussian();
      double yaw = meanYaw + spread * random.nextGaussian();
      for (int i = f * FRAMES_EACH; i < (f + 1) * FRAMES_EACH; i++) {
        fixation[i] = f;
        write(random, pitch, yaw, frameNoise, features, i);
      }
    }
    return new FixatedFrames(FeatureRows.of(features, FEATURES), fixation);
  }

  private static float[] row(SplittableRandom random, double pitch, double yaw, double noise) {
    float[] row = new float[FEATURES];
    write(random, pitch, yaw, noise, row, 0);
    return row;
  }

  private static void write(
      SplittableRandom random, double pitch, double yaw, double noise, float[] to, int row) {
    to[row * FEATURES] = (float) (pitch + noise * random.nextGaussian());
    to[row * FEATURES + 1] = (float) (yaw + noise * random.nextGaussian());
    to[row * FEATURES + 2] = (float) (5 * noise * random.nextGaussian());
    to[row * FEATURES + 3] = (float) (5 * noise * random.nextGaussian());
  }
}
