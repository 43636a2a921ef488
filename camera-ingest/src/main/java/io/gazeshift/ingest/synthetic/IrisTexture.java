package io.gazeshift.ingest.synthetic;

/** The coloured ring of a person's eye, by how far out (0 the middle, 1 the rim) and angle. */
final class IrisTexture {

  private static final int RINGS = 32;
  private static final int SPOKES = 160;

  private final float[] bgr = new float[3 * RINGS * SPOKES];

  IrisTexture(RenderedPerson person, Look look) {
    Noise noise = new Noise(person.identity() ^ 0x1715);
    Colour base = person.paint().iris();
    double pupil = person.eyes().pupilMm() / person.eyes().irisMm();
    for (int ring = 0; ring < RINGS; ring++) {
      double out = (ring + 0.5) / RINGS;
      for (int spoke = 0; spoke < SPOKES; spoke++) {
        double fibres =
            0.22 * noise.at(spoke * 0.5, out * 3)
                + 0.16 * noise.at(spoke * 0.21 + 40, out * 5)
                + 0.1 * noise.at(spoke * 0.05 + 90, out * 2);
        double collar = 0.3 * Curve.bell((out - pupil - 0.17) / 0.09);
        double rim = 1 - 0.68 * Curve.step(0.8, 1, out);
        Colour paint = look.seen(base.times((1 + fibres + collar) * rim));
        int i = 3 * (ring * SPOKES + spoke);
        bgr[i] = (float) paint.blue();
        bgr[i + 1] = (float) paint.green();
        bgr[i + 2] = (float) paint.red();
      }
    }
  }

  /** Where in the paint (blue first) a place of the ring stands. */
  int index(double out, double angleRad) {
    int ring = (int) Math.max(0, Math.min(RINGS - 1, out * RINGS));
    int spoke = Math.floorMod((int) Math.floor(angleRad * SPOKES / (2 * Math.PI)), SPOKES);
    return 3 * (ring * SPOKES + spoke);
  }

  float paint(int index) {
    return bgr[index];
  }
}
