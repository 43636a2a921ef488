package io.gazeshift.daemon.cli.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.cli.Console;
import io.gazeshift.daemon.cli.Commands;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.outputs.recording.WrittenRecording;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.testing.TestHeads;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QualityCommandTest {

  private static final HeadFile SOURCE =
      ModelDirectory.builtIn(BuiltInModel.STUDIO).sourceHeadFile();

  private static final Gaze POINT = Gaze.ofDegrees(4, -8);

  @TempDir Path home;

  private final Random random = new Random(9);
  private final WrittenRecording recording = new WrittenRecording();
  private final List<float[]> shown = new ArrayList<>();
  private int exit;
  private String out = "";
  private String err = "";

  @Test
  void aRecordingIsMeasuredBeforeAndAfterAdaptation() throws Exception {
    predictions("lab");
    glance("lab", "one");
    head("lab", 3, POINT);
    Path session = recording.writeTo(home.resolve("session"));
    Path figures = home.resolve("figures.json");
    Path report = home.resolve("report");

    execute(session.toString(), "--json=" + figures, "--out=" + report);

    assertThat(exit).as(err).isZero();
    assertThat(out)
        .contains("Data quality of lab", "before: source head", "after: head 3", "elsewhere")
        .contains("report: " + report.resolve("quality.html"));
    JsonNode json = new ObjectMapper().readTree(Files.readString(figures));
    // Nine of ten frames have a prediction.
    assertThat(json.at("/stream/data_loss").asDouble()).isCloseTo(0.1, within(0.005));
    assertThat(json.at("/stream/effective_frequency_hz").asDouble()).isCloseTo(18, within(0.1));
    assertThat(json.at("/stream/rms_s2s_deg").asDouble()).isBetween(0.3, 0.5);
    double before = sourceErrorDeg();
    assertThat(json.at("/glances/0/mean_error_deg").asDouble()).isCloseTo(before, within(1e-3));
    assertThat(json.at("/glances/1/accuracy_deg").asDouble()).isCloseTo(0, within(1e-4));
    assertThat(Files.readString(report.resolve("quality.json")))
        .isEqualTo(Files.readString(figures));
    assertThat(Files.readString(report.resolve("quality.html"))).contains("Data quality of lab");
  }

  @Test
  void withoutGlancesTheRestIsMeasured() throws Exception {
    predictions("lab");
    execute(recording.writeTo(home.resolve("session")).toString());

    assertThat(exit).as(err).isZero();
    assertThat(out).contains("accuracy is left out", "gazeshift glances run --domain lab", "Hz");
  }

  @Test
  void ofSeveralDomainsOneMustBeNamed() throws Exception {
    predictions("lab");
    predictions("van");
    String session = recording.writeTo(home.resolve("session")).toString();

    execute(session);
    assertThat(exit).isEqualTo(1);
    assertThat(err).contains("predictions of lab, van; name one domain with --domain");
    execute(session, "--domain=van");
    assertThat(exit).as(err).isZero();
    assertThat(out).contains("Data quality of van");
  }

  @Test
  void withoutAnythingItSaysSo() throws Exception {
    predictions("lab");
    String session = recording.writeTo(home.resolve("session")).toString();

    execute(session, "--domain=lap");
    assertThat(exit).isEqualTo(1);
    assertThat(err).contains("domain 'lap': has neither predictions in this time nor glances");
    execute(session, "--domain=lab", "--from=2100-01-01T00:00:00Z");
    assertThat(err).contains("name an earlier time with --from");
    execute(home.toString());
    assertThat(exit).isEqualTo(1);
    assertThat(err).contains("name the directory of a recording");
    execute();
    assertThat(exit).isEqualTo(2);
    assertThat(err).contains("give --domain, or the directory of a recording");
  }

  /** Names in records come from other machines. */
  @Test
  void whatOthersWroteCannotSteerTheTerminal() throws Exception {
    for (int i = 0; i < 20; i++) {
      prediction("lab", "door\r\u001b[1A", i);
    }
    execute(recording.writeTo(home.resolve("session")).toString());

    assertThat(exit).as(err).isZero();
    assertThat(out.replaceAll("\\R", "")).contains("door [1A").doesNotContainPattern("\\p{Cntrl}");
  }

  /** Of the source head on the features that were shown to it. */
  private double sourceErrorDeg() {
    return shown.stream()
        .mapToDouble(
            features -> {
              float[] angles = SOURCE.head().predict(features);
              return Math.toDegrees(POINT.angleToRad(new Gaze(angles[0], angles[1])));
            })
        .average()
        .orElseThrow();
  }

  private void predictions(String domain) {
    for (int i = 0; i < 400; i++) {
      if (i % 10 != 5) {
        prediction(domain, "desk", i);
      }
    }
  }

  private void prediction(String domain, String camera, int seq) {
    Gaze gaze = Gaze.ofDegrees(0.2 * random.nextGaussian(), 0.2 * random.nextGaussian());
    recording.add(
        Topics.PREDICTIONS,
        camera,
        RecordType.GAZE_PREDICTION.encode(
            GazePrediction.newBuilder()
                .setIdentity(identity(domain, camera, seq))
                .setNormalised(gaze.toMessage())
                .setCamera(gaze.toMessage())
                .addAllOrigin(List.of(0., 0., 600.))
                .setQuality(FaceQuality.newBuilder().setOverall(1).setEyeOpenness(0.8f))
                .build()));
  }

  private static FaceIdentity identity(String domain, String camera, int seq) {
    return FaceIdentity.newBuilder()
        .setCamera(camera)
        .setDomain(domain)
        .setCaptureSession(12)
        .setFrameSeq(seq)
        .setCaptureMicros(1_700_000_000_000_000L + 50_000L * seq)
        .build();
  }

  private void glance(String domain, String id) {
    CalibrationGlance.Builder glance =
        CalibrationGlance.newBuilder()
            .setDomain(domain)
            .setGlanceId(id)
            .setCameraGaze(POINT.toMessage())
            .setAuthor("person test")
            .setCreatedMicros(1_700_000_000_000_000L);
    for (int i = 0; i < 6; i++) {
      float[] features = new float[SOURCE.head().inputs()];
      byte[] halves = new byte[2 * features.length];
      for (int k = 0; k < features.length; k++) {
        // Halves of 0 and of 1.
        boolean one = random.nextInt(4) == 0;
        features[k] = one ? 1 : 0;
        halves[2 * k + 1] = (byte) (one ? 0x3c : 0);
      }
      shown.add(features);
      glance.addFrames(
          FeatureSample.newBuilder()
              .setIdentity(identity(domain, "desk", i))
              .setBackboneFingerprint(SOURCE.backboneFingerprint())
              .setFeatureFp16(ByteString.copyFrom(halves))
              .setPrediction(POINT.toMessage())
              .addAllNormalisationRotation(Rotation.IDENTITY.toList()));
    }
    recording.add(
        Topics.CALIBRATION,
        domain + "@" + id,
        RecordType.CALIBRATION_GLANCE.encode(glance.build()));
  }

  private void head(String domain, long version, Gaze always) {
    recording.add(
        Topics.MODELS,
        domain,
        RecordType.HEAD_MODEL.encode(
            TestHeads.record(
                domain,
                version,
                SOURCE.backboneFingerprint(),
                TestHeads.constant(
                    SOURCE.head().inputs(), (float) always.pitchRad(), (float) always.yawRad()))));
  }

  private void execute(String... words) {
    List<String> line = new ArrayList<>(List.of("quality"));
    line.addAll(List.of(words));
    line.addAll(List.of("--set", "infer.model=studio"));
    StringWriter toOut = new StringWriter();
    StringWriter toErr = new StringWriter();
    exit =
        Commands.line(
                new Console(new PrintWriter(toOut), new PrintWriter(toErr), false, 80, Map.of()))
            .execute(line.toArray(String[]::new));
    out = toOut.toString();
    err = toErr.toString();
  }
}
