package io.gazeshift.ingest.synthetic;

/**
 * A surface as a grid of points, rows from the top, columns towards the image's right, with what is
 * needed to shade it. Points are in mm, normals of unit length, both in axes of its own; the
 * texture coordinates count texels. Arrays are shared and not changed once it is made.
 */
final class Mesh {

  final int columns;
  final int rows;
  final float[] points;
  final float[] normals;

  /** How much of the surrounding light reaches each point, 0 to 1. */
  final float[] openness;

  final Texture texture;
  final int texelsPerCell;

  /** How much it shines. */
  final double gloss;

  Mesh(
      int columns,
      int rows,
      float[] points,
      float[] openness,
      Texture texture,
      int texelsPerCell,
      double gloss) {
    this.columns = columns;
    this.rows = rows;
    this.points = points;
    this.openness = openness;
    this.texture = texture;
    this.texelsPerCell = texelsPerCell;
    this.gloss = gloss;
    this.normals = normals(columns, rows, points);
  }

  int size() {
    return columns * rows;
  }

  /** Normals out of the surface, from the neighbours; columns go round where they meet again. */
  static float[] normals(int columns, int rows, float[] points) {
    float[] normals = new float[points.length];
    boolean round = meets(columns, points);
    for (int r = 0; r < rows; r++) {
      int above = Math.max(0, r - 1);
      int below = Math.min(rows - 1, r + 1);
      for (int c = 0; c < columns; c++) {
        int left = c > 0 ? c - 1 : round ? columns - 2 : 0;
        int right = c < columns - 1 ? c + 1 : round ? 1 : columns - 1;
        int a = 3 * (r * columns + left);
        int b = 3 * (r * columns + right);
        int d = 3 * (above * columns + c);
        int e = 3 * (below * columns + c);
        double ux = points[b] - points[a];
        double uy = points[b + 1] - points[a + 1];
        double uz = points[b + 2] - points[a + 2];
        double vx = points[e] - points[d];
        double vy = points[e + 1] - points[d + 1];
        double vz = points[e + 2] - points[d + 2];
        double nx = vy * uz - vz * uy;
        double ny = vz * ux - vx * uz;
        double nz = vx * uy - vy * ux;
        double length = Math.sqrt(nx * nx + ny * ny + nz * nz) + 1e-9;
        int i = 3 * (r * columns + c);
        normals[i] = (float) (nx / length);
        normals[i + 1] = (float) (ny / length);
        normals[i + 2] = (float) (nz / length);
      }
    }
    return normals;
  }

  private static boolean meets(int columns, float[] points) {
    int last = 3 * (columns - 1);
    double gap = 0;
    for (int axis = 0; axis < 3; axis++) {
      gap += Math.abs(points[axis] - points[last + axis]);
    }
    return gap < 1e-2;
  }
}
