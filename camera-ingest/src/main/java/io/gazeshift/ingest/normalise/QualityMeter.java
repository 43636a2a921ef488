package io.gazeshift.ingest.normalise;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceLandmarks;
import io.gazeshift.protocol.v1.FaceQuality;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfDouble;
import org.opencv.core.Size;
import org.opencv.imgproc.Imgproc;

/**
 * Scores a face from 0 (useless) to 1 (good). The bounds were found on rendered faces and on
 * photographs; gaze.proto tells their scales. Holds native buffers; not thread-safe, one for each
 * camera.
 */
public final class QualityMeter implements AutoCloseable {

  /** Laplacian variance that sharp faces reach, smooth skin and soft light included. */
  private static final double SHARP_VARIANCE = 16;

  /** Mean levels at least this far from black and from white are well exposed. */
  private static final double EXPOSURE_MARGIN = 64;

  private static final double MIDDLE_LEVEL = 128;
  private static final Size SMOOTHING = new Size(3, 3);

  private static final double FRONTAL_DEG = 30;
  private static final double TURNED_AWAY_DEG = 70;

  /** Whole faces have logarithms of the odds of 15 and more; half-covered ones 2 to 13. */
  private static final double WHOLE_LOG_ODDS = 12;

  /** An average head fits real ones to 3 or 4 mm; with the eyes covered, to 5 or 6. */
  private static final double GOOD_FIT_MM = 4.5;

  private static final double NO_FIT_MM = 8;

  /**
   * How much darker than the white of the eye an iris is, over the mean level of the patch. 54
   * photographs: 0.07 to 0.48, blurred by 8 pixels still 0.07, behind painted glasses that let 15
   * percent of the light through 0.013 to 0.06, 5 percent up to 0.012, dark ones 0.
   */
  private static final double IRIS_SEEN = 0.05;

  private static final double IRIS_HIDDEN = 0.01;

  private final VirtualCamera virtual;
  private final Mat grey = new Mat();
  private final Mat smooth = new Mat();
  private final Mat laplacian = new Mat();
  private final MatOfDouble mean = new MatOfDouble();
  private final MatOfDouble deviation = new MatOfDouble();
  private final byte[] levels;

  public QualityMeter(VirtualCamera virtual) {
    this.virtual = virtual;
    this.levels = new byte[virtual.sizePx() * virtual.sizePx()];
  }

  /** What the patch shows, what the locator said of it, and how plausible its irises are. */
  public FaceQuality measure(
      NormalisedFace face, LocatedFace located, Optional<FaceLandmarks> landmarks) {
    FaceQuality quality = ofPatch(face, located);
    return landmarks
        .map(points -> Math.min(IrisPlausibility.score(points), irisContrast(points)))
        .map(irises -> with(quality, irises))
        .orElse(quality);
  }

  /** Of the patch measured last, which is grey by now. */
  private double irisContrast(FaceLandmarks landmarks) {
    grey.get(0, 0, levels);
    IrisContrast contrast =
        new IrisContrast(levels, virtual.sizePx(), virtual.focalPx() / virtual.distanceMm());
    double share = contrast.levels(landmarks) / Math.max(Core.mean(grey).val[0], 1);
    return score((share - IRIS_HIDDEN) / (IRIS_SEEN - IRIS_HIDDEN));
  }

  private static FaceQuality with(FaceQuality quality, double irises) {
    return quality.toBuilder()
        .setIrises((float) irises)
        .setOverall((float) Math.min(quality.getOverall(), irises))
        .build();
  }

  private FaceQuality ofPatch(NormalisedFace face, LocatedFace located) {
    Imgproc.cvtColor(face.patch(), grey, Imgproc.COLOR_BGR2GRAY);
    double level = Core.mean(grey).val[0];
    Gaze head = facing(located.pose()).rotatedBy(face.cameraToVirtual());
    double sharpness = score(sharpness(level));
    double exposure = score(Math.min(level, 255 - level) / EXPOSURE_MARGIN);
    double openness = score(located.eyeOpenness());
    double resolution = score(1 / face.enlargement());
    double frontality =
        falling(Math.toDegrees(head.angleToRad(Gaze.INTO_CAMERA)), FRONTAL_DEG, TURNED_AWAY_DEG);
    double visibility = visibility(face, located);
    double overall =
        DoubleStream.of(sharpness, exposure, openness, resolution, frontality, visibility)
            .min()
            .getAsDouble();
    return FaceQuality.newBuilder()
        .setOverall((float) overall)
        .setEyeOpenness((float) openness)
        .setSharpness((float) sharpness)
        .setExposure((float) exposure)
        .setResolution((float) resolution)
        .setFrontality((float) frontality)
        .setVisibility((float) visibility)
        .setHead(head.toMessage())
        .build();
  }

  private double sharpness(double level) {
    // Sensor noise would pass for edges, most of all in the dark.
    Imgproc.GaussianBlur(grey, smooth, SMOOTHING, 0);
    Imgproc.Laplacian(smooth, laplacian, CvType.CV_16S);
    Core.meanStdDev(laplacian, mean, deviation);
    // Contrast falls with the light; a dim face is not a blurred one.
    double edges = deviation.get(0, 0)[0] * MIDDLE_LEVEL / Math.max(level, 1);
    return edges * edges / SHARP_VARIANCE;
  }

  /**
   * Something before the face costs the locator certainty long before it loses the face, but near 1
   * only the odds show it.
   */
  private double visibility(NormalisedFace face, LocatedFace located) {
    double logOdds = Math.log(located.score() / (1 - located.score()));
    double mmPerFramePx = face.enlargement() * virtual.distanceMm() / virtual.focalPx();
    double fit = falling(located.reprojectionPx() * mmPerFramePx, GOOD_FIT_MM, NO_FIT_MM);
    return Math.min(score(face.insideFrame()), Math.min(score(logOdds / WHOLE_LOG_ODDS), fit));
  }

  /** Where the face points, in camera axes. */
  private static Gaze facing(HeadPose pose) {
    return Gaze.INTO_CAMERA.rotatedBy(pose.headToCamera());
  }

  /** 1 up to the good value, 0 from the bad one on. */
  private static double falling(double value, double good, double bad) {
    return score((bad - value) / (bad - good));
  }

  /** Within 0 and 1; 0 for what is no number. */
  private static double score(double value) {
    return value > 0 ? Math.min(1, value) : 0;
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
