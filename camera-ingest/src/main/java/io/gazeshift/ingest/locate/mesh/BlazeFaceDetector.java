package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.facemodels.FaceModel;
import io.gazeshift.ingest.facemodels.FaceModels;
import io.gazeshift.ingest.locate.FaceBox;
import io.gazeshift.ingest.tflite.TfliteNet;
import java.util.ArrayList;
import java.util.List;
import org.opencv.core.Mat;

/** MediaPipe's full-range detector: one guess for each cell of a 48 x 48 grid. */
final class BlazeFaceDetector implements FaceDetector {

  static final int SIDE = 192;
  static final int GRID = 48;
  static final int CELLS = GRID * GRID;

  /** Middle, width and height of the box, then six points of which the first two are the eyes. */
  static final int NUMBERS = 16;

  private final double minScore;
  private final TfliteNet net;
  private Letterbox letterbox;
  private final float[] boxes = new float[CELLS * NUMBERS];
  private final float[] logits = new float[CELLS];

  BlazeFaceDetector(FaceModels models, double minScore) {
    this.minScore = minScore;
    this.net =
        new TfliteNet(
            FaceModel.DETECTOR.fileName(),
            models.read(FaceModel.DETECTOR),
            new TfliteNet.Input(SIDE, 127.5, 1 / 127.5),
            new TfliteNet.Output("reshaped_regressor_face_4", boxes.length),
            new TfliteNet.Output("reshaped_classifier_face_4", logits.length));
    this.letterbox = new Letterbox(SIDE, SIDE, SIDE);
  }

  @Override
  public List<Detection> detect(Mat bgr) {
    if (!letterbox.isFor(bgr)) {
      letterbox.close();
      letterbox = new Letterbox(bgr.cols(), bgr.rows(), SIDE);
    }
    net.run(letterbox.fit(bgr), boxes, logits);
    return WeightedSuppression.merge(decode(boxes, logits, minScore, letterbox));
  }

  /** Every cell that is sure enough, most of them of the same few faces. */
  static List<Detection> decode(
      float[] boxes, float[] logits, double minScore, Letterbox letterbox) {
    List<Detection> found = new ArrayList<>();
    for (int cell = 0; cell < CELLS; cell++) {
      double score = 1 / (1 + Math.exp(-logits[cell]));
      if (score >= minScore) {
        found.add(decode(boxes, cell, score, letterbox));
      }
    }
    return found;
  }

  /** All numbers are pixels of the square, counted from the middle of the cell. */
  private static Detection decode(float[] boxes, int cell, double score, Letterbox letterbox) {
    double cellX = (cell % GRID + 0.5) * SIDE / GRID;
    double cellY = (Math.floorDiv(cell, GRID) + 0.5) * SIDE / GRID;
    int at = cell * NUMBERS;
    double width = boxes[at + 2];
    double height = boxes[at + 3];
    FaceBox box =
        new FaceBox(
            letterbox.pictureX(cellX + boxes[at] - width / 2),
            letterbox.pictureY(cellY + boxes[at + 1] - height / 2),
            letterbox.pictureWidth(width),
            letterbox.pictureHeight(height));
    return new Detection(
        score,
        box,
        letterbox.pictureX(cellX + boxes[at + 4]),
        letterbox.pictureY(cellY + boxes[at + 5]),
        letterbox.pictureX(cellX + boxes[at + 6]),
        letterbox.pictureY(cellY + boxes[at + 7]));
  }

  @Override
  public void close() {
    letterbox.close();
    net.close();
  }
}
