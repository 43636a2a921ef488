package io.gazeshift.ingest.synthetic;

import java.util.List;

/** Lamps, and what ceiling and floor throw back; all in camera axes. */
record Light(List<Lamp> lamps, Colour fromAbove, Colour fromBelow) {

  /** Skin lets light through, so that its shadows begin behind the edge. */
  private static final double WRAP = 0.22;

  Light {
    lamps = List.copyOf(lamps);
  }

  /** Writes how much light (blue, green, red) a surface with this unit normal throws back. */
  void on(double nx, double ny, double nz, double[] bgr) {
    double up = 0.5 - 0.5 * ny;
    bgr[0] = fromBelow.blue() + up * (fromAbove.blue() - fromBelow.blue());
    bgr[1] = fromBelow.green() + up * (fromAbove.green() - fromBelow.green());
    bgr[2] = fromBelow.red() + up * (fromAbove.red() - fromBelow.red());
    for (int i = 0; i < lamps.size(); i++) {
      Lamp lamp = lamps.get(i);
      double cos = nx * lamp.x() + ny * lamp.y() + nz * lamp.z();
      double lit = (cos + WRAP) / (1 + WRAP);
      if (lit > 0) {
        bgr[0] += lit * lamp.light().blue();
        bgr[1] += lit * lamp.light().green();
        bgr[2] += lit * lamp.light().red();
      }
    }
  }

  /** The sheen of a surface seen along a unit vector, as a share of white light. */
  double sheen(double nx, double ny, double nz, double vx, double vy, double vz) {
    double sum = 0;
    for (int i = 0; i < lamps.size(); i++) {
      Lamp lamp = lamps.get(i);
      double hx = lamp.x() - vx;
      double hy = lamp.y() - vy;
      double hz = lamp.z() - vz;
      double cos = (nx * hx + ny * hy + nz * hz) / Math.sqrt(hx * hx + hy * hy + hz * hz + 1e-9);
      if (cos > 0) {
        double c4 = cos * cos * cos * cos;
        double c16 = c4 * c4 * c4 * c4;
        sum += c16 * c4 * lamp.light().green();
      }
    }
    return sum;
  }
}
