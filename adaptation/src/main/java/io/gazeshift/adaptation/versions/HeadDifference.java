package io.gazeshift.adaptation.versions;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.protocol.Gaze;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one head differs from another.
 *
 * @param layers in the order they are applied; empty where the heads have different shapes
 */
public record HeadDifference(List<Layer> layers) {

  private static final List<String> NAMES = List.of("hidden1", "hidden2", "linear");

  /**
   * The change of one layer, weight and bias together.
   *
   * @param norm of the first head's layer (Frobenius)
   * @param change the norm of what was added to it
   */
  public record Layer(String name, double norm, double change) {

    /** The change as a share of the layer. */
    public double relative() {
      return norm > 0 ? change / norm : 0;
    }
  }

  /**
   * The change of predictions, in degrees.
   *
   * @param pitchShift mean of what was added to pitch, and {@code yawShift} to yaw
   */
  public record Predictions(
      int samples, double meanAngle, double maxAngle, double pitchShift, double yawShift) {}

  public static HeadDifference between(Head from, Head to) {
    if (!from.toString().equals(to.toString())) {
      return new HeadDifference(List.of());
    }
    List<Layer> layers = new ArrayList<>();
    for (int i = 0; i < NAMES.size(); i++) {
      DenseLayer a = from.layers().get(i);
      DenseLayer b = to.layers().get(i);
      double norm = squares(a.weight(), null) + squares(a.bias(), null);
      double change = squares(a.weight(), b.weight()) + squares(a.bias(), b.bias());
      layers.add(new Layer(NAMES.get(i), Math.sqrt(norm), Math.sqrt(change)));
    }
    return new HeadDifference(List.copyOf(layers));
  }

  /** What both make of the same features, of which there must be some. */
  public static Predictions onFeatures(Head from, Head to, FeatureRows features) {
    float[] row = new float[features.width()];
    double angle = 0;
    double max = 0;
    double pitch = 0;
    double yaw = 0;
    for (int i = 0; i < features.size(); i++) {
      features.copy(i, row, 0);
      Gaze a = gaze(from.predict(row));
      Gaze b = gaze(to.predict(row));
      double between = Math.toDegrees(a.angleToRad(b));
      angle += between;
      max = Math.max(max, between);
      pitch += b.pitchDeg() - a.pitchDeg();
      yaw += b.yawDeg() - a.yawDeg();
    }
    int n = features.size();
    return new Predictions(n, angle / n, max, pitch / n, yaw / n);
  }

  private static Gaze gaze(float[] angles) {
    return new Gaze(angles[0], angles[1]);
  }

  private static double squares(float[] values, float @Nullable [] less) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      double value = less == null ? values[i] : less[i] - values[i];
      sum += value * value;
    }
    return sum;
  }
}
