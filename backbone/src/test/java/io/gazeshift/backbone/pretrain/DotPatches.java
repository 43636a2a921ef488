package io.gazeshift.backbone.pretrain;

import io.gazeshift.backbone.samples.FeatureExtractor.Patches;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.ingest.opencv.OpenCv;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfByte;
import org.opencv.core.Point;
import org.opencv.core.Scalar;
import org.opencv.imgcodecs.Imgcodecs;
import org.opencv.imgproc.Imgproc;

/** Eyes reduced to the least: a bright dot that lies where it looks, on grounds of many people. */
final class DotPatches {

  static final int SIDE = 32;

  private static final int PER_PERSON = 20;
  private static final double REACH_RAD = 0.5;

  private DotPatches() {}

  static TrainingSet draw(int count, long seed) {
    OpenCv.load();
    Random random = new Random(seed);
    List<byte[]> jpegs = new ArrayList<>();
    Matrix gaze = Matrix.zeros(count, 2);
    long[] persons = new long[count];
    for (int i = 0; i < count; i++) {
      gaze.set(i, 0, REACH_RAD * (2 * random.nextDouble() - 1));
      gaze.set(i, 1, REACH_RAD * (2 * random.nextDouble() - 1));
      persons[i] = i / PER_PERSON;
      jpegs.add(jpeg(gaze.get(i, 0), gaze.get(i, 1), 40 + 7.0 * (i / PER_PERSON % 10)));
    }
    return new TrainingSet(new InMemory(jpegs), gaze, persons);
  }

  private static byte[] jpeg(double pitch, double yaw, double ground) {
    Mat image = new Mat(SIDE, SIDE, CvType.CV_8UC3, Scalar.all(ground));
    MatOfByte encoded = new MatOfByte();
    try {
      // Yaw above 0 looks to the image's left, pitch above 0 looks up.
      Point dot =
          new Point(
              SIDE / 2.0 - yaw / REACH_RAD * SIDE / 3, SIDE / 2.0 - pitch / REACH_RAD * SIDE / 3);
      Imgproc.circle(image, dot, 3, Scalar.all(230), Imgproc.FILLED, Imgproc.LINE_AA, 0);
      Imgcodecs.imencode(".jpg", image, encoded);
      return encoded.toArray();
    } finally {
      image.release();
      encoded.release();
    }
  }

  record InMemory(List<byte[]> jpegs) implements Patches {

    @Override
    public int count() {
      return jpegs.size();
    }

    @Override
    public byte[] jpeg(int index) {
      return jpegs.get(index);
    }

    @Override
    public String name(int index) {
      return "dot " + index;
    }
  }
}
