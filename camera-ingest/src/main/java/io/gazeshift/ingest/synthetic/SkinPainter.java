package io.gazeshift.ingest.synthetic;

/** Paints a head: skin with its spots, brows, lips, nostrils, beard and hair. */
final class SkinPainter {

  private static final Colour BLOOD = Colour.ofScreen(168, 70, 66);

  private final RenderedPerson person;
  private final FaceShape shape;
  private final Look look;
  private final Noise noise;
  private final double browY;

  SkinPainter(RenderedPerson person, FaceShape shape, Look look) {
    this.person = person;
    this.shape = shape;
    this.look = look;
    this.noise = new Noise(person.identity());
    this.browY = FaceShape.EYE_Y_MM - person.build().browHeightMm();
  }

  /**
   * Paints over a grid of points of the egg (x and y each), so many texels for each cell. Columns
   * stand at the given longitudes.
   */
  Texture paint(double[] longitudes, int columns, int rows, float[] egg, int texels) {
    Texture texture = new Texture((columns - 1) * texels + 1, (rows - 1) * texels + 1);
    for (int v = 0; v < texture.height; v++) {
      int r = Math.min(v / texels, rows - 2);
      double fv = (double) v / texels - r;
      for (int u = 0; u < texture.width; u++) {
        int c = Math.min(u / texels, columns - 2);
        double fu = (double) u / texels - c;
        int i = 2 * (r * columns + c);
        int j = i + 2 * columns;
        double x =
            (1 - fv) * ((1 - fu) * egg[i] + fu * egg[i + 2])
                + fv * ((1 - fu) * egg[j] + fu * egg[j + 2]);
        double y =
            (1 - fv) * ((1 - fu) * egg[i + 1] + fu * egg[i + 3])
                + fv * ((1 - fu) * egg[j + 1] + fu * egg[j + 3]);
        double lon = (1 - fu) * longitudes[c] + fu * longitudes[c + 1];
        texture.set(u, v, look.seen(at(x, y, lon)));
      }
    }
    return texture;
  }

  private Colour at(double x, double y, double lon) {
    double hair = shape.hairAt(lon, y + 4 * noise.at(lon * 70, y / 5));
    if (hair > 0.99) {
      return hair(lon, y);
    }
    Colour paint = skin(x, y);
    if (Math.abs(lon) < 1.5) {
      paint = features(paint, x, y);
    }
    return hair > 0 ? paint.mixed(hair(lon, y), hair) : paint;
  }

  private Colour hair(double lon, double y) {
    double streak = 0.75 * noise.at(lon * 45, y / 40) + 0.25 * noise.at(lon * 110, y / 18);
    return person.paint().hair().times(1 + 0.5 * streak);
  }

  private Colour skin(double x, double y) {
    double side = Math.abs(x);
    double spots =
        0.035 * noise.at(x / 9, y / 9)
            + 0.04 * noise.at(x / 2.2, y / 2.2 + 50)
            + 0.06 * noise.at(x / 1.1, y / 1.1 + 90);
    Colour paint = person.paint().skin().times(1 + spots);
    double blood =
        0.16 * Curve.bell((side - 42) / 15, (y - 2) / 13)
            + 0.18 * Curve.bell(x / 9, (y - FaceShape.NOSE_TIP_Y_MM) / 7)
            + 0.1 * Curve.bell((side - person.eyes().halfDistanceMm()) / 17, (y + 33) / 10);
    double tired =
        0.12 * Curve.bell((side - person.eyes().halfDistanceMm() + 3) / 13, (y + 21) / 4.5);
    return paint.mixed(BLOOD.times(person.paint().skin().red() / 0.7), blood).times(1 - tired);
  }

  private Colour features(Colour skin, double x, double y) {
    Colour paint = skin;
    double beard = person.build().beard() * beardAt(x, y);
    if (beard > 0) {
      double hairs = 0.75 + 0.5 * noise.at(x * 1.3, y * 0.8);
      paint = paint.mixed(person.paint().hair().times(0.9), Math.min(0.92, beard * hairs));
    }
    paint = paint.mixed(person.paint().hair(), 0.85 * browAt(Math.abs(x), y, x));
    double nostril = nostrilAt(Math.abs(x), y);
    paint = paint.times(1 - 0.8 * nostril);
    return lips(paint, x, y);
  }

  /** Hairs rise along the brow and thin out at its end. */
  private double browAt(double side, double y, double x) {
    double inner = person.eyes().halfDistanceMm() - 19;
    double t = (side - inner) / 41;
    if (t < -0.05 || t > 1.05) {
      return 0;
    }
    double top = browY - 4.5 * Math.sin(0.8 * Math.PI * t) + 3.5 * t;
    double thick = person.build().browMm() * (1 - 0.6 * Math.max(0, t));
    double across = (y - top) / thick;
    double edge = Curve.step(-0.15, 0.2, across) * Curve.step(1.25, 0.75, across);
    double ends = Curve.step(-0.05, 0.08, t) * Curve.step(1.05, 0.75, t);
    double hairs = 0.8 + 0.5 * noise.at(x * 0.9 + y * 0.5, y * 0.6 - x * 0.1);
    return Math.max(0, Math.min(1, edge * ends * hairs));
  }

  private double nostrilAt(double side, double y) {
    double wide = person.build().noseWidth();
    double below = y - FaceShape.NOSE_TIP_Y_MM - 6;
    return Curve.step(1.5, 0.6, Math.hypot((side - 6.8 * wide) / (3.4 * wide), below / 1.7));
  }

  private double beardAt(double x, double y) {
    double side = Math.abs(x);
    double cheek = Curve.step(16 + 0.3 * (62 - side), 30 + 0.3 * (62 - side), y);
    double lip = Curve.bell(x / 22, (y - 24) / 5);
    double mouth = Curve.bell(x / 17, (y - FaceShape.MOUTH_Y_MM) / 6);
    return Math.max(0, Math.max(cheek, lip) - mouth);
  }

  private Colour lips(Colour skin, double x, double y) {
    double t = x / FaceShape.HALF_MOUTH_MM;
    if (Math.abs(t) > 1.08) {
      return skin;
    }
    double arch = Math.max(0, 1 - t * t);
    double seam = FaceShape.MOUTH_Y_MM + 1.2 * t * t - 0.8 * Curve.bell(t / 0.25);
    double full = person.build().lipsMm();
    double upper = seam - 0.85 * full * Math.pow(arch, 0.8) + 1.6 * Curve.bell(t / 0.12);
    double lower = seam + 1.15 * full * Math.pow(arch, 0.6);
    double red =
        0.75
            * Curve.step(upper - 0.9, upper + 0.9, y)
            * Curve.step(lower + 1.2, lower - 1.2, y)
            * Curve.step(1.05, 0.9, Math.abs(t));
    Colour lip =
        person.paint().skin().mixed(BLOOD, 0.5).times(1 + 0.1 * noise.at(x * 0.7, y * 0.15));
    Colour paint = skin.mixed(lip.times(y < seam ? 0.78 : 0.95), red);
    double line = Curve.bell((y - seam) / 0.75) * Curve.step(1.08, 0.92, Math.abs(t));
    return paint.times(1 - 0.72 * line);
  }
}
