package io.gazeshift.backbone.landmarks;

import io.gazeshift.backbone.landmarks.LandmarkRow.Side;
import io.gazeshift.protocol.LandmarkPoints;

/**
 * What the landmarks of a face say about its gaze: {@value #COUNT} lengths in millimetres and two
 * components of the head's direction, each shifted and scaled to about unit variance and clipped.
 * All are linear in the row before they are clipped. A mean over both eyes tells the gaze, a
 * difference how the head is turned and how an eye was misread.
 */
public final class LandmarkFeatures {

  public static final int COUNT = 21;

  /** In standard deviations; what lies beyond is a misread face, not a gaze. */
  static final float BOUND = 4;

  /** The middle of the lower lid and of the upper one. */
  private static final int LOWER_FIRST = 3;

  private static final int LOWER_LAST = 5;
  private static final int UPPER_FIRST = 11;
  private static final int UPPER_LAST = 13;

  private LandmarkFeatures() {}

  /** The features of one face. */
  public static float[] of(float[] row) {
    double[] raw = raw(row);
    float[] features = new float[COUNT];
    for (int i = 0; i < COUNT; i++) {
      double scaled = (raw[i] - FeatureScales.mean(i)) / FeatureScales.deviation(i);
      features[i] = (float) Math.max(-BOUND, Math.min(BOUND, scaled));
    }
    return features;
  }

  /** The same before they are shifted, scaled and clipped. */
  public static double[] raw(float[] row) {
    LandmarkRow face = new LandmarkRow(row);
    Values values = new Values();
    for (int axis = LandmarkRow.X; axis <= LandmarkRow.Y; axis++) {
      values.addMeanAndDifference(
          irisFromMiddle(face, Side.RIGHT, axis), irisFromMiddle(face, Side.LEFT, axis));
      values.add(
          mean(face.middle(Side.RIGHT, axis), face.middle(Side.LEFT, axis)) - face.skull(axis));
      values.add(outerToInner(face, Side.RIGHT, axis));
      values.add(outerToInner(face, Side.LEFT, axis));
      values.add(face.forward(axis));
    }
    values.addMeanAndDifference(
        face.lidHeight(Side.RIGHT, UPPER_FIRST, UPPER_LAST),
        face.lidHeight(Side.LEFT, UPPER_FIRST, UPPER_LAST));
    values.addMeanAndDifference(
        face.lidHeight(Side.RIGHT, LOWER_FIRST, LOWER_LAST),
        face.lidHeight(Side.LEFT, LOWER_FIRST, LOWER_LAST));
    values.addMeanAndDifference(face.irisRadius(Side.RIGHT), face.irisRadius(Side.LEFT));
    values.add(face.middle(Side.LEFT, LandmarkRow.X) - face.middle(Side.RIGHT, LandmarkRow.X));
    int inner = LandmarkPoints.INNER_CORNER;
    int last = LandmarkPoints.LIDS - 1;
    values.add(
        mean(
            face.lidHeight(Side.RIGHT, inner + 1, last),
            face.lidHeight(Side.LEFT, inner + 1, last)));
    values.add(
        mean(face.lidHeight(Side.RIGHT, 1, inner - 1), face.lidHeight(Side.LEFT, 1, inner - 1)));
    return values.all();
  }

  private static double irisFromMiddle(LandmarkRow face, Side side, int axis) {
    return face.iris(side, axis) - face.middle(side, axis);
  }

  private static double outerToInner(LandmarkRow face, Side side, int axis) {
    return face.lid(side, LandmarkPoints.INNER_CORNER, axis)
        - face.lid(side, LandmarkPoints.OUTER_CORNER, axis);
  }

  private static double mean(double right, double left) {
    return (right + left) / 2;
  }

  /** Collects features in their order. */
  private static final class Values {

    private final double[] numbers = new double[COUNT];
    private int count;

    void add(double value) {
      numbers[count++] = value;
    }

    void addMeanAndDifference(double right, double left) {
      add(mean(right, left));
      add(right - left);
    }

    double[] all() {
      return numbers;
    }
  }
}
