package io.gazeshift.daemon.cli.glances;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.adaptation.glance.GlanceScore;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FeatureSample;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class GlanceTextTest {

  @Test
  void whatOthersWroteCannotSteerTheTerminal() {
    CalibrationGlance glance =
        CalibrationGlance.newBuilder()
            .setGlanceId("one\u001b[2J")
            .setAuthor("eve\nglance two\u0007")
            .addFrames(
                FeatureSample.newBuilder()
                    .setIdentity(FaceIdentity.newBuilder().setCamera("door\r\u001b[1A")))
            .build();
    Gaze gaze = Gaze.ofDegrees(1, 2);
    StringWriter text = new StringWriter();
    GlanceText.table(
        new PrintWriter(text, true), List.of(new GlanceScore(glance, gaze, gaze, gaze, 0, 0, 0)));
    assertThat(text.toString()).hasLineCount(2).contains("one [2J", "door [1A", "eve glance two");
    assertThat(text.toString().replaceAll("\\R", "")).doesNotContainPattern("\\p{Cntrl}");
  }
}
