package io.gazeshift.ingest.synthetic;

import java.util.ArrayList;
import java.util.List;

/** Turns a person into surfaces in head axes, from the face centre. Made once for each person. */
final class HeadMesh {

  private static final int TEXELS = 5;

  /** Over how many points the surroundings of a point are looked at for its shade. */
  private static final int REACH = 4;

  private static final double[] LONGITUDES = longitudes();
  private static final double[] LATITUDES = latitudes();

  private final double[] centre;
  private final Mesh mesh;

  HeadMesh(RenderedPerson person, Look look) {
    FaceShape shape = new FaceShape(person);
    this.centre = shape.centre(person.eyes());
    int columns = LONGITUDES.length;
    int rows = LATITUDES.length;
    float[] egg = new float[2 * columns * rows];
    float[] points = new float[3 * columns * rows];
    double[] point = new double[3];
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < columns; c++) {
        int i = r * columns + c;
        shape.egg(LONGITUDES[c], LATITUDES[r], point);
        egg[2 * i] = (float) point[0];
        egg[2 * i + 1] = (float) point[1];
        shape.layOn(LONGITUDES[c], point);
        for (int axis = 0; axis < 3; axis++) {
          points[3 * i + axis] = (float) (point[axis] - centre[axis]);
        }
      }
    }
    Texture skin =
        new SkinPainter(person, shape, look).paint(LONGITUDES, columns, rows, egg, TEXELS);
    this.mesh =
        new Mesh(columns, rows, points, openness(columns, rows, points), skin, TEXELS, 0.10);
  }

  Mesh mesh() {
    return mesh;
  }

  /** The middle of an eyeball (-1 the image's left one), in head axes from the face centre. */
  double[] eye(RenderedPerson person, int side) {
    return eye(person, side, centre);
  }

  /** As {@link #eye(Person, int)}, without the rest of the head. */
  static double[] eyeOf(RenderedPerson person, int side) {
    return eye(person, side, new FaceShape(person).centre(person.eyes()));
  }

  /** What the head's pose is found by, in head axes from the face centre. */
  static double[][] landmarksOf(RenderedPerson person) {
    FaceShape shape = new FaceShape(person);
    double[] centre = shape.centre(person.eyes());
    double[][] points = shape.landmarks(person.eyes());
    for (double[] point : points) {
      for (int axis = 0; axis < 3; axis++) {
        point[axis] -= centre[axis];
      }
    }
    return points;
  }

  private static double[] eye(RenderedPerson person, int side, double[] centre) {
    return new double[] {
      side * person.eyes().halfDistanceMm() - centre[0],
      FaceShape.EYE_Y_MM - centre[1],
      FaceShape.EYE_Z_MM - centre[2]
    };
  }

  /** Points that lie in a hollow see less of the room. */
  private static float[] openness(int columns, int rows, float[] points) {
    float[] normals = Mesh.normals(columns, rows, points);
    float[] openness = new float[columns * rows];
    for (int r = 0; r < rows; r++) {
      for (int c = 0; c < columns; c++) {
        double hollow = 0;
        for (int reach = 1; reach <= REACH; reach += 3) {
          hollow += height(columns, rows, points, normals, r, c, -reach, 0);
          hollow += height(columns, rows, points, normals, r, c, reach, 0);
          hollow += height(columns, rows, points, normals, r, c, 0, -reach);
          hollow += height(columns, rows, points, normals, r, c, 0, reach);
        }
        openness[r * columns + c] = (float) Math.max(0.3, Math.min(1.06, 1 - 0.045 * hollow));
      }
    }
    return openness;
  }

  private static double height(
      int columns, int rows, float[] points, float[] normals, int r, int c, int down, int right) {
    int i = 3 * (r * columns + c);
    int row = Math.max(0, Math.min(rows - 1, r + down));
    int column = Math.floorMod(c + right, columns);
    int j = 3 * (row * columns + column);
    double above = 0;
    for (int axis = 0; axis < 3; axis++) {
      above += (points[j + axis] - points[i + axis]) * normals[i + axis];
    }
    return Math.max(-4, Math.min(8, above));
  }

  /** Dense over the face, where eyes, nose and mouth are, and wide behind. */
  private static double[] longitudes() {
    List<Double> half = new ArrayList<>();
    for (double degrees = 0; degrees < 180; ) {
      half.add(Math.toRadians(degrees));
      degrees += degrees < 60 ? 2 : degrees < 120 ? 4 : 12;
    }
    half.add(Math.PI);
    double[] all = new double[2 * half.size() - 1];
    for (int i = 0; i < half.size(); i++) {
      all[half.size() - 1 + i] = half.get(i);
      all[half.size() - 1 - i] = -half.get(i);
    }
    return all;
  }

  private static double[] latitudes() {
    List<Double> all = new ArrayList<>();
    for (double degrees = -88; degrees <= 88; ) {
      all.add(Math.toRadians(degrees));
      degrees += degrees < -45 ? 5 : degrees < -32 ? 2.5 : degrees < 55 ? 1.25 : 2.5;
    }
    return all.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
