package io.gazeshift.ingest.tflite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import com.google.flatbuffers.FlexBuffersBuilder;
import io.gazeshift.ingest.locate.Landmarks;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operators one by one, against numbers computed by hand or from their definition. */
class TranslationTest {

  private static final int MUL = 18;
  private static final int RESHAPE = 22;
  private static final int PAD = 34;
  private static final int STRIDED_SLICE = 45;
  private static final int PRELU = 54;
  private static final int UNKNOWN = 99;
  private static final String MATRIX = "Landmarks2TransformMatrix";
  private static final String CUT = "TransformTensorBilinear";
  private static final String MOVE = "TransformLandmarks";

  @Test
  void numbersAreMultipliedByOneOrByTheirOwn() throws OrtException {
    TfliteFile file = new TfliteFile();
    int in = file.tensor(1, 2, 3);
    int scaled = file.tensor(1, 2, 3);
    int out = file.tensor(1, 2, 3);
    file.step(MUL, 0, scaled, in, file.floats(new float[] {0.5f}, 1));
    file.step(MUL, 0, out, scaled, file.floats(new float[] {1, 2, 3, 4, 5, 6}, 1, 2, 3));
    assertThat(run(file.graph(List.of(in), out), new float[] {2, 4, 6, 8, 10, 12}))
        .containsExactly(1, 4, 9, 16, 25, 36);
  }

  @Test
  void picturesAreNotMultipliedByOtherPictures() {
    TfliteFile file = new TfliteFile();
    int in = file.tensor(1, 1, 1, 2);
    int out = file.tensor(1, 1, 1, 2);
    file.step(MUL, 0, out, in, file.floats(new float[] {1, 2}, 2));
    assertRefused(file.graph(List.of(in), out), "multiplies pictures");
  }

  @Test
  void anActivationThatBendsIsTheSameRewrittenOrLiteral() throws OrtException {
    TfliteFile file = new TfliteFile();
    int in = file.tensor(1, 2, 1, 2);
    int out = file.tensor(1, 2, 1, 2);
    file.step(PRELU, 0, out, in, file.floats(new float[] {0.5f, 3}, 1, 1, 2));
    TfliteGraph graph = file.graph(List.of(in), out);
    float[] byChannels = {-4, 4, -1, 1};
    assertThat(run(graph, byChannels)).containsExactly(-2, -3, 4, 1);
    assertThat(run(graph, Translation.literally(graph, outputs(graph)), byChannels))
        .containsExactly(-2, -3, 4, 1);
  }

  @Test
  void addedChannelsAreTheSameRewrittenOrLiteral() throws OrtException {
    TfliteFile file = new TfliteFile();
    int in = file.tensor(1, 2, 1, 1);
    int out = file.tensor(1, 2, 1, 3);
    file.step(PAD, 0, out, in);
    TfliteGraph graph = file.graph(List.of(in), out);
    assertThat(run(graph, new float[] {7, 8})).containsExactly(7, 0, 0, 8, 0, 0);
    assertThat(run(graph, Translation.literally(graph, outputs(graph)), new float[] {7, 8}))
        .containsExactly(7, 0, 0, 8, 0, 0);
  }

  @Test
  void whatLeadsToNoWantedOutputIsLeftOut() throws OrtException {
    TfliteFile file = new TfliteFile();
    int in = file.tensor(1, 2);
    int scaled = file.tensor(1, 2);
    int unwanted = file.tensor(1, 2);
    file.step(MUL, 0, scaled, in, file.floats(new float[] {2}, 1));
    file.step(UNKNOWN, 0, unwanted, scaled);
    TfliteGraph graph = file.graph(List.of(in), unwanted, scaled);
    assertRefused(graph, "operator " + UNKNOWN);
    byte[] onnx = Translation.of(graph, Set.of(graph.tensor(scaled).name()));
    assertThat(run(graph, onnx, new float[] {1, 2})).containsExactly(2, 4);
  }

  @Test
  void reshapingKeepsTheOrderOfPixelsBothWays() throws OrtException {
    float[] byPixels = counted(2 * 3 * 4);
    TfliteFile file = new TfliteFile();
    int in = file.tensor(1, 2, 3, 4);
    int flat = file.tensor(1, 8, 3);
    int out = file.tensor(1, 4, 3, 2);
    file.step(RESHAPE, 0, flat, in);
    file.step(RESHAPE, 0, out, flat);
    assertThat(run(file.graph(List.of(in), out), byChannels(byPixels, 6, 4)))
        .containsExactly(byPixels);
  }

