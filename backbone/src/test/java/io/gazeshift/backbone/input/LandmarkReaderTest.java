package io.gazeshift.backbone.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.gazeshift.backbone.input.BadFaceException.Reason;
import io.gazeshift.protocol.LandmarkPoints;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.EyeLandmarks;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceLandmarks;
import io.gazeshift.protocol.v1.HeadPose;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;

class LandmarkReaderTest {

  private static final Rotation HEAD = Rotation.about(0, 1, 0, 0.4);
  private static final Rotation NORMALISATION = Rotation.about(1, 0, 0, -0.3);

  private final LandmarkInput input = new LandmarkInput(null);

  @Test
  void everyNumberOfAFaceHasItsPlace() throws BadFaceException {
    FloatBuffer batch = FloatBuffer.allocate(2 * LandmarkInput.WIDTH);

    input.newReader().read(face(), batch, 1);

    float[] row = new float[LandmarkInput.WIDTH];
    batch.get(LandmarkInput.WIDTH, row);
    assertThat(row[0]).isEqualTo(100);
    assertThat(row[2 * LandmarkPoints.INNER_CORNER]).isEqualTo(116);
    assertThat(row).startsWith(numbers(100, 32)).contains(1, 2, 3);
    assertThat(row[32]).isEqualTo(1);
    assertThat(row[34]).isEqualTo(3);
    assertThat(row[LandmarkInput.EYE]).isEqualTo(200);
    assertThat(row[LandmarkInput.EYE + 34]).isEqualTo(6);
    assertThat(row[LandmarkInput.SKULL]).isEqualTo(300);
    assertThat(row[LandmarkInput.ROTATION - 1]).isEqualTo(367);
    double[] turned = NORMALISATION.after(HEAD).rows();
    for (int i = 0; i < turned.length; i++) {
      assertThat(row[LandmarkInput.ROTATION + i]).isEqualTo((float) turned[i]);
    }
  }

  @Test
  void aFaceWithoutLandmarksIsRejectedWithTheRemedy() {
    FaceFrame face =
        face().toBuilder().clearLandmarks().setPatchJpeg(ByteString.copyFromUtf8("x")).build();

    assertThatThrownBy(() -> input.newReader().read(face, FloatBuffer.allocate(147), 0))
        .isInstanceOf(BadFaceException.class)
        .hasMessageContaining("gazeshift models fetch")
        .extracting("reason")
        .isEqualTo(Reason.NO_LANDMARKS);
  }

  @Test
  void aFaceWithoutAPictureIsRejectedByAPatchWithTheRemedy() {
    FaceReader patches = PatchInput.imageNet(32).newReader();

    assertThatThrownBy(() -> patches.read(face(), FloatBuffer.allocate(3 * 32 * 32), 0))
        .isInstanceOf(BadFaceException.class)
        .hasMessageContaining("ingest.patches")
        .extracting("reason")
        .isEqualTo(Reason.NO_PATCH);
  }

  private static FaceFrame face() {
    FaceLandmarks.Builder landmarks =
        FaceLandmarks.newBuilder().setRight(eye(100, 1)).setLeft(eye(200, 4));
    for (float value : numbers(300, 2 * LandmarkPoints.SKULL)) {
      landmarks.addSkull(value);
    }
    return FaceFrame.newBuilder()
        .setLandmarks(landmarks)
        .setHeadPose(HeadPose.newBuilder().addAllRotation(HEAD.toList()))
        .addAllNormalisationRotation(NORMALISATION.toList())
        .build();
  }

  private static EyeLandmarks eye(float first, float iris) {
    EyeLandmarks.Builder eye = EyeLandmarks.newBuilder();
    for (float value : numbers(first, 2 * LandmarkPoints.LIDS)) {
      eye.addLids(value);
    }
    return eye.setIrisX(iris).setIrisY(iris + 1).setIrisRadius(iris + 2).build();
  }

  private static float[] numbers(float first, int count) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = first + i;
    }
    return numbers;
  }
}
