package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;

/**
 * Draws meshes into a picture: the points are shaded, what lies between them is interpolated, the
 * nearer surface wins. Allocates only when a mesh is larger than all before. Used by one thread.
 */
final class Rasteriser {

  /** What is interpolated: depth, light (blue, green, red), sheen, and the place in the texture. */
  private static final int VALUES = 7;

  /** Neighbours share their edge: better drawn twice than not at all. */
  private static final double SLACK = 1e-6;

  private final Lens lens;
  private final Picture picture;
  private final double[] pixel = new double[2];
  private final double[] lit = new double[3];
  private float[] screen = new float[0];
  private float[] values = new float[0];
  private final double[] start = new double[VALUES];
  private final double[] perColumn = new double[VALUES];
  private final double[] perRow = new double[VALUES];

  /** The columns of the row being filled, from the triangle's left. */
  private int first;

  private int last;

  Rasteriser(Lens lens, Picture picture) {
    this.lens = lens;
    this.picture = picture;
  }

  void draw(Mesh mesh, HeadPose pose, Light light) {
    if (screen.length < 2 * mesh.size()) {
      screen = new float[2 * mesh.size()];
      values = new float[VALUES * mesh.size()];
    }
    shade(mesh, pose, light);
    for (int r = 0; r + 1 < mesh.rows; r++) {
      for (int c = 0; c + 1 < mesh.columns; c++) {
        int a = r * mesh.columns + c;
        int b = a + mesh.columns;
        triangle(mesh.texture, a, a + 1, b);
        triangle(mesh.texture, a + 1, b + 1, b);
      }
    }
  }

  private void shade(Mesh mesh, HeadPose pose, Light light) {
    double[] m = pose.headToCamera().rows();
    float[] p = mesh.points;
    float[] n = mesh.normals;
    for (int i = 0; i < mesh.size(); i++) {
      int j = 3 * i;
      double x = m[0] * p[j] + m[1] * p[j + 1] + m[2] * p[j + 2] + pose.xMm();
      double y = m[3] * p[j] + m[4] * p[j + 1] + m[5] * p[j + 2] + pose.yMm();
      double z = m[6] * p[j] + m[7] * p[j + 1] + m[8] * p[j + 2] + pose.zMm();
      lens.project(x, y, Math.max(z, 1), pixel);
      screen[2 * i] = (float) pixel[0];
      screen[2 * i + 1] = (float) pixel[1];
      double nx = m[0] * n[j] + m[1] * n[j + 1] + m[2] * n[j + 2];
      double ny = m[3] * n[j] + m[4] * n[j + 1] + m[5] * n[j + 2];
      double nz = m[6] * n[j] + m[7] * n[j + 1] + m[8] * n[j + 2];
      light.on(nx, ny, nz, lit);
      double far = Math.sqrt(x * x + y * y + z * z);
      double sheen =
          mesh.gloss == 0 ? 0 : mesh.gloss * light.sheen(nx, ny, nz, x / far, y / far, z / far);
      int k = VALUES * i;
      double open = mesh.openness[i];
      values[k] = (float) z;
      values[k + 1] = (float) (lit[0] * open);
      values[k + 2] = (float) (lit[1] * open);
      values[k + 3] = (float) (lit[2] * open);
      values[k + 4] = (float) (sheen * open);
      values[k + 5] = (float) (i % mesh.columns * mesh.texelsPerCell);
      values[k + 6] = (float) (i / mesh.columns * mesh.texelsPerCell);
    }
  }