  @Test
  void aSliceTakesRowsColumnsAndChannels() throws OrtException {
    // The number says row, column and channel.
    float[] byPixels = new float[3 * 3 * 4];
    for (int i = 0; i < byPixels.length; i++) {
      byPixels[i] = 100 * (i / 12) + 10 * (i / 4 % 3) + i % 4;
    }
    TfliteFile file = new TfliteFile();
    int in = file.tensor(1, 3, 3, 4);
    int out = file.tensor(1, 2, 1, 2);
    file.step(
        STRIDED_SLICE,
        0,
        out,
        in,
        file.integers(0, 1, 2, 0),
        file.integers(1, 3, 3, 4),
        file.integers(1, 1, 1, 2));
    assertThat(run(file.graph(List.of(in), out), byChannels(byPixels, 9, 4)))
        .containsExactly(120, 122, 220, 222);
  }

  @Test
  void aSliceByMasksIsRefused() {
    TfliteFile file = new TfliteFile();
    int in = file.tensor(1, 3);
    int out = file.tensor(1, 3);
    file.step(
        STRIDED_SLICE, 1, out, in, file.integers(0, 0), file.integers(1, 3), file.integers(1, 1));
    assertRefused(file.graph(List.of(in), out), "masks");
  }

  @Test
  void theMatrixOfAnUprightRegion() throws OrtException {
    // A box of 20 x 10 around (20, 20): 30 x 15 with its margin, from (5, 12.5) on.
    assertThat(matrix(10, 20, 30, 20, 15, 15, 25, 25))
        .containsExactly(
            new float[] {1.875f, 0, 0, 5, 0, 0.9375f, 0, 12.5f, 0, 0, 1, 0, 0, 0, 0, 1},
            within(1e-5f));
  }

  @Test
  void theMatrixOfARegionThatLies() throws OrtException {
    assertThat(matrix(20, 10, 20, 30, 25, 15, 15, 25))
        .containsExactly(
            new float[] {0, -0.9375f, 0, 27.5f, 1.875f, 0, 0, 5, 0, 0, 1, 0, 0, 0, 0, 1},
            within(1e-5f));
  }

  @Test
  void landmarksThatAreAllOneStayNumbers() throws OrtException {
    for (float number : matrix(7, 7, 7, 7, 7, 7, 7, 7)) {
      assertThat(number).isFinite();
    }
  }

  static Stream<Landmarks> scatteredPoints() {
    SplittableRandom random = new SplittableRandom(5);
    return Stream.generate(
            () -> {
              float[] xy = new float[8];
              for (int i = 0; i < xy.length; i++) {
                xy[i] = (float) random.nextDouble(0, 48);
              }
              return Landmarks.of(xy);
            })
        .limit(20);
  }

  @ParameterizedTest
  @MethodSource("scatteredPoints")
  void theRegionTurnsAndMovesWithItsLandmarks(Landmarks points) throws OrtException {
    double angle = 0.1 + points.x(0);
    double cos = Math.cos(angle);
    double sin = Math.sin(angle);
    float[] moved = new float[8];
    for (int i = 0; i < 4; i++) {
      moved[2 * i] = (float) (cos * points.x(i) - sin * points.y(i) + 3);
      moved[2 * i + 1] = (float) (sin * points.x(i) + cos * points.y(i) - 4);
    }
    float[] m = matrix(points.toArray());
    assertThat(matrix(moved))
        .containsExactly(
            new float[] {
              (float) (cos * m[0] - sin * m[4]),
              (float) (cos * m[1] - sin * m[5]),
              0,
              (float) (cos * m[3] - sin * m[7] + 3),
              (float) (sin * m[0] + cos * m[4]),
              (float) (sin * m[1] + cos * m[5]),
              0,
              (float) (sin * m[3] + cos * m[7] - 4),
              0,
              0,
              1,
              0,
              0,
              0,
              0,
              1
            },
            within(1e-3f));
  }

