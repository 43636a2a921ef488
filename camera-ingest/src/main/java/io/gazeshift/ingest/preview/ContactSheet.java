package io.gazeshift.ingest.preview;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.metrics.CameraMeters;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.publish.FaceSink;
import io.gazeshift.ingest.publish.FaceSinks;
import io.gazeshift.protocol.v1.FaceFrame;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfByte;
import org.opencv.core.Rect;
import org.opencv.core.Scalar;
import org.opencv.core.Size;
import org.opencv.imgcodecs.Imgcodecs;
import org.opencv.imgproc.Imgproc;

/**
 * Patches as the cameras send them, side by side for people to look at: every so many faces of each
 * camera one, until the sheet is full. Thread-safe.
 */
public final class ContactSheet implements FaceSinks {

  private static final Scalar GREY = new Scalar(48, 48, 48);

  private final int columns;
  private final int capacity;
  private final int every;
  private final int cellPx;
  private final List<byte[]> patches = new ArrayList<>();

  /** Cells of so many pixels, in rows and columns. */
  public ContactSheet(int columns, int rows, int every, int cellPx) {
    this.columns = columns;
    this.capacity = columns * rows;
    this.every = every;
    this.cellPx = cellPx;
  }

  @Override
  public FaceSink open(String camera, CameraMeters meters) {
    return new FaceSink() {
      // Only the camera's thread comes here.
      private int seen;

      @Override
      public void offer(FaceFrame face) {
        if (seen++ % every == 0) {
          add(face.getPatchJpeg().toByteArray());
        }
      }
    };
  }

  private synchronized void add(byte[] jpeg) {
    if (patches.size() < capacity) {
      patches.add(jpeg);
    }
  }

  public synchronized int count() {
    return patches.size();
  }

  public boolean isFull() {
    return count() == capacity;
  }

  /** Writes what there is; the name's ending says in which format. */
  public synchronized void write(Path file) {
    OpenCv.load();
    int rows = Math.max(1, (patches.size() + columns - 1) / columns);
    Mat sheet = new Mat(rows * cellPx, columns * cellPx, CvType.CV_8UC3, GREY);
    for (int i = 0; i < patches.size(); i++) {
      int x = i % columns * cellPx;
      int y = i / columns * cellPx;
      draw(patches.get(i), sheet.submat(new Rect(x, y, cellPx, cellPx)));
    }
    boolean written = Imgcodecs.imwrite(file.toString(), sheet);
    sheet.release();
    if (!written) {
      throw new UserError(
          "cannot write %s; use a name that ends in .png or .jpg, in a writable directory"
              .formatted(file));
    }
  }

  private static void draw(byte[] jpeg, Mat cell) {
    MatOfByte bytes = new MatOfByte(jpeg);
    Mat patch = Imgcodecs.imdecode(bytes, Imgcodecs.IMREAD_COLOR);
    Imgproc.resize(patch, cell, new Size(cell.cols(), cell.rows()), 0, 0, Imgproc.INTER_AREA);
    patch.release();
    bytes.release();
    cell.release();
  }
}
