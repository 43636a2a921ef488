package io.gazeshift.inference.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.protocol.v1.GazeTargets;
import io.gazeshift.targets.event.GazeSample;
import io.gazeshift.targets.shape.Target;
import org.junit.jupiter.api.Test;

class PredictedSampleTest {

  private static final Gaze GAZE = Gaze.ofDegrees(-5, 20);

  @Test
  void aFrameHasTheTimeTheGazeTheLidsAndTheMostProbableTarget() {
    GazePrediction prediction =
        prediction()
            .setQuality(FaceQuality.newBuilder().setEyeOpenness(0.25f))
            .setTargets(
                GazeTargets.newBuilder()
                    .setElsewhere(0.2f)
                    .addTargets(GazeTarget.newBuilder().setName("road").setProbability(0.3f))
                    .addTargets(GazeTarget.newBuilder().setName("mirror").setProbability(0.5f)))
            .build();

    assertThat(PredictedSample.of(prediction))
        .isEqualTo(new GazeSample(17, Gaze.from(prediction.getCamera()), 0.25, "mirror"));
  }

  @Test
  void withoutATargetItIsElsewhere() {
    assertThat(PredictedSample.of(prediction().build()).target()).isEqualTo(Target.ELSEWHERE);
  }

  @Test
  void eyesAreOpenWhereNothingUsableIsSaid() {
    assertThat(PredictedSample.of(prediction().build()).eyeOpenness()).isEqualTo(1);
    assertThat(
            PredictedSample.of(
                    prediction()
                        .setQuality(FaceQuality.newBuilder().setEyeOpenness(Float.NaN))
                        .build())
                .eyeOpenness())
        .isEqualTo(1);
  }

  private static GazePrediction.Builder prediction() {
    return GazePrediction.newBuilder()
        .setIdentity(FaceIdentity.newBuilder().setCaptureMicros(17))
        .setCamera(GAZE.toMessage());
  }
}