  @ParameterizedTest
  @MethodSource("scatteredPoints")
  void theRegionHoldsItsLandmarksInItsMiddleTwoThirds(Landmarks points) throws OrtException {
    float[] m = matrix(points.toArray());
    double determinant = m[0] * m[5] - m[1] * m[4];
    double least = Double.POSITIVE_INFINITY;
    double greatest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < 4; i++) {
      double x = points.x(i) - m[3];
      double y = points.y(i) - m[7];
      double across = (m[5] * x - m[1] * y) / determinant;
      least = Math.min(least, across);
      greatest = Math.max(greatest, across);
    }
    assertThat(least).isCloseTo(16 / 6.0, within(1e-2));
    assertThat(greatest).isCloseTo(16 * 5 / 6.0, within(1e-2));
  }

  @Test
  void aCutOutBetweenPixelsIsTheirMean() throws OrtException {
    // Two channels; the second is ten times the first.
    float[] picture = {1, 10, 2, 20, 3, 30, 5, 50, 6, 60, 7, 70, 9, 90, 10, 100, 11, 110};
    float[] half = {1, 0, 0, 0.5f, 0, 1, 0, 0.5f, 0, 0, 1, 0, 0, 0, 0, 1};
    assertThat(cut(picture, 3, 3, 2, half, 2, 2))
        .containsExactly(3.5f, 35, 4.5f, 45, 7.5f, 75, 8.5f, 85);
  }

  @Test
  void aCutOutIsBlackFromTheOutermostCentresOn() throws OrtException {
    float[] picture = {4, 4, 4, 4};
    float[] left = {1, 0, 0, -0.25f, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    assertThat(cut(picture, 2, 2, 1, left, 2, 2)).containsExactly(0, 4, 0, 4);
  }

  @ParameterizedTest
  @MethodSource("scatteredPoints")
  void anyCutOutIsAsItsDefinitionSays(Landmarks points) throws OrtException {
    float[] m = matrix(points.toArray());
    float[] picture = counted(48 * 32 * 3);
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < picture.length; i++) {
      picture[i] = (float) random.nextDouble();
    }
    assertThat(cut(picture, 48, 32, 3, m, 16, 12))
        .containsExactly(
            PlainInterpreter.cut(picture, new int[] {1, 48, 32, 3}, m, 16, 12), within(2e-4f));
  }

  @Test
  void pointsAreLedThroughAMatrix() throws OrtException {
    float[] m = {2, -1, 9, 3, 0.5f, 4, 9, -2, 0, 0, 1, 0, 0, 0, 0, 1};
    TfliteFile file = new TfliteFile();
    int points = file.tensor(1, 2, 2);
    int matrix = file.tensor(1, 4, 4);
    int out = file.tensor(1, 2, 2);
    file.custom(MOVE, 2, options -> {}, out, points, matrix);
    assertThat(run(file.graph(List.of(points, matrix), out), new float[] {1, 2, -4, 6}, m))
        .containsExactly(2 - 2 + 3, 0.5f + 8 - 2, -8 - 6 + 3, -2 + 24 - 2);
  }

  @Test
  void customOperatorsThatAreNotKnownAreRefusedByName() {
    TfliteFile file = new TfliteFile();
    int in = file.tensor(1, 2, 2);
    int out = file.tensor(1, 2, 2);
    file.custom("TransformLandmarks", 1, options -> {}, out, in, in);
    assertRefused(file.graph(List.of(in), out), "TransformLandmarks 1");
  }

  @Test
  void anOptionThatIsMissingIsNamed() {
    TfliteFile file = new TfliteFile();
    int in = file.tensor(1, 4, 4, 1);
    int matrix = file.tensor(1, 4, 4);
    int out = file.tensor(1, 2, 2, 1);
    file.custom(CUT, 2, options -> options.putInt("output_width", 2), out, in, matrix);
    assertRefused(file.graph(List.of(in, matrix), out), "output_height");
  }

  @Test
  void regionsThatAreNotToBeUprightAreRefused() {
    TfliteFile file = new TfliteFile();
    int in = file.tensor(1, 4, 3);
    int out = file.tensor(1, 4, 4);
    file.custom(MATRIX, 2, region(0.5f), out, in);
    assertRefused(file.graph(List.of(in), out), "upright");
  }

  private static byte[] translated(TfliteGraph graph) {
    return Translation.of(graph, outputs(graph));
  }

  private static Set<String> outputs(TfliteGraph graph) {
    return graph.outputs().stream()
        .map(tensor -> graph.tensor(tensor).name())
        .collect(Collectors.toSet());
  }

  private static void assertRefused(TfliteGraph graph, String why) {
    assertThatThrownBy(() -> translated(graph))
        .isInstanceOf(UnsupportedNetworkException.class)
        .hasMessageContaining(why);
  }

  /** The region of all four points; the first two say which way it stands. */
  private static float[] matrix(float... xy) throws OrtException {
    float[] landmarks = new float[12];
    for (int i = 0; i < 4; i++) {
      landmarks[3 * i] = xy[2 * i];
      landmarks[3 * i + 1] = xy[2 * i + 1];
      landmarks[3 * i + 2] = 17 * i;
    }
    TfliteFile file = new TfliteFile();
    int in = file.tensor(1, 4, 3);
    int out = file.tensor(1, 4, 4);
    file.custom(MATRIX, 2, region(0), out, in);
    return run(file.graph(List.of(in), out), landmarks);
  }

  private static Consumer<FlexBuffersBuilder> region(float targetRad) {
    return options -> {
      options.putInt("left_rotation_idx", 0);
      options.putInt("output_height", 16);
      options.putInt("output_width", 16);
      options.putInt("right_rotation_idx", 1);
      options.putFloat("scale_x", 1.5f);
      options.putFloat("scale_y", 1.5f);
      int subset = options.startVector();
      IntStream.range(0, 4).forEach(options::putInt);
      options.endVector("subset_idxs", subset, true, false);
      options.putFloat("target_rotation_radians", targetRad);
    };
  }

  private static float[] cut(
      float[] byPixels, int height, int width, int channels, float[] m, int outHeight, int outWidth)
      throws OrtException {
    TfliteFile file = new TfliteFile();
    int in = file.tensor(1, height, width, channels);
    int matrix = file.tensor(1, 4, 4);
    int out = file.tensor(1, outHeight, outWidth, channels);
    file.custom(
        CUT,
        2,
        options -> {
          options.putInt("output_height", outHeight);
          options.putInt("output_width", outWidth);
        },
        out,
        in,
        matrix);
    return run(
        file.graph(List.of(in, matrix), out), byChannels(byPixels, height * width, channels), m);
  }

  private static float[] counted(int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = i;
    }
    return values;
  }

  private static float[] byChannels(float[] byPixels, int pixels, int channels) {
    float[] turned = new float[byPixels.length];
    for (int i = 0; i < byPixels.length; i++) {
      turned[i % channels * pixels + i / channels] = byPixels[i];
    }
    return turned;
  }

  /** Pictures are given by channels and answered by pixels. */
  private static float[] run(TfliteGraph graph, float[]... inputs) throws OrtException {
    return run(graph, translated(graph), inputs);
  }

  private static float[] run(TfliteGraph graph, byte[] onnx, float[]... inputs)
      throws OrtException {
    List<OnnxTensor> given = new ArrayList<>();
    try (OrtSession session = OnnxRuntime.session(onnx)) {
      Map<String, OnnxTensor> named = new HashMap<>();
      for (int i = 0; i < inputs.length; i++) {
        int tensor = graph.inputs().get(i);
        List<Integer> shape = graph.tensor(tensor).shape();
        OnnxTensor value =
            OnnxRuntime.tensor(
                direct(inputs[i]),
                shape.size() == 4 ? List.of(1, shape.get(3), shape.get(1), shape.get(2)) : shape);
        given.add(value);
        named.put(Translation.name(tensor), value);
      }
      try (OrtSession.Result result = session.run(named)) {
        FloatBuffer answer = ((OnnxTensor) result.get(0)).getFloatBuffer();
        float[] numbers = new float[answer.remaining()];
        answer.get(numbers);
        return numbers;
      }
    } finally {
      given.forEach(OnnxTensor::close);
    }
  }

  private static FloatBuffer direct(float[] values) {
    FloatBuffer memory =
        ByteBuffer.allocateDirect(4 * values.length).order(ByteOrder.nativeOrder()).asFloatBuffer();
    return memory.put(values).flip();
  }
}
