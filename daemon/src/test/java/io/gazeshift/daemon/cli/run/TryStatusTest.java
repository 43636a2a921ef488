package io.gazeshift.daemon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.daemon.live.CameraView;
import io.gazeshift.daemon.live.Direction;
import io.gazeshift.daemon.live.FaceView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TryStatusTest {

  private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");

  @Test
  void eachFaceHasItsDirectionInWords() {
    assertThat(TryStatus.line(camera(NOW), NOW))
        .isEqualTo(
            "12.5 frames/s   face 0 looks 7° up, 21° to its right"
                + "   face 1 looks 3° down, 0° to the image's left");
  }

  @Test
  void aFaceThatLeftIsNotShownAnyMore() {
    assertThat(TryStatus.line(camera(NOW.minusSeconds(2)), NOW)).isEqualTo("no face at the moment");
  }

  private static CameraView camera(Instant lastSeen) {
    return new CameraView(
        "camera",
        "camera",
        12.5,
        30,
        lastSeen,
        List.of(face(0, 7.2, -21), face(1, -3, 0)),
        List.of());
  }

  private static FaceView face(int index, double pitch, double yaw) {
    return new FaceView(
        index,
        new Direction(pitch, yaw),
        Optional.empty(),
        new double[3],
        0,
        OptionalDouble.empty(),
        Optional.empty());
  }
}
