package io.gazeshift.adaptation.glance;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Where on the screen a guided run shows its points: the middle first, then in random order. */
public final class ScreenPoints {

  private static final double[] EDGE_MIDDLE_EDGE = {0.1, 0.5, 0.9};

  /**
   * A place on the screen.
   *
   * @param right from 0 at the left edge, as the person sees it, to 1
   * @param down from 0 at the upper edge to 1
   */
  public record Spot(double right, double down) {}

  private ScreenPoints() {}

  /** A grid of nine, so that no direction of the eyes is left out. */
  public static List<Spot> grid(Random random) {
    Spot middle = new Spot(0.5, 0.5);
    List<Spot> others = new ArrayList<>();
    for (double down : EDGE_MIDDLE_EDGE) {
      for (double right : EDGE_MIDDLE_EDGE) {
        Spot spot = new Spot(right, down);
        if (!spot.equals(middle)) {
          others.add(spot);
        }
      }
    }
    Collections.shuffle(others, random);
    others.add(0, middle);
    return List.copyOf(others);
  }
}
