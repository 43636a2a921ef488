package io.gazeshift.ingest.locate;

/** An upright rectangle of an image, in pixels; x and y are its upper left corner. */
public record FaceBox(double x, double y, double width, double height) {

  public double area() {
    return width * height;
  }

  /** The share of what both cover in what either covers, 0 to 1. */
  public double overlap(FaceBox other) {
    double w = Math.min(x + width, other.x + other.width) - Math.max(x, other.x);
    double h = Math.min(y + height, other.y + other.height) - Math.max(y, other.y);
    if (!(w > 0 && h > 0)) {
      return 0;
    }
    return w * h / (area() + other.area() - w * h);
  }
}
