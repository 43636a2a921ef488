package io.gazeshift.inference.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.backbone.input.LandmarkInput;
import io.gazeshift.backbone.input.PatchInput;
import io.gazeshift.glsge.data.HeadAccuracy;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.GazeUncertainty;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectedErrorTest {

  private static final HeadAccuracy ACCURACY =
      new HeadAccuracy(Math.toRadians(7.6), Math.toRadians(5.8), 0.1, 0.04);

  private final ExpectedError landmarks = new ExpectedError(ACCURACY, new LandmarkInput("out"));
  private final ExpectedError patches = new ExpectedError(ACCURACY, PatchInput.imageNet(224));

  @Test
  void aGoodFaceHasTheAccuracyOfItsModel() {
    GazeUncertainty known = patches.of(good(0).build());

    assertThat(known.getPitch()).isEqualTo(ACCURACY.pitchRad());
    assertThat(known.getYaw()).isEqualTo(ACCURACY.yawRad());
    assertThat(Math.toDegrees(known.getSigma())).isCloseTo(10.1, within(0.1));
  }

  @Test
  void byLandmarksTheYawGetsWorseAsTheHeadTurnsAndThePitchStays() {
    double last = 0;
    for (int turn = 0; turn <= 30; turn += 5) {
      GazeUncertainty known = landmarks.of(good(turn).build());
      assertThat(known.getYaw()).isGreaterThan(last);
      assertThat(known.getPitch()).isEqualTo(ACCURACY.pitchRad());
      last = known.getYaw();
    }
    // As 60,000 simulated faces: 3.9 degrees into the camera, 7 at 31.
    assertThat(Math.toDegrees(landmarks.of(good(0).build()).getYaw())).isCloseTo(3.9, within(0.2));
    assertThat(Math.toDegrees(last)).isCloseTo(6.6, within(0.5));
  }

  @Test
  void whatCannotBeReadIsAsWideAsGazeItself() {
    double nothing = patches.of(good(0).setIrises(0).build()).getSigma();
    assertThat(Math.toDegrees(nothing)).isCloseTo(29.8, within(0.1));

    for (Consumer<FaceQuality.Builder> fault :
        List.<Consumer<FaceQuality.Builder>>of(
            face -> face.setEyeOpenness(0.2f),
            face -> face.setFrontality(0),
            face -> face.setVisibility(0),
            face -> face.setSharpness(0),
            face -> face.setExposure(Float.NaN))) {
      FaceQuality.Builder face = good(0);
      fault.accept(face);
      assertThat(patches.of(face.build()).getSigma()).isCloseTo(nothing, within(1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 7, 9})
  void everyScoreThatFallsWidensOrChangesNothing(int field) {
    var descriptor = FaceQuality.getDescriptor().findFieldByNumber(field);
    double last = 0;
    for (float score = 1; score >= 0; score -= 0.05f) {
      double sigma = patches.of(good(0).setField(descriptor, score).build()).getSigma();
      assertThat(sigma).as("%s %s", descriptor.getName(), score).isGreaterThanOrEqualTo(last);
      last = sigma;
    }
  }

  @Test
  void aModelThatIsWorseThanNothingIsNotCalledBetter() {
    HeadAccuracy bad = new HeadAccuracy(Math.toRadians(40), Math.toRadians(5), 0, 0);

    GazeUncertainty known =
        new ExpectedError(bad, PatchInput.imageNet(224)).of(good(0).setIrises(0).build());

    assertThat(known.getPitch()).isEqualTo(bad.pitchRad());
  }

  private static FaceQuality.Builder good(double turnDeg) {
    return FaceQuality.newBuilder()
        .setOverall(1)
        .setEyeOpenness(1)
        .setSharpness(1)
        .setExposure(1)
        .setResolution(1)
        .setFrontality(1)
        .setVisibility(1)
        .setIrises(1)
        .setHead(Gaze.ofDegrees(0, turnDeg).toMessage());
  }
}
