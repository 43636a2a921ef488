package io.gazeshift.ingest.publish;

import io.gazeshift.common.UserError;
import org.opencv.core.Mat;
import org.opencv.core.MatOfByte;
import org.opencv.core.MatOfInt;
import org.opencv.imgcodecs.Imgcodecs;

/** Turns patches into JPEG. Holds native buffers; not thread-safe, one for each camera. */
public final class JpegEncoder implements AutoCloseable {

  /** Keeps the rim of the iris, at some 10 KB a patch. */
  public static final int DEFAULT_QUALITY = 92;

  private final MatOfInt settings;
  private final MatOfByte buffer = new MatOfByte();

  public JpegEncoder(int quality) {
    if (quality < 1 || quality > 100) {
      throw new UserError(
          "JPEG quality %d is out of range; use 1 to 100, for example %d"
              .formatted(quality, DEFAULT_QUALITY));
    }
    this.settings = new MatOfInt(Imgcodecs.IMWRITE_JPEG_QUALITY, quality);
  }

  public byte[] encode(Mat bgr) {
    if (!Imgcodecs.imencode(".jpg", bgr, buffer, settings)) {
      throw new IllegalStateException("OpenCV could not encode a JPEG of " + bgr.size());
    }
    return buffer.toArray();
  }

  @Override
  public void close() {
    settings.release();
    buffer.release();
  }
}
