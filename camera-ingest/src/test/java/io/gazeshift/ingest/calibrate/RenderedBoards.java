package io.gazeshift.ingest.calibrate;

import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CameraIntrinsics.Lens;
import io.gazeshift.protocol.Rotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Scalar;
import org.opencv.core.Size;
import org.opencv.imgproc.Imgproc;

/**
 * Photographs of a board through a known lens: every pixel is led back through the lens, by our own
 * formulas, to where its ray meets the board.
 */
final class RenderedBoards implements Pictures, AutoCloseable {

  private static final int PX_PER_MM = 4;
  private static final int MARGIN_MM = 15;

  /** Rays for each pixel, along a line. */
  private static final int FINE = 2;

  /** Where the board is: its middle in camera axes, and its turn. */
  record Pose(Rotation boardToCamera, double xMm, double yMm, double zMm) {}

  private final CameraIntrinsics lens;
  private final List<Pose> poses;
  private final Mat board;
  private final float[] rays;

  RenderedBoards(CameraIntrinsics lens, Board board, List<Pose> poses) {
    this.lens = lens;
    this.poses = poses;
    this.board = board.draw(PX_PER_MM);
    int margin = MARGIN_MM * PX_PER_MM;
    Core.copyMakeBorder(
        this.board,
        this.board,
        margin,
        margin,
        margin,
        margin,
        Core.BORDER_CONSTANT,
        new Scalar(255));
    // Printed edges are soft, and sharper ones than pixels can show would alias.
    Imgproc.GaussianBlur(this.board, this.board, new Size(0, 0), 2);
    this.rays = rays(lens);
  }

  /** Poses all over the image, tilted to all sides; the board fills about that share of it. */
  static List<Pose> poses(CameraIntrinsics lens, double boardMm, double share, int count) {
    Random random = new Random(11);
    List<Pose> poses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double size = share * random.nextDouble(0.8, 1.25);
      double zMm = boardMm * lens.fx() / (size * lens.width());
      double x = random.nextDouble(-1, 1) * (1 - size) / 2 * lens.width() / lens.fx();
      double y = random.nextDouble(-1, 1) * (1 - size) / 2 * lens.height() / lens.fy();
      double towards = random.nextDouble(2 * Math.PI);
      Rotation tilt =
          Rotation.about(
              Math.cos(towards), Math.sin(towards), 0, Math.toRadians(random.nextDouble(5, 40)));
      Rotation roll = Rotation.about(0, 0, 1, random.nextDouble(-0.4, 0.4));
      poses.add(new Pose(tilt.after(roll), x * zMm, y * zMm, zMm));
    }
    return poses;
  }

  @Override
  public void forEach(Visitor visitor) {
    for (int i = 0; i < poses.size(); i++) {
      Mat bgr = render(poses.get(i));
      visitor.visit("view%02d.png".formatted(i), bgr, (i + 1.0) / poses.size());
      bgr.release();
    }
  }

  Mat render(Pose pose) {
    int width = lens.width() * FINE;
    int height = lens.height() * FINE;
    double[] r = pose.boardToCamera().rows();
    double along = r[2] * pose.xMm() + r[5] * pose.yMm() + r[8] * pose.zMm();
    float[] mapX = new float[width * height];
    float[] mapY = new float[width * height];
    for (int i = 0; i < mapX.length; i++) {
      double x = rays[2 * i];
      double y = rays[2 * i + 1];
      double t = along / (r[2] * x + r[5] * y + r[8]);
      double px = t * x - pose.xMm();
      double py = t * y - pose.yMm();
      double pz = t - pose.zMm();
      boolean hits = t > 0;
      double boardX = r[0] * px + r[3] * py + r[6] * pz;
      double boardY = r[1] * px + r[4] * py + r[7] * pz;
      mapX[i] = hits ? (float) (boardX * PX_PER_MM + board.width() / 2.0 - 0.5) : -1e4f;
      mapY[i] = hits ? (float) (boardY * PX_PER_MM + board.height() / 2.0 - 0.5) : -1e4f;
    }
    Mat x = new Mat(height, width, CvType.CV_32FC1);
    Mat y = new Mat(height, width, CvType.CV_32FC1);
    x.put(0, 0, mapX);
    y.put(0, 0, mapY);
    Mat fine = new Mat();
    Imgproc.remap(board, fine, x, y, Imgproc.INTER_LINEAR, Core.BORDER_CONSTANT, new Scalar(110));
    Mat bgr = new Mat();
    Imgproc.resize(fine, fine, new Size(lens.width(), lens.height()), 0, 0, Imgproc.INTER_AREA);
    Imgproc.cvtColor(fine, bgr, Imgproc.COLOR_GRAY2BGR);
    List.of(x, y, fine).forEach(Mat::release);
    return bgr;
  }

  /** x and y at z = 1 for every ray. */
  private static float[] rays(CameraIntrinsics lens) {
    int width = lens.width() * FINE;
    float[] rays = new float[2 * width * lens.height() * FINE];
    for (int i = 0; i < rays.length / 2; i++) {
      double u = (i % width + 0.5) / FINE - 0.5;
      double v = (Math.floorDiv(i, width) + 0.5) / FINE - 0.5;
      double x = (u - lens.cx()) / lens.fx();
      double y = (v - lens.cy()) / lens.fy();
      double[] ray = lens.lens() == Lens.FISHEYE ? fisheye(lens, x, y) : pinhole(lens, x, y);
      rays[2 * i] = (float) ray[0];
      rays[2 * i + 1] = (float) ray[1];
    }
    return rays;
  }

  /** Newton's method for the angle to the axis. */
  private static double[] fisheye(CameraIntrinsics lens, double x, double y) {
    List<Double> k = lens.distortion();
    double seen = Math.hypot(x, y);
    double theta = seen;
    for (int i = 0; i < 10; i++) {
      double t2 = theta * theta;
      double value =
          theta * (1 + t2 * (k.get(0) + t2 * (k.get(1) + t2 * (k.get(2) + t2 * k.get(3)))));
      double slope =
          1 + t2 * (3 * k.get(0) + t2 * (5 * k.get(1) + t2 * (7 * k.get(2) + t2 * 9 * k.get(3))));
      theta -= (value - seen) / slope;
    }
    double scale = seen > 0 ? Math.tan(Math.min(theta, 1.5)) / seen : 1;
    return new double[] {x * scale, y * scale};
  }

  private static double[] pinhole(CameraIntrinsics lens, double seenX, double seenY) {
    double[] k = new double[5];
    for (int i = 0; i < lens.distortion().size(); i++) {
      k[i] = lens.distortion().get(i);
    }
    double x = seenX;
    double y = seenY;
    for (int i = 0; i < 30; i++) {
      double r2 = x * x + y * y;
      double radial = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]));
      double shiftX = 2 * k[2] * x * y + k[3] * (r2 + 2 * x * x);
      double shiftY = k[2] * (r2 + 2 * y * y) + 2 * k[3] * x * y;
      x = (seenX - shiftX) / radial;
      y = (seenY - shiftY) / radial;
    }
    return new double[] {x, y};
  }

  @Override
  public void close() {
    board.release();
  }
}
