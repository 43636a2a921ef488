package io.gazeshift.glsge.safe;

import java.util.function.DoubleConsumer;

/** Turns finished steps into a fraction. */
final class Progress {

  private final int all;
  private final DoubleConsumer told;
  private int done;

  Progress(int all, DoubleConsumer told) {
    this.all = all;
    this.told = told;
  }

  void add(int steps) {
    done += steps;
    told.accept(Math.min(1, (double) done / all));
  }
}
