package io.gazeshift.outputs.feed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.DenseLayer;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.protocol.v1.GazeTargets;
import io.gazeshift.protocol.v1.GazeUncertainty;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.protocol.v1.PersonOffset;
import io.gazeshift.protocol.v1.ScreenPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What the feed writes is what the published schema says, and the schema names all of it. */
class FeedSchemaTest {

  private static final Path SCHEMA = Path.of("../docs/integrate/stream.schema.json");

  private final ObjectMapper mapper = new ObjectMapper();
  private final FeedJson json = new FeedJson();

  @Test
  void aPredictionWithEverything() throws IOException {
    GazePrediction prediction =
        GazePrediction.newBuilder()
            .setIdentity(
                FaceIdentity.newBuilder()
                    .setCamera("desk")
                    .setDomain("lab")
                    .setCaptureSession(-1)
                    .setFrameSeq(1)
                    .setCaptureMicros(1_790_000_000_000_000L))
            .setNormalised(Gaze.ofDegrees(1, 2).toMessage())
            .setCamera(Gaze.ofDegrees(3, -12).toMessage())
            .addAllOrigin(List.of(1.5, 2.5, 600.0))
            .setUncertainty(GazeUncertainty.newBuilder().setSigma(0.1).setPitch(0.1).setYaw(0.1))
            .setQuality(FaceQuality.newBuilder().setOverall(0.9f).setEyeOpenness(1))
            .setSmoothedCamera(Gaze.ofDegrees(3, -12).toMessage())
            .setPersonOffset(
                PersonOffset.newBuilder()
                    .setOffset(Gaze.ofDegrees(1, 1).toMessage())
                    .setRemaining(Gaze.ofDegrees(1, 1).toMessage())
                    .setCamera(Gaze.ofDegrees(3, -12).toMessage())
                    .setFixations(4))
            .setTargets(
                GazeTargets.newBuilder()
                    .addTargets(
                        GazeTarget.newBuilder()
                            .setName("screen")
                            .setProbability(0.75f)
                            .addAllPoint(List.of(1f, 2f, 3f))
                            .setInside(true)
                            .setScreen(
                                ScreenPoint.newBuilder()
                                    .setRightMm(100)
                                    .setDownMm(50)
                                    .setRightPx(800)
                                    .setDownPx(400)))
                    .setElsewhere(0.25f))
            .build();
    assertKnown("prediction", FeedKind.PREDICTION, RecordType.GAZE_PREDICTION.encode(prediction));
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "KIND_NOT_SET")
  void anEventOfEachKind(FaceEvent.KindCase kind) throws IOException {
    FaceEvent.Builder event =
        FaceEvent.newBuilder()
            .setCamera("desk")
            .setDomain("lab")
            .setCaptureSession(-1)
            .setStartMicros(1_790_000_000_000_000L)
            .setEndMicros(1_790_000_000_500_000L);
    switch (kind) {
      case GLANCE ->
          event.setGlance(
              FaceEvent.Glance.newBuilder()
                  .setTarget("mirror")
                  .setArrivedMicros(1_790_000_000_100_000L));
      case ALERT ->
          event.setAlert(
              FaceEvent.Alert.newBuilder().setRule("eyes-off-road").setValue(2).setBound(1.5f));
      default -> {
        var field = FaceEvent.getDescriptor().findFieldByNumber(kind.getNumber());
        event.setField(field, event.newBuilderForField(field).build());
      }
    }
    assertKnown("event", FeedKind.EVENT, RecordType.FACE_EVENT.encode(event.build()));
  }

  @Test
  void aHead() throws IOException {
    HeadModel head =
        HeadModel.newBuilder()
            .setDomain("lab")
            .setVersion(1)
            .setBackboneFingerprint("b")
            .setSha256(ByteString.copyFrom(new byte[32]))
            .setAuthor("service")
            .setReportSummary("because")
            .addLayers(
                DenseLayer.newBuilder()
                    .setInputs(1)
                    .setOutputs(1)
                    .setWeight(ByteString.copyFrom(new byte[4]))
                    .setBias(ByteString.copyFrom(new byte[4])))
            .build();
    assertKnown("head", FeedKind.HEAD, RecordType.HEAD_MODEL.encode(head));
  }

  private void assertKnown(String name, FeedKind kind, byte[] record) throws IOException {
    JsonNode written = mapper.readTree(json.message(kind, record).json());
    JsonNode schemas = mapper.readTree(SCHEMA.toFile());
    var schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(schemas.at("/$defs/" + name));
    assertThat(schema.validate(written)).as(written.toPrettyString()).isEmpty();
    assertNamed(written, schemas.at("/$defs/" + name));
  }

  /**
   * The schema allows fields that it does not name, for programs of today and fields of tomorrow.
   */
  private static void assertNamed(JsonNode written, JsonNode schema) {
    written
        .properties()
        .forEach(
            field -> {
              JsonNode of = schema.at("/properties/" + field.getKey());
              assertThat(of.isMissingNode()).as("field without a schema: " + field).isFalse();
              assertNamed(field.getValue(), of);
            });
    if (written.isArray()) {
      written.forEach(item -> assertNamed(item, schema.path("items")));
    }
  }
}
