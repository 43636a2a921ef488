package io.gazeshift.backbone.landmarks;

import io.gazeshift.backbone.input.LandmarkInput;
import io.gazeshift.protocol.LandmarkPoints;
import java.util.Random;

/** The row of a face that looks straight into the camera, to be changed by tests. */
final class SampleRow {

  static final int IRIS = 2 * LandmarkPoints.LIDS;

  private SampleRow() {}

  static float[] straight() {
    float[] row = new float[LandmarkInput.WIDTH];
    eye(row, 0, -1);
    eye(row, LandmarkInput.EYE, 1);
    for (int i = 0; i < LandmarkPoints.SKULL; i++) {
      row[LandmarkInput.SKULL + 2 * i] = (float) (60 * Math.cos(i * 2 * Math.PI / 34));
      row[LandmarkInput.SKULL + 2 * i + 1] = (float) (-16 + 40 * Math.sin(i * 2 * Math.PI / 34));
    }
    for (int axis = 0; axis < 3; axis++) {
      row[LandmarkInput.ROTATION + 4 * axis] = 1;
    }
    return row;
  }

  /** Every number is off by so much, normally. */
  static float[] disturbed(Random random, double deviation) {
    float[] row = straight();
    for (int i = 0; i < row.length; i++) {
      row[i] += (float) (deviation * random.nextGaussian());
    }
    return row;
  }

  /** The lids of both eyes meet so far as the share is below 1. */
  static float[] opened(double share) {
    float[] row = straight();
    for (int eye = 0; eye <= LandmarkInput.EYE; eye += LandmarkInput.EYE) {
      for (int point = 0; point < LandmarkPoints.LIDS; point++) {
        int y = eye + 2 * point + 1;
        row[y] = (float) (-24 + share * (row[y] + 24));
      }
    }
    return row;
  }

  private static void eye(float[] row, int at, int side) {
    int inner = LandmarkPoints.INNER_CORNER;
    for (int point = 0; point < LandmarkPoints.LIDS; point++) {
      boolean upper = point > inner;
      double along = Math.PI * (upper ? point - inner : point) / inner;
      row[at + 2 * point] = (float) (side * (32 + 14 * Math.cos(along)));
      row[at + 2 * point + 1] = (float) (-24 + Math.sin(along) * (upper ? -5.5 : 3));
    }
    row[at + IRIS] = side * 32;
    row[at + IRIS + 1] = -25.5f;
    row[at + IRIS + 2] = 5.8f;
  }
}
