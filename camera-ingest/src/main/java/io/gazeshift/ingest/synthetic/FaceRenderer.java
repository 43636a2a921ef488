package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.source.CameraIntrinsics;
import java.util.List;
import java.util.random.RandomGenerator;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Rect;
import org.opencv.core.Size;
import org.opencv.imgproc.Imgproc;

/**
 * Draws people as a camera sees them. The same person, moment and light give the same picture but
 * for the sensor's noise, which comes from the given randomness. Nothing is allocated for a frame
 * but a few points. Holds native buffers; not thread-safe.
 */
final class FaceRenderer implements AutoCloseable {

  /** The noise is drawn once, larger than a frame, and laid over each frame at another place. */
  private static final int NOISE_MARGIN_PX = 64;

  private static final int NOISE_ZERO = 128;
  private static final double NOISE_LEVELS = 16;
  private static final double GAMMA = 2.2;
  private static final double LEAST_BLUR_PX = 0.2;

  private final RandomGenerator random;
  private final CameraIntrinsics intrinsics;
  private final Lens lens;
  private final Picture picture;
  private final byte[] frame;
  private final Mat noise;
  private boolean grainIsGrey;
  private Sitter sitter;
  private RenderedLandmarks face;
  private byte[] backdrop;
  private Look look;

  FaceRenderer(CameraIntrinsics intrinsics, RandomGenerator random) {
    this.random = random;
    this.intrinsics = intrinsics;
    this.lens = new Lens(intrinsics);
    this.picture = new Picture(lens.width(), lens.height());
    this.frame = new byte[3 * lens.width() * lens.height()];
    this.noise =
        new Mat(lens.height() + NOISE_MARGIN_PX, lens.width() + NOISE_MARGIN_PX, CvType.CV_8UC3);
    grain(false);
  }

  /** Places a person in front of the camera; takes some hundredths of a second. */
  void seat(RenderedPerson person, Look seen, Backdrop behind, RandomGenerator room) {
    sitter = new Sitter(person, seen, lens, picture);
    forget();
    face = new RenderedLandmarks(person, lens, intrinsics);
    backdrop = behind.levels(lens.width(), lens.height(), seen, room);
    look = seen;
    if (grainIsGrey != (seen != Look.COLOUR)) {
      grain(seen != Look.COLOUR);
    }
  }

  /** Draws the person who sits there; a light level of 1 is well lit. */
  void render(Moment moment, Light light, double level, Sensor sensor, Mat into) {
    if (sensor.look() != look) {
      throw new IllegalStateException(
          "the renderer was set up for " + look + ", but the frame shows " + sensor.look());
    }
    picture.clear();
    sitter.draw(moment, light);
    System.arraycopy(backdrop, 0, frame, 0, frame.length);
    picture.develop(frame);
    into.put(0, 0, frame);
    if (sensor.blurPx() >= LEAST_BLUR_PX) {
      Imgproc.GaussianBlur(into, into, new Size(0, 0), sensor.blurPx());
    }
    expose(into, level * sensor.exposure(), sensor.noiseLevels());
  }

  /** Finds the face of the person who sits there in the picture of that moment. */
  List<LocatedFace> locate(HeadPose held, double eyeOpenness) {
    return face.locate(held, eyeOpenness);
  }

  /** Less light is a factor on the levels too, smaller by the sensor's gamma. */
  private void expose(Mat image, double light, double noiseLevels) {
    int x = random.nextInt(NOISE_MARGIN_PX);
    int y = random.nextInt(NOISE_MARGIN_PX);
    Mat grain = noise.submat(new Rect(x, y, lens.width(), lens.height()));
    try {
      double share = noiseLevels / NOISE_LEVELS;
      Core.addWeighted(image, Math.pow(light, 1 / GAMMA), grain, share, -share * NOISE_ZERO, image);
    } finally {
      grain.release();
    }
  }

  private void grain(boolean grey) {
    byte[] grain = new byte[(int) (3 * noise.total())];
    for (int i = 0; i < grain.length; i++) {
      boolean repeat = grey && i % 3 != 0;
      grain[i] =
          repeat
              ? grain[i - 1]
              : (byte)
                  Math.max(
                      0,
                      Math.min(255, Math.round(NOISE_ZERO + NOISE_LEVELS * random.nextGaussian())));
    }
    noise.put(0, 0, grain);
    grainIsGrey = grey;
  }

  private void forget() {
    if (face != null) {
      face.close();
      face = null;
    }
  }

  @Override
  public void close() {
    forget();
    noise.release();
  }
}
