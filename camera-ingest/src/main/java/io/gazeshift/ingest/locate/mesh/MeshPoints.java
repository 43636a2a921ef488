package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.locate.GazeLandmarks;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.protocol.LandmarkPoints;
import java.util.stream.IntStream;

/** Which of MediaPipe's 468 points is which. Right and left are the person's. */
final class MeshPoints {

  static final int COUNT = 468;

  static final int RIGHT_EYE_OUTER = 33;
  static final int RIGHT_EYE_INNER = 133;
  static final int LEFT_EYE_INNER = 362;
  static final int LEFT_EYE_OUTER = 263;
  static final int MOUTH_RIGHT = 61;
  static final int MOUTH_LEFT = 291;

  /**
   * Points that stay where they are on the skull while a face speaks, smiles, blinks or frowns: the
   * corners of the eyes, the nose, forehead, temples and cheekbones; no mouth, chin or brows.
   */
  private static final int[] RIGID = {
    33, 133, 362, 263, 168, 6, 197, 195, 5, 4, 1, 19, 94, 2, 98, 327, 129, 358, 10, 151, 9, 8, 127,
    356, 234, 454, 93, 323, 54, 284, 67, 297, 117, 346, 119, 348, 143, 372
  };

  private static final int[] FOR_GAZE =
      IntStream.concat(
              IntStream.concat(lids(RefinedPoints.RIGHT_EYE), lids(RefinedPoints.LEFT_EYE)),
              skull())
          .toArray();

  private MeshPoints() {}

  private static IntStream lids(RefinedPoints eye) {
    return IntStream.range(0, LandmarkPoints.LIDS).map(eye::point);
  }

  private static boolean isEyeCorner(int point) {
    return point == RIGHT_EYE_OUTER
        || point == RIGHT_EYE_INNER
        || point == LEFT_EYE_INNER
        || point == LEFT_EYE_OUTER;
  }

  /** Those that tell the gaze, in the order of {@link GazeLandmarks}. */
  static Landmarks forGaze(Landmarks mesh) {
    float[] xy = new float[2 * FOR_GAZE.length];
    for (int i = 0; i < FOR_GAZE.length; i++) {
      xy[2 * i] = (float) mesh.x(FOR_GAZE[i]);
      xy[2 * i + 1] = (float) mesh.y(FOR_GAZE[i]);
    }
    return Landmarks.of(xy);
  }

  /** x and y of each point of x, y and depth, which is too rough to be used. */
  static float[] withoutDepth(float... xyz) {
    float[] xy = new float[xyz.length / 3 * 2];
    for (int i = 0; i < xy.length / 2; i++) {
      xy[2 * i] = xyz[3 * i];
      xy[2 * i + 1] = xyz[3 * i + 1];
    }
    return xy;
  }

  static IntStream rigid() {
    return IntStream.of(RIGID);
  }

  /** The rigid ones without the corners of the eyes. */
  static IntStream skull() {
    return rigid().filter(point -> !isEyeCorner(point));
  }

  /** The right eye's outer and inner one, the left eye's inner and outer one. */
  static IntStream eyeCorners() {
    return IntStream.of(RIGHT_EYE_OUTER, RIGHT_EYE_INNER, LEFT_EYE_INNER, LEFT_EYE_OUTER);
  }

  /** Those whose mean is the face centre. */
  static IntStream aroundCentre() {
    return IntStream.of(
        RIGHT_EYE_OUTER, RIGHT_EYE_INNER, LEFT_EYE_INNER, LEFT_EYE_OUTER, MOUTH_RIGHT, MOUTH_LEFT);
  }
}
