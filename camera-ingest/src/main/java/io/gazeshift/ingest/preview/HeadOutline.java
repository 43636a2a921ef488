package io.gazeshift.ingest.preview;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.source.CameraIntrinsics;
import java.util.Arrays;
import org.opencv.core.Point;

/**
 * Where a head appears in the frame, through the lens: a frame around the face and the head's axes.
 * Holds native buffers; for one thread.
 */
final class HeadOutline implements AutoCloseable {

  private static final double AXIS_MM = 70;

  /** In head axes: the face centre, the tips of x, y and forward, then the corners of the face. */
  private static final double[][] HEAD_MM = {
    {0, 0, 0}, {AXIS_MM, 0, 0}, {0, AXIS_MM, 0}, {0, 0, -AXIS_MM},
    {-75, -85, 0}, {75, -85, 0}, {75, 85, 0}, {-75, 85, 0},
  };

  /** The points of a head in pixels of the frame. */
  @SuppressWarnings("ArrayRecordComponent") // Drawn once, never compared.
  record Drawn(Point centre, Point xTip, Point yTip, Point forwardTip, Point[] corners) {}

  private final LensProjection projection;

  HeadOutline(CameraIntrinsics camera) {
    this.projection = new LensProjection(camera);
  }

  Drawn of(HeadPose pose) {
    Point[] drawn =
        projection.pixels(Arrays.stream(HEAD_MM).map(pose::toCamera).toArray(double[][]::new));
    return new Drawn(
        drawn[0],
        drawn[1],
        drawn[2],
        drawn[3],
        new Point[] {drawn[4], drawn[5], drawn[6], drawn[7]});
  }

  @Override
  public void close() {
    projection.close();
  }
}
