package io.gazeshift.ingest.synthetic;

/** Neck and shoulders, in head axes from the face centre while the head is upright. */
final class BodyMesh {

  private static final int COLUMNS = 41;

  /** Height, middle, half width and half depth of each ring, from the top. */
  private static final double[][] NECK = {
    {52, 84, 40, 44}, {70, 88, 45, 50}, {95, 92, 50, 54}, {118, 96, 60, 56}, {135, 98, 76, 60}
  };

  private static final double[][] TORSO = {
    {112, 100, 66, 60},
    {122, 101, 84, 64},
    {136, 102, 120, 72},
    {152, 103, 168, 80},
    {175, 104, 200, 90},
    {230, 104, 222, 100},
    {320, 104, 232, 110},
    {480, 104, 236, 116}
  };

  private BodyMesh() {}

  static Mesh neck(RenderedPerson person, Look look) {
    return rings(NECK, look.seen(person.paint().skin().times(0.9)), 0.75, 0.05);
  }

  static Mesh torso(RenderedPerson person, Look look) {
    return rings(TORSO, look.seen(person.paint().shirt()), 0.95, 0);
  }

  private static Mesh rings(double[][] rings, Colour colour, double openness, double gloss) {
    float[] points = new float[3 * COLUMNS * rings.length];
    float[] open = new float[COLUMNS * rings.length];
    for (int r = 0; r < rings.length; r++) {
      for (int c = 0; c < COLUMNS; c++) {
        double lon = 2 * Math.PI * c / (COLUMNS - 1) - Math.PI;
        int i = r * COLUMNS + c;
        points[3 * i] = (float) (rings[r][2] * Math.sin(lon));
        points[3 * i + 1] = (float) rings[r][0];
        points[3 * i + 2] = (float) (rings[r][1] - rings[r][3] * Math.cos(lon));
        // The chin shades what is under it.
        open[i] = (float) (openness * (0.55 + 0.45 * Curve.step(40, 150, rings[r][0])));
      }
    }
    return new Mesh(COLUMNS, rings.length, points, open, Texture.plain(colour), 0, gloss);
  }
}
