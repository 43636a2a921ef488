package io.gazeshift.backbone.landmarks;

import io.gazeshift.backbone.input.LandmarkInput;
import io.gazeshift.protocol.LandmarkPoints;

/** Reads one face's row of numbers, which {@link LandmarkInput} describes, by what they mean. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record LandmarkRow(float[] numbers) {

  static final int X = 0;
  static final int Y = 1;

  LandmarkRow {
    if (numbers.length != LandmarkInput.WIDTH) {
      throw new IllegalArgumentException(
          "a row of landmarks has %d numbers, got %d"
              .formatted(LandmarkInput.WIDTH, numbers.length));
    }
  }

  /** An eye; right and left are the person's. */
  enum Side {
    RIGHT(0),
    LEFT(LandmarkInput.EYE);

    private final int at;

    Side(int at) {
      this.at = at;
    }
  }

  double lid(Side side, int point, int axis) {
    return numbers[side.at + 2 * point + axis];
  }

  double iris(Side side, int axis) {
    return numbers[side.at + 2 * LandmarkPoints.LIDS + axis];
  }

  double irisRadius(Side side) {
    return numbers[side.at + 2 * LandmarkPoints.LIDS + 2];
  }

  /** Halfway between the eye's corners. */
  double middle(Side side, int axis) {
    return (lid(side, LandmarkPoints.OUTER_CORNER, axis)
            + lid(side, LandmarkPoints.INNER_CORNER, axis))
        / 2;
  }

  /** The mean height of some points of the lids, counted from the middle of the eye. */
  double lidHeight(Side side, int first, int last) {
    double sum = 0;
    for (int point = first; point <= last; point++) {
      sum += lid(side, point, Y);
    }
    return sum / (last - first + 1) - middle(side, Y);
  }

  /** The mean of the skull's points. */
  double skull(int axis) {
    double sum = 0;
    for (int point = 0; point < LandmarkPoints.SKULL; point++) {
      sum += numbers[LandmarkInput.SKULL + 2 * point + axis];
    }
    return sum / LandmarkPoints.SKULL;
  }

  /** Where the face points, in the virtual camera's axes. */
  double forward(int axis) {
    return -numbers[LandmarkInput.ROTATION + 3 * axis + 2];
  }
}