  /** Corners clockwise on the screen where the surface is seen from outside. */
  private void triangle(Texture texture, int a, int b, int c) {
    double ax = screen[2 * a];
    double ay = screen[2 * a + 1];
    double bx = screen[2 * b] - ax;
    double by = screen[2 * b + 1] - ay;
    double cx = screen[2 * c] - ax;
    double cy = screen[2 * c + 1] - ay;
    double area = bx * cy - by * cx;
    if (!(area > 1e-6)) {
      return;
    }
    int left = (int) Math.max(0, Math.ceil(ax + Math.min(0, Math.min(bx, cx))));
    int right = (int) Math.min(picture.width - 1.0, Math.floor(ax + Math.max(0, Math.max(bx, cx))));
    int top = (int) Math.max(0, Math.ceil(ay + Math.min(0, Math.min(by, cy))));
    int bottom =
        (int) Math.min(picture.height - 1.0, Math.floor(ay + Math.max(0, Math.max(by, cy))));
    if (left > right || top > bottom) {
      return;
    }
    // Weights of b and c grow by these from column to column and from row to row.
    double wbColumn = cy / area;
    double wbRow = -cx / area;
    double wcColumn = -by / area;
    double wcRow = bx / area;
    double wb = (left - ax) * wbColumn + (top - ay) * wbRow;
    double wc = (left - ax) * wcColumn + (top - ay) * wcRow;
    int ia = VALUES * a;
    int ib = VALUES * b;
    int ic = VALUES * c;
    for (int v = 0; v < VALUES; v++) {
      double toB = values[ib + v] - values[ia + v];
      double toC = values[ic + v] - values[ia + v];
      start[v] = values[ia + v] + wb * toB + wc * toC;
      perColumn[v] = wbColumn * toB + wcColumn * toC;
      perRow[v] = wbRow * toB + wcRow * toC;
    }
    picture.touch(top, bottom + 1);
    for (int y = top; y <= bottom; y++) {
      double rowB = wb + (y - top) * wbRow;
      double rowC = wc + (y - top) * wcRow;
      first = 0;
      last = right - left;
      keepAbove(rowB, wbColumn);
      keepAbove(rowC, wcColumn);
      keepAbove(1 - rowB - rowC, -wbColumn - wcColumn);
      if (first <= last) {
        span(texture, y * picture.width + left, y - top);
      }
    }
  }

  /** Narrows the span to the columns where a weight is not below 0. */
  private void keepAbove(double start, double perColumn) {
    double edge = start + SLACK;
    if (perColumn > 0) {
      first = (int) Math.max(first, Math.ceil(-edge / perColumn));
    } else if (perColumn < 0) {
      last = (int) Math.min(last, Math.floor(-edge / perColumn));
    } else if (edge < 0) {
      last = -1;
    }
  }

  private void span(Texture texture, int rowStart, int row) {
    float[] depth = picture.depth;
    float[] bgr = picture.bgr;
    float[] t = texture.bgr;
    int mostU = texture.width - 2;
    int mostV = texture.height - 2;
    int stride = 3 * texture.width;
    double z = value(0, row);
    double blue = value(1, row);
    double green = value(2, row);
    double red = value(3, row);
    double sheen = value(4, row);
    double u = value(5, row);
    double v = value(6, row);
    for (int column = first; column <= last; column++) {
      int at = rowStart + column;
      if (z < depth[at]) {
        depth[at] = (float) z;
        int tu = Math.max(0, Math.min(mostU, (int) u));
        int tv = Math.max(0, Math.min(mostV, (int) v));
        double fu = u - tu;
        double fv = v - tv;
        double w11 = fu * fv;
        double w10 = fu - w11;
        double w01 = fv - w11;
        double w00 = 1 - fu - w01;
        int i = stride * tv + 3 * tu;
        int j = i + stride;
        bgr[3 * at] =
            (float) (blue * (w00 * t[i] + w10 * t[i + 3] + w01 * t[j] + w11 * t[j + 3]) + sheen);
        bgr[3 * at + 1] =
            (float)
                (green * (w00 * t[i + 1] + w10 * t[i + 4] + w01 * t[j + 1] + w11 * t[j + 4])
                    + sheen);
        bgr[3 * at + 2] =
            (float)
                (red * (w00 * t[i + 2] + w10 * t[i + 5] + w01 * t[j + 2] + w11 * t[j + 5]) + sheen);
      }
      z += perColumn[0];
      blue += perColumn[1];
      green += perColumn[2];
      red += perColumn[3];
      sheen += perColumn[4];
      u += perColumn[5];
      v += perColumn[6];
    }
  }

  /** A value at the first column of the span. */
  private double value(int which, int row) {
    return start[which] + first * perColumn[which] + row * perRow[which];
  }
}
