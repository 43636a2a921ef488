package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.source.CameraIntrinsics;
import java.util.random.RandomGenerator;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Rect;
import org.opencv.core.Size;
import org.opencv.imgproc.Imgproc;

/**
 * Draws one person as a camera of this scene sees them. The same truth gives the same picture but
 * for the sensor's noise, which comes from the given randomness. Holds native buffers; not
 * thread-safe.
 */
final class FaceRenderer implements AutoCloseable {

  /** The noise is drawn once, larger than a frame, and laid over each frame at another place. */
  private static final int NOISE_MARGIN_PX = 64;

  private static final int NOISE_ZERO = 128;

  /** Melts the tiles of the skin into one surface. */
  private static final double SKIN_BLUR_PX = 2;

  private final CameraIntrinsics lens;
  private final RandomGenerator random;
  private final Canvas canvas;
  private final SkinPainter skin;
  private final FeaturePainter features;
  private final EyePainter eyes;
  private final Mat backdrop;
  private final Mat noise;

  FaceRenderer(SyntheticScene scene, Person person, RandomGenerator random) {
    this.lens = scene.intrinsics();
    this.random = random;
    this.canvas = new Canvas(lens);
    Light light = new Light(person.lightAzimuthRad());
    FaceSurface surface = new FaceSurface(person);
    this.skin = new SkinPainter(person, surface, light);
    this.features = new FeaturePainter(person, surface);
    this.eyes = new EyePainter(person, light);
    this.backdrop = backdrop();
    this.noise = noise(scene.noiseLevels());
  }

  void render(SyntheticTruth truth, Mat into) {
    HeadPose pose = truth.pose();
    backdrop.copyTo(into);
    canvas.on(into);
    skin.paint(canvas, pose);
    soften(into, pose);
    features.paint(canvas, pose);
    eyes.paint(canvas, pose, truth.gaze(), truth.eyeOpenness());
    expose(into, truth.lightLevel());
  }

  private void soften(Mat image, HeadPose pose) {
    double[] box = canvas.project(pose, new double[] {-95, -140, 0}, new double[] {95, 110, 0});
    int left = clamp(box[0], lens.width() - 1);
    int top = clamp(box[1], lens.height() - 1);
    int width = clamp(box[2], lens.width()) - left;
    int height = clamp(box[3], lens.height()) - top;
    if (width <= 0 || height <= 0) {
      return;
    }
    Mat head = image.submat(new Rect(left, top, width, height));
    try {
      Imgproc.GaussianBlur(head, head, new Size(0, 0), SKIN_BLUR_PX);
    } finally {
      head.release();
    }
  }

  /** Light and sensor noise in one pass. */
  private void expose(Mat image, double lightLevel) {
    int x = random.nextInt(NOISE_MARGIN_PX);
    int y = random.nextInt(NOISE_MARGIN_PX);
    Mat grain = noise.submat(new Rect(x, y, lens.width(), lens.height()));
    try {
      Core.addWeighted(image, lightLevel, grain, 1, -NOISE_ZERO, image);
    } finally {
      grain.release();
    }
  }

  /** A wall with a few out-of-focus things on it. */
  private Mat backdrop() {
    Mat wall = new Mat(lens.height(), lens.width(), CvType.CV_8UC3);
    byte[] pixels = new byte[3 * lens.width() * lens.height()];
    double[] colour = {
      random.nextDouble(120, 180), random.nextDouble(120, 180), random.nextDouble(120, 180)
    };
    int i = 0;
    for (int y = 0; y < lens.height(); y++) {
      for (int x = 0; x < lens.width(); x++) {
        double fall = 1.1 - 0.3 * y / lens.height() - 0.15 * x / lens.width();
        for (double channel : colour) {
          pixels[i++] = (byte) Math.round(channel * fall);
        }
      }
    }
    wall.put(0, 0, pixels);
    canvas.on(wall);
    for (int thing = 0; thing < 7; thing++) {
      double x = random.nextDouble(lens.width());
      double y = random.nextDouble(lens.height());
      double w = random.nextDouble(30, 120);
      double h = random.nextDouble(30, 160);
      double[] paint = {
        random.nextDouble(60, 200), random.nextDouble(60, 200), random.nextDouble(60, 200)
      };
      canvas.fill(new double[] {x, y, x + w, y, x + w, y + h, x, y + h}, paint);
    }
    Imgproc.GaussianBlur(wall, wall, new Size(0, 0), 9);
    return wall;
  }

  private Mat noise(double levels) {
    int rows = lens.height() + NOISE_MARGIN_PX;
    int columns = lens.width() + NOISE_MARGIN_PX;
    byte[] grain = new byte[3 * rows * columns];
    for (int i = 0; i < grain.length; i++) {
      grain[i] = (byte) Math.round(NOISE_ZERO + levels * random.nextGaussian());
    }
    Mat field = new Mat(rows, columns, CvType.CV_8UC3);
    field.put(0, 0, grain);
    return field;
  }

  private static int clamp(double value, int limit) {
    return (int) Math.max(0, Math.min(limit, value));
  }

  @Override
  public void close() {
    canvas.close();
    backdrop.release();
    noise.release();
  }
}
