package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.facemodels.FaceModel;
import io.gazeshift.ingest.facemodels.FaceModels;
import java.util.ArrayList;
import java.util.List;
import org.opencv.core.CvException;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfByte;
import org.opencv.core.Scalar;
import org.opencv.core.Size;
import org.opencv.dnn.Dnn;
import org.opencv.dnn.Image2BlobParams;
import org.opencv.dnn.Net;

/** A TFLite network that takes one square picture. Not thread-safe. */
final class TfliteNet implements AutoCloseable {

  private final Net net;
  private final List<String> outputs;
  private final Image2BlobParams toBlob;
  private final Mat blob = new Mat();

  /**
   * Reads the network.
   *
   * @param mean of 0 to 255, what becomes 0
   * @param scale applied after the mean was taken off
   */
  TfliteNet(
      FaceModels models, FaceModel model, int size, double mean, double scale, String... outputs) {
    MatOfByte content = new MatOfByte(models.read(model));
    try {
      this.net = Dnn.readNetFromTFLite(content);
    } catch (CvException e) {
      throw new UserError(
          "%s: OpenCV cannot read it: %s".formatted(model.fileName(), e.getMessage()), e);
    } finally {
      content.release();
    }
    net.setPreferableBackend(Dnn.DNN_BACKEND_OPENCV);
    net.setPreferableTarget(Dnn.DNN_TARGET_CPU);
    this.outputs = List.of(outputs);
    this.toBlob =
        new Image2BlobParams(
            Scalar.all(scale), new Size(size, size), Scalar.all(mean), true, CvType.CV_32F);
  }

  /** Runs the network on a picture of its size; writes each output into the array of its place. */
  void run(Mat bgr, float[]... into) {
    Dnn.blobFromImageWithParams(bgr, blob, toBlob);
    net.setInput(blob);
    List<Mat> answers = new ArrayList<>(outputs.size());
    net.forward(answers, outputs);
    for (int i = 0; i < into.length; i++) {
      Mat row = answers.get(i).reshape(1, 1);
      row.get(0, 0, into[i]);
      row.release();
    }
    answers.forEach(Mat::release);
  }

  /** The network itself is freed by OpenCV's own wrapper: it has no way to be asked. */
  @Override
  public void close() {
    blob.release();
  }
}
