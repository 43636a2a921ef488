package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.protobuf.ByteString;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.glsge.data.Half;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.inference.pipeline.FaceOutcome.Predicted;
import io.gazeshift.inference.pipeline.FaceOutcome.Rejected;
import io.gazeshift.ingest.synthetic.RenderedFaces;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.testing.BadPatches;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FacePredictorTest {

  private static final long CAPTURE_MICROS = 1_700_000_000_000_000L;
  private static final long POLLED_MICROS = CAPTURE_MICROS + 5_000;
  private static final Instant NOW = Instant.ofEpochSecond(0, 1000 * (CAPTURE_MICROS + 9_000));

  private static ModelDirectory model;
  private static Backbone backbone;
  private static RenderedFaces rendered;

  private static final FaceAgeLimit NO_BOUND = new FaceAgeLimit(Optional.empty(), () -> NOW);

  private final FloatBuffer patches =
      ByteBuffer.allocateDirect(Float.BYTES * 10 * 3 * 224 * 224)
          .order(ByteOrder.nativeOrder())
          .asFloatBuffer();
  private final ActiveHeads heads = new ActiveHeads(model.sourceHead());

  @BeforeAll
  static void openModel() throws InterruptedException {
    model = ModelDirectory.builtIn(BuiltInModel.STUDIO);
    backbone = model.openBackbone(new BackboneOptions("cpu", 1));
    rendered = new RenderedFaces(SyntheticScene.STUDIO, 5, 10);
  }

  @AfterAll
  static void closeModel() {
    backbone.close();
  }

  @Test
  void aBatchIsPredictedAsItsFacesWouldBeAlone() {
    List<FaceFrame> faces = new ArrayList<>();
    for (int seq = 0; seq < 10; seq++) {
      faces.add(face("cam", seq));
    }

    List<FaceOutcome> together = predict(faces);

    assertThat(together).hasSize(10);
    for (int seq = 0; seq < 10; seq++) {
      GazePrediction prediction = prediction(together.get(seq));
      GazePrediction alone = prediction(predict(List.of(faces.get(seq))).get(0));
      assertThat(prediction.getIdentity().getFrameSeq()).isEqualTo(seq);
      assertThat(prediction.getNormalised().getPitch())
          .isCloseTo(alone.getNormalised().getPitch(), within(1e-5));
      assertThat(prediction.getNormalised().getYaw())
          .isCloseTo(alone.getNormalised().getYaw(), within(1e-5));
    }
  }

  @Test
  void aBadPatchIsRejectedAndItsNeighboursArePredictedFromTheirOwnPixels() {
    FaceFrame bad =
        face("cam", 1).toBuilder().setPatchJpeg(ByteString.copyFromUtf8("no picture")).build();

    List<FaceOutcome> outcomes = predict(List.of(face("cam", 0), bad, face("cam", 2)));

    assertThat(outcomes.get(1)).isInstanceOf(Rejected.class);
    assertThat(((Rejected) outcomes.get(1)).reason()).isEqualTo("NOT_A_JPEG");
    for (int i : new int[] {0, 2}) {
      GazePrediction alone = prediction(predict(List.of(face("cam", i))).get(0));
      assertThat(prediction(outcomes.get(i)).getNormalised().getYaw())
          .isCloseTo(alone.getNormalised().getYaw(), within(1e-5));
      assertThat(prediction(outcomes.get(i)).getTimings().getBatchSize()).isEqualTo(2);
    }
  }

  @Test
  void eachDomainIsPredictedByItsOwnHead() {
    heads.swap("mine", new VersionedHead(constant(0.25f, -0.5f), 3));

    List<FaceOutcome> outcomes = predict(List.of(face("mine", 0), face("other", 0)));

    GazePrediction mine = prediction(outcomes.get(0));
    assertThat(mine.getModelVersion()).isEqualTo(3);
    assertThat(Gaze.from(mine.getNormalised())).isEqualTo(new Gaze(0.25, -0.5));
    assertThat(prediction(outcomes.get(1)).getModelVersion()).isZero();
  }

  @Test
  void theGazeIsTurnedBackIntoCameraAxes() {
    heads.swap("cam", new VersionedHead(constant(0.1f, 0.2f), 1));
    Rotation toVirtual = Rotation.about(0.2, 1, -0.3, 0.4);
    FaceFrame turned =
        face("cam", 0).toBuilder()
            .clearNormalisationRotation()
            .addAllNormalisationRotation(toVirtual.toList())
            .build();

    GazePrediction prediction = prediction(predict(List.of(turned)).get(0));

    Gaze camera = Gaze.from(prediction.getCamera());
    assertThat(camera.rotatedBy(toVirtual).angleToRad(Gaze.from(prediction.getNormalised())))
        .isCloseTo(0, within(1e-12));
    assertThat(camera.angleToRad(Gaze.from(prediction.getNormalised()))).isGreaterThan(0.1);
  }

  @Test
  void theFeaturesGiveTheSamePredictionAgain() {
    Predicted predicted = (Predicted) predict(List.of(face("cam", 3))).get(0);
    FeatureSample sample = RecordType.FEATURE_SAMPLE.decode(predicted.feature());

    ShortBuffer halves =
        sample
            .getFeatureFp16()
            .asReadOnlyByteBuffer()
            .order(ByteOrder.LITTLE_ENDIAN)
            .asShortBuffer();
    float[] features = new float[halves.remaining()];
    for (int i = 0; i < features.length; i++) {
      features[i] = Half.toFloat(halves.get(i));
    }
    float[] angles = model.sourceHead().predict(features);

    assertThat(sample.getBackboneFingerprint()).isEqualTo(backbone.fingerprint());
    assertThat(sample.getIdentity()).isEqualTo(predicted.identity());
    // Half precision costs less than a tenth of a degree.
    assertThat((double) angles[0]).isCloseTo(sample.getPrediction().getPitch(), within(2e-3));
    assertThat((double) angles[1]).isCloseTo(sample.getPrediction().getYaw(), within(2e-3));
  }

  @Test
  void theStagesOfAFaceAddUpToTheTimeSinceItsCapture() {
    GazePrediction prediction = prediction(predict(List.of(face("cam", 0))).get(0));

    assertThat(prediction.getTimings().getIngestMicros()).isZero();
    assertThat(prediction.getTimings().getTransportMicros()).isEqualTo(5_000);
    assertThat(prediction.getTimings().getQueueMicros()).isEqualTo(4_000);
  }

  @Test
  void aHeadThatDoesNotFitTheBackboneIsNotSwappedIn() {
    Head narrow =
        new Head(
            new DenseLayer(3, 1, new float[3], new float[1]),
            new DenseLayer(1, 1, new float[1], new float[1]),
            new DenseLayer(1, 2, new float[2], new float[2]));

    assertThatThrownBy(() -> heads.swap("cam", new VersionedHead(narrow, 2)))
        .hasMessage("head 2 of domain cam expects 3 features, but the backbone produces 128");
    assertThat(heads.headFor("cam").version()).isZero();
  }

  @Test
  void aFeatureThatIsNotFiniteIsRejectedAndItsNeighbourIsPredicted() {
    Backbone broken =
        new WatchedBackbone(
            backbone, (features, count) -> features[backbone.featureSize() + 5] = Float.NaN);

    List<FaceOutcome> outcomes = predict(List.of(face("cam", 0), face("cam", 1)), broken, NO_BOUND);

    assertThat(outcomes.get(0)).isInstanceOf(Predicted.class);
    assertThat(outcomes.get(1))
        .isEqualTo(
            new Rejected("NOT_FINITE", "the backbone produced a feature that is not finite"));
  }

  @Test
  void bytesThatAreNoFaceAndPatchesOfAnotherSizeAreRejectedWithTheReason() {
    FaceFrame face = face("cam", 0);
    FaceFrame bomb = face.toBuilder().setPatchJpeg(BadPatches.bomb(face.getPatchJpeg())).build();

    assertThat(decoded(new byte[] {1, 2, 3}).outcome())
        .isInstanceOfSatisfying(
            Rejected.class, rejected -> assertThat(rejected.reason()).isEqualTo("MALFORMED"));
    assertThat(decoded(RecordType.FACE_FRAME.encode(bomb)).outcome())
        .isEqualTo(
            new Rejected(
                "WRONG_SIZE", "patch is 60000 x 60000 pixels, but the backbone expects 224 x 224"));
    assertThat(decoded(RecordType.FACE_FRAME.encode(face)).isSettled()).isFalse();
  }

  @Test
  void aFaceThatGrewTooOldOnItsWayIsSkippedAndTheBackboneNotAsked() {
    FaceAgeLimit bound = new FaceAgeLimit(Optional.of(Duration.ofMillis(8)), () -> NOW);
    FaceAgeLimit wide = new FaceAgeLimit(Optional.of(Duration.ofMillis(9)), () -> NOW);
    List<Integer> asked = new ArrayList<>();
    Backbone never = new WatchedBackbone(backbone, (features, count) -> asked.add(count));

    assertThat(predict(List.of(face("cam", 0)), never, bound))
        .containsExactly(new FaceOutcome.Skipped());
    assertThat(asked).isEmpty();
    assertThat(predict(List.of(face("cam", 0)), backbone, wide).get(0))
        .isInstanceOf(Predicted.class);
  }

  @Test
  void theBackboneIsAskedForTheFreshFacesOfABatchAlone() {
    FaceAgeLimit bound = new FaceAgeLimit(Optional.of(Duration.ofMillis(10)), () -> NOW);
    List<Integer> asked = new ArrayList<>();
    Backbone watched = new WatchedBackbone(backbone, (features, count) -> asked.add(count));
    List<FaceFrame> faces = new ArrayList<>();
    for (int seq = 0; seq < 10; seq++) {
      faces.add(seq == 4 || seq == 7 ? face("cam", seq) : old(face("cam", seq)));
    }

    List<FaceOutcome> outcomes = predict(faces, watched, bound);

    assertThat(asked.stream().mapToInt(Integer::intValue).sum()).isEqualTo(2);
    assertThat(outcomes).filteredOn(new FaceOutcome.Skipped()::equals).hasSize(8);
    for (int seq : new int[] {4, 7}) {
      GazePrediction alone = prediction(predict(List.of(faces.get(seq))).get(0));
      assertThat(prediction(outcomes.get(seq)).getIdentity().getFrameSeq()).isEqualTo(seq);
      assertThat(prediction(outcomes.get(seq)).getNormalised().getYaw())
          .isCloseTo(alone.getNormalised().getYaw(), within(1e-5));
    }
  }

  @Test
  void aSlowBackboneIsGivenNoMoreThanItCanDoInAQuarterOfTheBound() {
    AtomicLong nowMicros = new AtomicLong(CAPTURE_MICROS + 9_000);
    InstantSource clock = () -> Instant.EPOCH.plus(nowMicros.get(), ChronoUnit.MICROS);
    List<Integer> asked = new ArrayList<>();
    Backbone slow =
        new WatchedBackbone(
            backbone,
            (features, count) -> {
              asked.add(count);
              nowMicros.addAndGet(count * 100_000L);
            });
    FacePredictor predictor =
        new FacePredictor(
            new ServedModel(slow, heads),
            new FaceAgeLimit(Optional.of(Duration.ofMillis(800)), clock),
            clock);

    predictor.predict(decoded(List.of(face("cam", 0))), patches);
    nowMicros.set(CAPTURE_MICROS + 9_000);
    List<Face> faces = decoded(IntStream.range(0, 10).mapToObj(i -> face("cam", i)).toList());
    predictor.predict(faces, patches);

    // Three, which take too long, are tried once.
    assertThat(asked).containsExactly(1, 2, 3, 2, 2);
    for (int seq = 0; seq < 9; seq++) {
      GazePrediction alone = prediction(predict(List.of(face("cam", seq))).get(0));
      assertThat(prediction(faces.get(seq).outcome()).getNormalised().getYaw())
          .isCloseTo(alone.getNormalised().getYaw(), within(1e-5));
    }
    assertThat(faces.get(9).outcome()).isEqualTo(new FaceOutcome.Skipped());
  }

  private static FaceFrame old(FaceFrame face) {
    FaceFrame.Builder older = face.toBuilder();
    older.getIdentityBuilder().setCaptureMicros(CAPTURE_MICROS - 1_000_000);
    return older.build();
  }

  private List<FaceOutcome> predict(List<FaceFrame> faces) {
    return predict(faces, backbone, NO_BOUND);
  }

  /** Decodes without a bound on age, so that the bound meets the predictor. */
  private List<FaceOutcome> predict(List<FaceFrame> frames, Backbone with, FaceAgeLimit freshness) {
    List<Face> faces = decoded(frames);
    new FacePredictor(new ServedModel(with, heads), freshness, () -> NOW).predict(faces, patches);
    return faces.stream().map(Face::outcome).toList();
  }

  private List<Face> decoded(List<FaceFrame> frames) {
    List<Face> faces =
        frames.stream().map(frame -> received(RecordType.FACE_FRAME.encode(frame))).toList();
    for (int slot = 0; slot < faces.size(); slot++) {
      decoder().decode(faces.get(slot), slot);
    }
    return faces;
  }

  private Face decoded(byte[] record) {
    Face face = received(record);
    decoder().decode(face, 0);
    return face;
  }

  private FaceDecoder decoder() {
    return new FaceDecoder(model.input(), NO_BOUND, patches);
  }

  /** Camera and domain have the same name. */
  private static FaceFrame face(String camera, long seq) {
    return rendered.face(camera, 1, seq, CAPTURE_MICROS).face();
  }

  private static Face received(byte[] record) {
    return new Face(record, POLLED_MICROS);
  }

  private static GazePrediction prediction(FaceOutcome outcome) {
    assertThat(outcome).isInstanceOf(Predicted.class);
    return RecordType.GAZE_PREDICTION.decode(((Predicted) outcome).prediction());
  }

  /** Asks another for features, and shows them and their count before they are used. */
  private record WatchedBackbone(Backbone asked, BiConsumer<float[], Integer> watcher)
      implements Backbone {

    @Override
    public int featureSize() {
      return asked.featureSize();
    }

    @Override
    public BackboneInput input() {
      return asked.input();
    }

    @Override
    public String fingerprint() {
      return asked.fingerprint();
    }

    @Override
    public String device() {
      return asked.device();
    }

    @Override
    public float[] features(FloatBuffer patches, int count) {
      float[] features = asked.features(patches, count);
      watcher.accept(features, count);
      return features;
    }

    @Override
    public void close() {}
  }

  /** Answers the same whatever it is shown. */
  private static Head constant(float pitchRad, float yawRad) {
    return new Head(
        new DenseLayer(128, 1, new float[128], new float[1]),
        new DenseLayer(1, 1, new float[1], new float[1]),
        new DenseLayer(1, 2, new float[2], new float[] {pitchRad, yawRad}));
  }
}
