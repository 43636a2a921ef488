package io.gazeshift.ingest.source;

import org.opencv.core.CvType;
import org.opencv.core.Mat;

/**
 * One image and when it was taken. Reused from frame to frame, so that a running camera allocates
 * no images; what {@link #bgr()} answers is gone with the next read. Not thread-safe. The caller
 * closes it.
 */
public final class CameraFrame implements AutoCloseable {

  private Mat bgr;
  private long frameSeq;
  private long captureMicros;

  public CameraFrame(int width, int height) {
    this.bgr = new Mat(height, width, CvType.CV_8UC3);
  }

  /** A frame of the size this camera delivers. */
  public static CameraFrame of(CameraIntrinsics intrinsics) {
    return new CameraFrame(intrinsics.width(), intrinsics.height());
  }

  /** The pixels, 8 bits each of blue, green and red; owned by this frame. */
  public Mat bgr() {
    return bgr;
  }

  /** Counts the frames of its source from 0; gaps are frames that were not read in time. */
  public long frameSeq() {
    return frameSeq;
  }

  /** Microseconds since the Unix epoch. */
  public long captureMicros() {
    return captureMicros;
  }

  /** For the source that has just filled in the pixels. */
  public void stamp(Tick tick) {
    this.frameSeq = tick.frameSeq();
    this.captureMicros = tick.captureMicros();
  }

  /** Gives the other frame this one's pixels and stamp for its own, without copying. */
  public void exchange(CameraFrame other) {
    Mat pixels = bgr;
    Tick tick = new Tick(frameSeq, captureMicros);
    bgr = other.bgr;
    stamp(new Tick(other.frameSeq, other.captureMicros));
    other.bgr = pixels;
    other.stamp(tick);
  }

  @Override
  public void close() {
    bgr.release();
  }
}
