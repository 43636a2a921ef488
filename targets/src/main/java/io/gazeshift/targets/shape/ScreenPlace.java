package io.gazeshift.targets.shape;

import java.util.List;
import java.util.Locale;

/**
 * Where a screen stands, by three of its corners as the person in front of it sees them. That
 * person's right is the image's left, so on a screen beside the camera the right corners have the
 * smaller x.
 */
public record ScreenPlace(PointMm topLeft, PointMm topRight, PointMm bottomRight) {

  /** How far a measured corner may be off, as a share of the diagonal. */
  private static final double TOLERANCE = 0.05;

  private static final PointMm DOWN = new PointMm(0, 1, 0);

  public ScreenPlace {
    PointMm across = topRight.minus(topLeft);
    PointMm down = bottomRight.minus(topRight);
    double area = across.cross(down).length();
    // Written so that NaN is rejected.
    if (!(area > 0.5 * across.length() * down.length())) {
      throw new IllegalArgumentException(
          "the corners lie on a line or in a very slanted shape; give top left, top right, bottom"
              + " right as the person sees them, in millimetres");
    }
  }

  /**
   * From three or four corners in turn: top left, top right, bottom right, bottom left.
   *
   * @throws IllegalArgumentException where they make no screen
   */
  public static ScreenPlace ofCorners(List<PointMm> corners) {
    if (corners.size() < 3 || corners.size() > 4) {
      throw new IllegalArgumentException(
          "%d corners; give three or four: top left, top right, bottom right, bottom left"
              .formatted(corners.size()));
    }
    ScreenPlace place = new ScreenPlace(corners.get(0), corners.get(1), corners.get(2));
    if (corners.size() == 4) {
      double offMm = corners.get(3).minus(place.at(0, 1)).length();
      double diagonalMm = place.bottomRight.minus(place.topLeft).length();
      if (!(offMm <= TOLERANCE * diagonalMm)) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "the fourth corner is %.0f mm off the rectangle of the other three; go round the"
                    + " screen: top left, top right, bottom right, bottom left",
                offMm));
      }
    }
    return place;
  }

  /**
   * A screen that stands upright, its sides level.
   *
   * @param normal from the screen towards the people, of any length
   * @throws IllegalArgumentException where it lies flat
   */
  public static ScreenPlace ofCentre(
      PointMm centre, double widthMm, double heightMm, PointMm normal) {
    PointMm right = normal.cross(DOWN);
    if (!(right.length() > 1e-3 * normal.length())) {
      throw new IllegalArgumentException(
          "the normal points straight up, down or nowhere, so nothing tells the screen's sides;"
              + " give its corners instead");
    }
    PointMm across = right.unit().times(widthMm);
    PointMm down = right.cross(normal).unit().times(heightMm);
    PointMm topLeft = centre.minus(across.times(0.5)).minus(down.times(0.5));
    return new ScreenPlace(topLeft, topLeft.plus(across), topLeft.plus(across).plus(down));
  }

  public double widthMm() {
    return topRight.minus(topLeft).length();
  }

  public double heightMm() {
    return bottomRight.minus(topRight).length();
  }

  /** Perpendicular to the screen, towards the people, of length 1. */
  public PointMm normal() {
    return bottomRight.minus(topRight).cross(topRight.minus(topLeft)).unit();
  }

  /**
   * A place on the screen.
   *
   * @param right from 0 at the left edge, as the person sees it, to 1
   * @param down from 0 at the upper edge to 1
   */
  public PointMm at(double right, double down) {
    return topLeft
        .plus(topRight.minus(topLeft).times(right))
        .plus(bottomRight.minus(topRight).times(down));
  }
}
