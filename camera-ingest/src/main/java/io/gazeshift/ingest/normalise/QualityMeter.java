package io.gazeshift.ingest.normalise;

import io.gazeshift.protocol.v1.FaceQuality;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfDouble;
import org.opencv.core.Size;
import org.opencv.imgproc.Imgproc;

/**
 * Scores a patch from 0 (useless) to 1 (good). Holds native buffers; not thread-safe, one for each
 * camera.
 */
public final class QualityMeter implements AutoCloseable {

  /** Laplacian variance of a smoothed, sharp face at a mean level of 128; blur takes most of it. */
  private static final double SHARP_VARIANCE = 25;

  /** Mean levels at least this far from black and from white are well exposed. */
  private static final double EXPOSURE_MARGIN = 64;

  private static final double MIDDLE_LEVEL = 128;
  private static final Size SMOOTHING = new Size(3, 3);

  private final Mat grey = new Mat();
  private final Mat smooth = new Mat();
  private final Mat laplacian = new Mat();
  private final MatOfDouble mean = new MatOfDouble();
  private final MatOfDouble deviation = new MatOfDouble();

  /** The openness is the locator's; the rest is read off the patch. */
  public FaceQuality measure(Mat patch, double eyeOpenness) {
    Imgproc.cvtColor(patch, grey, Imgproc.COLOR_BGR2GRAY);
    double level = Core.mean(grey).val[0];
    // Sensor noise would pass for edges, most of all in the dark.
    Imgproc.GaussianBlur(grey, smooth, SMOOTHING, 0);
    Imgproc.Laplacian(smooth, laplacian, CvType.CV_16S);
    Core.meanStdDev(laplacian, mean, deviation);
    double gain = MIDDLE_LEVEL / Math.max(level, 1);
    // Contrast falls with the light; a dim face is not a blurred one.
    double edges = deviation.get(0, 0)[0] * gain;

    float sharpness = score(edges * edges / SHARP_VARIANCE);
    float exposure = score(Math.min(level, 255 - level) / EXPOSURE_MARGIN);
    float openness = score(eyeOpenness);
    return FaceQuality.newBuilder()
        .setSharpness(sharpness)
        .setExposure(exposure)
        .setEyeOpenness(openness)
        .setOverall(Math.min(openness, Math.min(sharpness, exposure)))
        .build();
  }

  private static float score(double value) {
    return (float) Math.max(0, Math.min(1, value));
  }

  @Override
  public void close() {
    grey.release();
    smooth.release();
    laplacian.release();
    mean.release();
    deviation.release();
  }
}
