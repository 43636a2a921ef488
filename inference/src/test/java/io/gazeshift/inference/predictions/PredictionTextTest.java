package io.gazeshift.inference.predictions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
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
}
