package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;

/** Paints the head without what is in the face: hair, neck, and the skin with its shading. */
final class SkinPainter {

  private static final int RINGS = 16;
  private static final int SECTORS = 40;
  private static final double[] SHIRT = {95, 70, 60};

  private final Person person;
  private final Light light;

  /** Corners by ring and sector, and the normal in the middle of each tile, in head axes. */
  private final double[][][] corner = new double[RINGS + 1][SECTORS][];

  private final double[][][] normal = new double[RINGS][SECTORS][];

  SkinPainter(Person person, FaceSurface surface, Light light) {
    this.person = person;
    this.light = light;
    double sector = 2 * Math.PI / SECTORS;
    for (int r = 0; r <= RINGS; r++) {
      for (int s = 0; s < SECTORS; s++) {
        corner[r][s] = surface.point((double) r / RINGS, s * sector);
      }
    }
    for (int r = 0; r < RINGS; r++) {
      for (int s = 0; s < SECTORS; s++) {
        double[] middle = surface.point((r + 0.5) / RINGS, (s + 0.5) * sector);
        normal[r][s] = surface.normal(middle[0], middle[1]);
      }
    }
  }

  void paint(Canvas canvas, HeadPose pose) {
    paintBody(canvas, pose);
    canvas.fill(canvas.project(pose, oval(0, -28, 55, 84, 100)), person.hair());
    double[] ear = Light.shade(person.skin(), 0.7);
    canvas.fill(canvas.project(pose, oval(-74, -18, 55, 10, 24)), ear);
    canvas.fill(canvas.project(pose, oval(74, -18, 55, 10, 24)), ear);
    for (int r = 0; r < RINGS; r++) {
      for (int s = 0; s < SECTORS; s++) {
        int next = (s + 1) % SECTORS;
        double brightness = light.on(pose.headToCamera().apply(normal[r][s]));
        canvas.tile(
            canvas.project(
                pose, corner[r][s], corner[r][next], corner[r + 1][next], corner[r + 1][s]),
            Light.shade(person.skin(), brightness));
      }
    }
  }

  private void paintBody(Canvas canvas, HeadPose pose) {
    double[][] shoulders = {
      {-70, 125, 60},
      {70, 125, 60},
      {190, 165, 70},
      {230, 400, 70},
      {-230, 400, 70},
      {-190, 165, 70}
    };
    double[][] neck = {{-46, 30, 60}, {46, 30, 60}, {52, 135, 60}, {0, 165, 60}, {-52, 135, 60}};
    canvas.fill(canvas.project(pose, shoulders), SHIRT);
    canvas.fill(canvas.project(pose, neck), Light.shade(person.skin(), 0.6));
  }

  private static double[][] oval(
      double x, double y, double z, double halfWidth, double halfHeight) {
    double[][] points = new double[32][];
    for (int i = 0; i < points.length; i++) {
      double angle = 2 * Math.PI * i / points.length;
      points[i] =
          new double[] {x + halfWidth * Math.cos(angle), y + halfHeight * Math.sin(angle), z};
    }
    return points;
  }
}
