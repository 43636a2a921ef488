package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.locate.FaceBox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.opencv.core.CvException;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfByte;
import org.opencv.core.Scalar;
import org.opencv.core.Size;
import org.opencv.imgproc.Imgproc;
import org.opencv.objdetect.FaceDetectorYN;

/** OpenCV's YuNet, from a file that the user brings. */
final class YuNetDetector implements FaceDetector {

  /** Frames are made smaller than this: faces that vanish by it are too small for gaze anyway. */
  private static final int MOST_PX = 640;

  private static final double SAME_FACE = 0.3;
  private static final int MOST_CANDIDATES = 500;

  /** Box, five points of which the first two are the eyes, score. */
  private static final int NUMBERS = 15;

  private final FaceDetectorYN net;
  private final Mat small = new Mat();
  private final Mat found = new Mat();

  YuNetDetector(Path file, double minScore) {
    this.net = open(file, minScore);
    Mat nobody = new Mat(MOST_PX / 2, MOST_PX, CvType.CV_8UC3, Scalar.all(0));
    try {
      // A network that is something else is found out by running it.
      detect(nobody);
    } catch (CvException e) {
      close();
      throw rejected(file, e);
    } finally {
      nobody.release();
    }
  }

  private static FaceDetectorYN open(Path file, double minScore) {
    MatOfByte content = new MatOfByte(read(file));
    MatOfByte noConfiguration = new MatOfByte();
    try {
      return FaceDetectorYN.create(
          "onnx",
          content,
          noConfiguration,
          new Size(MOST_PX, MOST_PX),
          (float) minScore,
          (float) SAME_FACE,
          MOST_CANDIDATES);
    } catch (CvException e) {
      throw rejected(file, e);
    } finally {
      content.release();
      noConfiguration.release();
    }
  }

  private static byte[] read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new UserError("faces.yunet: file %s does not exist".formatted(file));
    }
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UserError("faces.yunet: cannot read %s; check its permissions".formatted(file), e);
    }
  }

  private static UserError rejected(Path file, CvException e) {
    return new UserError(
        ("faces.yunet: %s is not a YuNet detector that OpenCV can run; leave"
                + " faces.yunet empty to use MediaPipe's detector")
            .formatted(file),
        e);
  }

  @Override
  public List<Detection> detect(Mat bgr) {
    double scale = Math.min(1, (double) MOST_PX / Math.max(bgr.cols(), bgr.rows()));
    Size size = new Size(Math.round(bgr.cols() * scale), Math.round(bgr.rows() * scale));
    double scaleX = bgr.cols() / size.width;
    double scaleY = bgr.rows() / size.height;
    net.setInputSize(size);
    Imgproc.resize(bgr, small, size, 0, 0, Imgproc.INTER_AREA);
    net.detect(small, found);
    List<Detection> detections = new ArrayList<>();
    float[] row = new float[NUMBERS];
    for (int i = 0; i < found.rows(); i++) {
      found.get(i, 0, row);
      detections.add(
          new Detection(
              row[NUMBERS - 1],
              new FaceBox(row[0] * scaleX, row[1] * scaleY, row[2] * scaleX, row[3] * scaleY),
              row[4] * scaleX,
              row[5] * scaleY,
              row[6] * scaleX,
              row[7] * scaleY));
    }
    return detections;
  }

  @Override
  public void close() {
    small.release();
    found.release();
  }
}
