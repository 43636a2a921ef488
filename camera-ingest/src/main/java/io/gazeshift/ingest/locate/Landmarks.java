package io.gazeshift.ingest.locate;

/**
 * Points of a face in the pixels of its frame, as the lens shows them; the centre of the first
 * pixel is (0, 0). Which point is which depends on the locator: MediaPipe's 468 for the mesh, 21
 * for a rendered head. Immutable.
 */
public final class Landmarks {

  /** No points: the face was found by other means. */
  public static final Landmarks NONE = new Landmarks(new float[0]);

  private final float[] xy;

  private Landmarks(float[] xy) {
    this.xy = xy;
  }

  /** Takes x, y, x, y and so on. */
  public static Landmarks of(float... xy) {
    if (xy.length % 2 != 0) {
      throw new IllegalArgumentException(
          xy.length + " coordinates; the number of coordinates must be even");
    }
    return new Landmarks(xy.clone());
  }

  public int count() {
    return xy.length / 2;
  }

  public double x(int point) {
    return xy[2 * point];
  }

  public double y(int point) {
    return xy[2 * point + 1];
  }

  /** x, y, x, y and so on; a copy. */
  public float[] toArray() {
    return xy.clone();
  }

  /** The smallest box around all of them; empty where there are none. */
  public FaceBox box() {
    if (xy.length == 0) {
      return new FaceBox(0, 0, 0, 0);
    }
    double left = Double.POSITIVE_INFINITY;
    double top = Double.POSITIVE_INFINITY;
    double right = Double.NEGATIVE_INFINITY;
    double bottom = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count(); i++) {
      left = Math.min(left, x(i));
      right = Math.max(right, x(i));
      top = Math.min(top, y(i));
      bottom = Math.max(bottom, y(i));
    }
    return new FaceBox(left, top, right - left, bottom - top);
  }
}
