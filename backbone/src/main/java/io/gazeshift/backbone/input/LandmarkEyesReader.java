package io.gazeshift.backbone.input;

import com.google.protobuf.ByteString;
import io.gazeshift.backbone.eyes.EyeCorners;
import io.gazeshift.backbone.eyes.EyeCrop;
import io.gazeshift.backbone.eyes.SecondOpinion;
import io.gazeshift.backbone.input.BadFaceException.Reason;
import io.gazeshift.ingest.normalise.VirtualCamera;
import io.gazeshift.protocol.LandmarkPoints;
import io.gazeshift.protocol.v1.EyeLandmarks;
import io.gazeshift.protocol.v1.FaceFrame;
import java.nio.FloatBuffer;

/** Writes the row of a face that {@link LandmarkEyesInput} describes. For one thread. */
final class LandmarkEyesReader implements FaceReader {

  /** Patches for gaze networks are made with this one, and the records do not say otherwise. */
  private static final VirtualCamera CAMERA = VirtualCamera.STANDARD;

  private static final double PIXELS_PER_MM = CAMERA.focalPx() / CAMERA.distanceMm();

  private final LandmarkReader landmarks = new LandmarkReader();
  private final PatchPixels patch = new PatchPixels(CAMERA.sizePx());
  private final float[] eyes = new float[SecondOpinion.EYES_FLOATS];

  @Override
  public void read(FaceFrame face, FloatBuffer batch, int index) throws BadFaceException {
    landmarks.read(face, batch.slice(index * LandmarkEyesInput.WIDTH, LandmarkInput.WIDTH), 0);
    ByteString jpeg = face.getPatchJpeg();
    if (jpeg.isEmpty()) {
      throw BadFaceException.noPatch();
    }
    byte[] bgr = patch.decode(jpeg);
    // The person's right eye is the one on the image's left.
    cut(bgr, face.getLandmarks().getRight(), 0);
    cut(bgr, face.getLandmarks().getLeft(), EyeCrop.FLOATS);
    batch.put(index * LandmarkEyesInput.WIDTH + LandmarkInput.WIDTH, eyes);
  }

  private void cut(byte[] bgr, EyeLandmarks eye, int offset) throws BadFaceException {
    double x1 = pixel(eye.getLids(2 * LandmarkPoints.OUTER_CORNER));
    double y1 = pixel(eye.getLids(2 * LandmarkPoints.OUTER_CORNER + 1));
    double x2 = pixel(eye.getLids(2 * LandmarkPoints.INNER_CORNER));
    double y2 = pixel(eye.getLids(2 * LandmarkPoints.INNER_CORNER + 1));
    if (x1 == x2 && y1 == y2) {
      throw new BadFaceException(
          Reason.BAD_LANDMARKS, "both corners of an eye are at (%s, %s)".formatted(x1, y1));
    }
    EyeCrop.cut(bgr, CAMERA.sizePx(), new EyeCorners(x1, y1, x2, y2), eyes, offset);
  }

  /** The face centre is the middle of the patch. */
  private static double pixel(double mm) {
    return mm * PIXELS_PER_MM + CAMERA.sizePx() / 2.0;
  }
}
