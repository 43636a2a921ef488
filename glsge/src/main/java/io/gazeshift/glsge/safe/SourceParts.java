package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.linalg.Matrix;

/** What every part of a source must satisfy. */
final class SourceParts {

  private SourceParts() {}

  static void requireWidth(SourceBank train, SourceBank people) {
    if (train.features().width() != people.features().width()) {
      throw new IllegalArgumentException(
          ("the bank has %d features but its validation people %d; both must come from"
                  + " the same backbone")
              .formatted(train.features().width(), people.features().width()));
    }
  }

  /** Compares the labels themselves: rounding gives equal ones a variance. */
  static void requireVaried(String who, Matrix gaze) {
    for (int c = 0; c < 2; c++) {
      double first = gaze.get(0, c);
      int i = 1;
      while (i < gaze.rows() && gaze.get(i, c) == first) {
        i++;
      }
      if (i == gaze.rows()) {
        throw new IllegalArgumentException(
            "%s the same %s (%s) in all %d rows; training needs varied gaze"
                .formatted(who, c == 0 ? "pitch" : "yaw", first, gaze.rows()));
      }
    }
  }
}
