package io.gazeshift.adaptation.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.gazeshift.adaptation.quality.QualityReport.ActiveHead;
import io.gazeshift.adaptation.quality.QualityReport.HeadOnGlances;
import io.gazeshift.adaptation.quality.QualityReport.When;
import io.gazeshift.adaptation.report.QualityJson;
import io.gazeshift.adaptation.report.QualityPage;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.targets.quality.Precision;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QualityReportTest {

  private static final double NOISE_DEG = 0.5;

  /** A virtual camera that is turned by 90 degrees about the optical axis. */
  private static final Rotation TURNED = Rotation.ofRows(0, -1, 0, 1, 0, 0, 0, 0, 1);

  private static final Rotation STRAIGHT = Rotation.IDENTITY;

  private static final HeadFile SOURCE = file(3, 4);
  private static final List<CalibrationGlance> GLANCES =
      List.of(
          SeenFaces.glance("one", 0, Gaze.ofDegrees(0, 5), STRAIGHT),
          SeenFaces.glance("two", 0, Gaze.ofDegrees(-5, -10), TURNED),
          SeenFaces.glance("three", 7, Gaze.ofDegrees(8, 0), STRAIGHT));

  @Test
  void accuracyIsThatOfEachHeadOnTheSameGlances() {
    QualityReport report =
        report(new PredictedTracks(), GLANCES, Optional.of(active(5, file(0, 1))));

    assertThat(report.heads())
        .extracting(HeadOnGlances::when, HeadOnGlances::version)
        .containsExactly(tuple(When.BEFORE, 0L), tuple(When.AFTER, 5L));
    GlanceQuality before = report.heads().get(0).quality();
    GlanceQuality after = report.heads().get(1).quality();
    // An offset of 3 and 4 degrees is 5 long; degrees of yaw are shorter above and below.
    assertThat(before.accuracy().offsetDeg()).isCloseTo(5, within(0.1));
    assertThat(after.accuracy().offsetDeg()).isCloseTo(1, within(0.05));
    assertThat(before.points())
        .extracting(point -> point.glance().getGlanceId())
        .containsExactly("one", "two", "three");
    assertThat(before.faces()).extracting(GlanceQuality.Face::points).containsExactly(2, 1);
    // Without noise.
    assertThat(before.precision().orElseThrow().stdDeg()).isCloseTo(0, within(1e-6));
    assertThat(report.notes())
        .anyMatch(note -> note.contains("0 of 3 glances are newer than head 5"))
        .anyMatch(note -> note.contains("no predictions in this time"));
  }

  /** An offset in the head's axes is turned with the camera. */
  @Test
  void offsetsAreInTheAxesOfTheCamera() {
    GlanceQuality quality =
        GlanceQuality.of(
                file(0, 2), List.of(SeenFaces.glance("a", 0, Gaze.ofDegrees(0, 0), TURNED)))
            .orElseThrow();

    assertThat(quality.accuracy().horizontalDeg()).isCloseTo(0, within(0.02));
    assertThat(Math.abs(quality.accuracy().verticalDeg())).isCloseTo(2, within(0.02));
  }

  @Test
  void whatWasPredictedMeanwhileNeedsNoHead() {
    GlanceQuality quality =
        GlanceQuality.asPredicted(List.of(SeenFaces.glance("a", 0, Gaze.ofDegrees(0, 0), STRAIGHT)))
            .orElseThrow();

    assertThat(quality.accuracy().horizontalDeg()).isCloseTo(Math.toDegrees(0.1), within(1e-6));
    assertThat(GlanceQuality.asPredicted(List.of())).isEmpty();
  }

  @Test
  void withoutGlancesAccuracyIsLeftOutAndTheRemedyNamed() {
    QualityReport report = report(predictions(0), List.of(), Optional.empty());

    assertThat(report.heads()).isEmpty();
    assertThat(report.stream()).isPresent();
    assertThat(report.notes())
        .singleElement()
        .asString()
        .contains("accuracy is left out", "gazeshift glances run --domain lab");
    assertThat(QualityJson.of(report).has("glances")).isFalse();
  }

  @Test
  void glancesOfAnotherBackboneAreSaid() {
    QualityReport report =
        QualityReport.of(
            "lab",
            predictions(0),
            GLANCES,
            new HeadFile(SeenFaces.head(0, 0), "backbone-b"),
            Optional.of(active(2, file(0, 0))));

    assertThat(report.heads()).extracting(HeadOnGlances::when).containsExactly(When.AFTER);
    assertThat(report.notes())
        .anyMatch(
            note ->
                note.contains("another backbone than that of the source head")
                    && note.contains("infer.model"));
  }

  @Test
  void theStreamIsSortedByFaceTargetAndHead() {
    StreamQuality stream = StreamQuality.of(predictions(3)).orElseThrow();

    assertThat(stream.faces()).hasSize(2);
    assertThat(stream.faces().get(0).coverage().seconds()).isCloseTo(40, within(1e-6));
    assertThat(stream.faces().get(1).track().faceIndex()).isEqualTo(1);
    assertThat(stream.targets())
        .extracting(StreamQuality.Part::of)
        .containsExactly("screen", "door");
    assertThat(stream.heads()).extracting(StreamQuality.Part::of).containsExactly(0L, 3L);
    double both = Math.sqrt(2) * NOISE_DEG;
    for (Optional<Precision> each :
        List.of(
            stream.precision(),
            stream.faces().get(0).precision(),
            stream.targets().get(1).precision(),
            stream.heads().get(1).precision())) {
      assertThat(each.orElseThrow().stdDeg()).isCloseTo(both, within(0.1 * both));
      assertThat(each.orElseThrow().rmsS2sDeg()).isCloseTo(Math.sqrt(2) * both, within(0.1 * both));
    }
    assertThat(StreamQuality.of(new PredictedTracks())).isEmpty();
  }

  @Test
  void tooManyPredictionsAreAnErrorThatSaysWhatToDo() {
    PredictedTracks tracks = new PredictedTracks(1);
    tracks.add(SeenFaces.prediction(0, 0, Gaze.ofDegrees(0, 0), "screen", 0));

    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> tracks.add(SeenFaces.prediction(0, 1, Gaze.ofDegrees(0, 0), "screen", 0)))
        .withMessageContaining("more than 1 predictions")
        .withMessageContaining("--from");
  }

  @Test
  void pageAndJsonSayTheSame() {
    QualityReport report =
        QualityReport.of(
            "lab<1>", predictions(3), GLANCES, SOURCE, Optional.of(active(3, file(0, 1))));

    String page = new QualityPage(report).html();
    JsonNode json = QualityJson.of(report);

    assertThat(page)
        .contains("Data quality of lab&lt;1&gt;", "RMS-S2S", "BCEA", "desk, face 1, session 2a")
        .contains("before: source head", "after: head 3", "<svg", "<circle class=\"after\"")
        .containsPattern("accuracy</div><div>4\\.9\\d° → <b>(0\\.9|1\\.0)\\d°</b>")
        .doesNotContain("lab<1>", "<script", "NaN", "http:");
    assertThat(json.path("stream").path("faces")).hasSize(2);
    assertThat(json.path("stream").path("data_loss").asDouble()).isZero();
    assertThat(json.path("stream").path("effective_frequency_hz").asDouble())
        .isCloseTo(25, within(1e-6));
    assertThat(json.path("stream").path("faces").get(0).path("capture_session").asText())
        .isEqualTo("42");
    assertThat(json.path("glances")).hasSize(2);
    assertThat(json.path("glances").get(0).path("when").asText()).isEqualTo("before");
    assertThat(json.path("glances").get(1).path("accuracy_deg").asDouble())
        .isCloseTo(1, within(0.05));
    assertThat(json.path("glances").get(0).path("points")).hasSize(3);
    assertThat(json.toString()).doesNotContain("NaN");
  }

  /** One face for 40 s, another for 20 s; a new head takes over in the middle. */
  private static PredictedTracks predictions(long secondHead) {
    PredictedTracks tracks = new PredictedTracks();
    Random random = new Random(4);
    for (int seq = 0; seq < 1000; seq++) {
      boolean atScreen = seq % 100 < 70;
      for (int face = 0; face < (seq < 500 ? 2 : 1); face++) {
        tracks.add(
            SeenFaces.prediction(
                face,
                seq,
                Gaze.ofDegrees(
                    NOISE_DEG * random.nextGaussian(),
                    (atScreen ? 0 : 30) + NOISE_DEG * random.nextGaussian()),
                atScreen ? "screen" : "door",
                seq < 520 ? 0 : secondHead));
      }
    }
    return tracks;
  }

  private static QualityReport report(
      PredictedTracks tracks, List<CalibrationGlance> glances, Optional<ActiveHead> active) {
    return QualityReport.of("lab", tracks, glances, SOURCE, active);
  }

  private static ActiveHead active(long version, HeadFile file) {
    return new ActiveHead(version, SeenFaces.BEGIN + 1, file);
  }

  private static HeadFile file(double pitchOffsetDeg, double yawOffsetDeg) {
    return new HeadFile(SeenFaces.head(pitchOffsetDeg, yawOffsetDeg), SeenFaces.BACKBONE);
  }
}
