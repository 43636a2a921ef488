package io.gazeshift.inference.predictions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.protocol.v1.GazeTargets;
import io.gazeshift.protocol.v1.GazeUncertainty;
import io.gazeshift.protocol.v1.PersonOffset;
import io.gazeshift.protocol.v1.ScreenPoint;
import io.gazeshift.protocol.v1.StageTimings;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class PredictionTextTest {

  private final PredictionText text = new PredictionText(ZoneOffset.UTC);
  private final GazePrediction prediction =
      GazePrediction.newBuilder()
          .setIdentity(
              FaceIdentity.newBuilder()
                  .setCamera("cam0")
                  .setDomain("lab")
                  .setCaptureSession(-1)
                  .setFrameSeq(17)
                  .setCaptureMicros(1_000_000_123_000L))
          .setNormalised(Gaze.ofDegrees(1, 2).toMessage())
          .setCamera(Gaze.ofDegrees(3.14, -12).toMessage())
          .addAllOrigin(List.of(1.5, 2.5, 600.0))
          .setModelVersion(4)
          .setTimings(StageTimings.newBuilder().setIngestMicros(5000).setBackboneMicros(9100))
          .build();

  @Test
  void peopleReadDegreesInCameraAxesAndTheirOwnClock() {
    assertThat(text.forPeople(prediction))
        .startsWith("13:46:40.123  cam0")
        .contains("#17", "face 0", "pitch   +3.1°", "yaw  -12.0°", "head lab v4", "14 ms");
  }

  @Test
  void programsReadJsonInRadians() throws Exception {
    JsonNode json = new ObjectMapper().readTree(text.forPrograms(prediction));
    assertThat(json.get("camera").asText()).isEqualTo("cam0");
    assertThat(json.get("captureSession").asText()).isEqualTo("18446744073709551615");
    assertThat(json.get("pitchRad").asDouble()).isEqualTo(Math.toRadians(3.14));
    assertThat(json.get("yawRad").asDouble()).isEqualTo(Math.toRadians(-12));
    assertThat(json.get("originMm").get(2).asDouble()).isEqualTo(600);
    assertThat(json.get("captured").asText()).isEqualTo("1970-01-12T13:46:40.123Z");
  }

  @Test
  void bothReadHowFarOffItMayBeAndWhatIsKnownOfThePerson() throws Exception {
    assertThat(text.forPeople(prediction)).doesNotContain("±");
    assertThat(text.forPrograms(prediction)).doesNotContain("sigma", "personOffset");
    GazePrediction known =
        prediction.toBuilder()
            .setUncertainty(
                GazeUncertainty.newBuilder()
                    .setSigma(Math.toRadians(9.4))
                    .setPitch(0.1)
                    .setYaw(0.08))
            .setPersonOffset(
                PersonOffset.newBuilder()
                    .setOffset(Gaze.ofDegrees(-1, 0).toMessage())
                    .setCamera(Gaze.ofDegrees(2.14, -12).toMessage())
                    .setFixations(12)
                    .setGlances(3))
            .build();

    assertThat(text.forPeople(known)).contains("yaw  -12.0°  ± 9°  head lab v4");
    JsonNode json = new ObjectMapper().readTree(text.forPrograms(known));
    assertThat(json.get("sigmaRad").asDouble()).isEqualTo(Math.toRadians(9.4));
    assertThat(json.get("sigmaYawRad").asDouble()).isEqualTo(0.08);
    assertThat(json.get("pitchRad").asDouble()).isEqualTo(Math.toRadians(3.14));
    assertThat(json.get("personOffset").get("correctedPitchRad").asDouble())
        .isEqualTo(Math.toRadians(2.14));
    assertThat(json.get("personOffset").get("fixations").asInt()).isEqualTo(12);
    assertThat(json.get("personOffset").get("glances").asInt()).isEqualTo(3);
  }

  @Test
  void programsReadHowGoodTheFaceWas() throws Exception {
    assertThat(text.forPrograms(prediction)).doesNotContain("quality", "eyeOpenness");
    GazePrediction blinking =
        prediction.toBuilder()
            .setQuality(FaceQuality.newBuilder().setOverall(0.125f).setEyeOpenness(0.25f))
            .build();
    JsonNode json = new ObjectMapper().readTree(text.forPrograms(blinking));
    assertThat(json.get("quality").asDouble()).isEqualTo(0.125);
    assertThat(json.get("eyeOpenness").asDouble()).isEqualTo(0.25);
  }

  @Test
  void bothReadTheMostProbableTarget() throws Exception {
    assertThat(text.forPrograms(prediction)).doesNotContain("target");
    GazeTargets.Builder targets =
        GazeTargets.newBuilder()
            .addTargets(
                GazeTarget.newBuilder()
                    .setName("monitor")
                    .setProbability(0.64f)
                    .addAllPoint(List.of(1f, 2f, 3f))
                    .setInside(true)
                    .setScreen(
                        ScreenPoint.newBuilder()
                            .setRightMm(5)
                            .setDownMm(6)
                            .setRightPx(50)
                            .setDownPx(-60)))
            .addTargets(GazeTarget.newBuilder().setName("door").setProbability(0.06f))
            .setElsewhere(0.3f);
    GazePrediction looking = prediction.toBuilder().setTargets(targets).build();

    assertThat(text.forPeople(looking)).contains("yaw  -12.0°  monitor 64 %  head lab v4");
    JsonNode json = new ObjectMapper().readTree(text.forPrograms(looking));
    assertThat(json.get("target").asText()).isEqualTo("monitor");
    assertThat(json.get("targets").get(0).get("screenPx").get(1).asInt()).isEqualTo(-60);
    assertThat(json.get("targets").get(0).get("pointMm").get(2).asInt()).isEqualTo(3);
    assertThat(json.get("targets").get(0).get("inside").asBoolean()).isTrue();
    assertThat(json.get("targets").get(1).has("pointMm")).isFalse();
    GazePrediction away = looking.toBuilder().setTargets(targets.setElsewhere(0.7f)).build();
    assertThat(text.forPeople(away)).contains("  elsewhere 70 %  head");
    assertThat(new ObjectMapper().readTree(text.forPrograms(away)).get("target").asText())
        .isEqualTo("elsewhere");
  }
}
