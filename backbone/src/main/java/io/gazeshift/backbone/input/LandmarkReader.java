package io.gazeshift.backbone.input;

import io.gazeshift.backbone.input.BadFaceException.Reason;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.EyeLandmarks;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceLandmarks;
import java.nio.FloatBuffer;
import java.util.List;

/** Writes the row of a face that {@link LandmarkInput} describes. For one thread. */
final class LandmarkReader implements FaceReader {

  private final float[] row = new float[LandmarkInput.WIDTH];

  @Override
  public void read(FaceFrame face, FloatBuffer batch, int index) throws BadFaceException {
    if (!face.hasLandmarks()) {
      throw new BadFaceException(
          Reason.NO_LANDMARKS,
          "face has no landmarks, which this model needs; 'gazeshift models fetch' gets the face"
              + " models that find irises, and rendered faces need the model 'studio'");
    }
    FaceLandmarks landmarks = face.getLandmarks();
    put(landmarks.getRight(), 0);
    put(landmarks.getLeft(), LandmarkInput.EYE);
    put(landmarks.getSkullList(), LandmarkInput.SKULL);
    Rotation headToVirtual =
        Rotation.ofRows(face.getNormalisationRotationList())
            .after(Rotation.ofRows(face.getHeadPose().getRotationList()));
    double[] rotation = headToVirtual.rows();
    for (int i = 0; i < rotation.length; i++) {
      row[LandmarkInput.ROTATION + i] = (float) rotation[i];
    }
    batch.put(index * row.length, row);
  }

  private void put(EyeLandmarks eye, int at) {
    put(eye.getLidsList(), at);
    int iris = at + LandmarkInput.EYE - 3;
    row[iris] = eye.getIrisX();
    row[iris + 1] = eye.getIrisY();
    row[iris + 2] = eye.getIrisRadius();
  }

  private void put(List<Float> xy, int at) {
    for (int i = 0; i < xy.size(); i++) {
      row[at + i] = xy.get(i);
    }
  }
}
