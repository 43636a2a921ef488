package io.gazeshift.targets.shape;

import java.util.List;

/** What an eye sees of a target. */
public sealed interface Outline {

  /**
   * Everything within an angle of a direction.
   *
   * @param axis of length 1, from the eye
   * @param radiusRad above 0 and below a right angle
   * @param distanceMm infinite for a direction
   */
  record Cone(PointMm axis, double radiusRad, double distanceMm) implements Outline {}

  /**
   * Flat convex faces that do not hide each other; empty where the eye sees nothing.
   *
   * @param facets the corners of each, in the camera's axes, going round
   */
  record Facets(List<List<PointMm>> facets) implements Outline {

    public static final Facets NOTHING = new Facets(List.of());

    public Facets {
      facets = List.copyOf(facets);
    }
  }
}
