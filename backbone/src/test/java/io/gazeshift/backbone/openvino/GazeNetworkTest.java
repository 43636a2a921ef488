package io.gazeshift.backbone.openvino;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.backbone.onnx.OnnxSignature;
import io.gazeshift.common.UserError;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GazeNetworkTest {

  private static final int PIXELS = 3 * 60 * 60;

  @TempDir private Path dir;

  @Test
  void itTakesEyesAndAnglesOfAnyNumberOfFaces() {
    OnnxSignature signature =
        OnnxSignature.of(GazeLikeNetwork.random(1, false).network().toOnnx(), "translated");

    assertThat(signature.inputs())
        .hasToString(
            "[left_eye_image [any, 3, 60, 60], right_eye_image [any, 3, 60, 60],"
                + " head_pose_angles [any, 3]]");
    assertThat(signature.outputs()).hasToString("[gaze_vector [any, 3], features [any, 512]]");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyFaceOfABatchGetsWhatTheLayersSay(boolean half) throws Exception {
    int faces = 3;
    GazeLikeNetwork made = GazeLikeNetwork.random(7, half);
    Random random = new Random(8);
    float[] left = uniform(random, faces * PIXELS, 0, 255);
    float[] right = uniform(random, faces * PIXELS, 0, 255);
    float[] head = uniform(random, faces * 3, -40, 40);

    Map<String, float[]> outputs;
    try (OnnxRun run = new OnnxRun(made.network().toOnnx())) {
      outputs =
          run.given("left_eye_image", left, faces, 3, 60, 60)
              .given("right_eye_image", right, faces, 3, 60, 60)
              .given("head_pose_angles", head, faces, 3)
              .outputs();
    }

    for (int face = 0; face < faces; face++) {
      double[] expected =
          made.computed(row(left, face, PIXELS), row(right, face, PIXELS), row(head, face, 3));
      assertNear(row(outputs.get("features"), face, 512), Arrays.copyOf(expected, 512));
      assertNear(row(outputs.get("gaze_vector"), face, 3), Arrays.copyOfRange(expected, 512, 515));
    }
    assertThat(row(outputs.get("gaze_vector"), 0, 3))
        .isNotEqualTo(row(outputs.get("gaze_vector"), 1, 3));
  }

  @Test
  void equalFilesGiveEqualBytes() {
    GazeLikeNetwork made = GazeLikeNetwork.random(2, false);
    assertThat(made.network().toOnnx()).isEqualTo(made.network().toOnnx());
  }

  @Test
  void anUnknownLayerIsNamedWithItsType() {
    rejectsTranslation("type=\"ReLU\"", "type=\"Mish\"", "layer 'relu", "Mish, opset1");
  }

  @Test
  void anotherEditionOfALayerIsNamed() {
    rejectsTranslation(
        "type=\"ReLU\" version=\"opset1\"",
        "type=\"ReLU\" version=\"opset9\"",
        "(ReLU, opset9) is of another edition");
  }

  @Test
  void paddingThatTheRuntimeWouldChooseIsRejected() {
    rejectsTranslation(
        "auto_pad=\"explicit\"", "auto_pad=\"same_upper\"", "auto_pad=\"same_upper\"");
  }

  @Test
  void layersThatWouldChangeTheBatchAreRejected() {
    rejectsTranslation("axis=\"1\"", "axis=\"0\"", "Concat", "axis 0");
    rejectsTranslation(
        "begin_mask=\"1, 1, 0\" end_mask=\"1, 1, 0\"",
        "begin_mask=\"0, 1, 0\" end_mask=\"0, 1, 0\"",
        "StridedSlice",
        "axis 0");
  }

  @Test
  void weightsThatEndTooSoonAreRejected() {
    GazeLikeNetwork made = GazeLikeNetwork.random(3, false);
    byte[] cut = Arrays.copyOf(made.weights(), made.weights().length - 1);
    GazeNetwork network = GazeNetwork.of(made.xml(), cut, "cut.xml");

    assertThatThrownBy(network::toOnnx)
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("Const", "but the weights have " + cut.length);
  }

  @Test
  void anotherNetworkIsRejected() {
    rejectsReading(
        xml -> xml.replace("right_eye_image", "nose_image"),
        "other.xml",
        "has no layer 'right_eye_image' of shape [1, 3, 60, 60]");
  }

  @Test
  void anotherVersionOfTheFormatIsRejected() {
    rejectsReading(
        xml -> xml.replace("version=\"11\"", "version=\"7\""),
        "other.xml: is <net version=\"7\">, expected an OpenVINO network, <net version=\"11\">");
  }

  @Test
  void aLayerBeforeThoseItTakesIsRejected() {
    rejectsReading(
        xml -> xml.replaceFirst("from-layer=\"\\d+\"", "from-layer=\"9999\""),
        "takes layer 9999, which does not stand before it");
  }

  @Test
  void whatIsNoXmlIsRejected() {
    rejectsReading(xml -> xml.substring(0, 100), "other.xml: cannot be read as XML");
  }

  @Test
  void entitiesAreRejectedAndNoOtherFileIsRead() throws Exception {
    Path secret = Files.writeString(dir.resolve("secret"), "left_eye_image");
    String type = "<!DOCTYPE net [<!ENTITY s SYSTEM \"%s\">]>".formatted(secret.toUri());
    rejectsReading(
        xml -> xml.replace("<net ", type + "<net ").replace("left_eye_image", "&s;"),
        "cannot be read as XML",
        "DOCTYPE");
  }

  private interface Change {
    String of(String xml);
  }

  private static void rejectsReading(Change change, String... parts) {
    GazeLikeNetwork made = GazeLikeNetwork.random(4, false);
    byte[] changed = change.of(made.xmlText()).getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> GazeNetwork.of(changed, made.weights(), "other.xml"))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll(parts);
  }

  private static void rejectsTranslation(String what, String by, String... parts) {
    GazeLikeNetwork made = GazeLikeNetwork.random(5, false);
    String changed = made.xmlText().replace(what, by);
    assertThat(changed).isNotEqualTo(made.xmlText());
    GazeNetwork network =
        GazeNetwork.of(changed.getBytes(StandardCharsets.UTF_8), made.weights(), "other.xml");
    assertThatThrownBy(network::toOnnx)
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll(parts)
        .hasMessageContaining(GazeNetworkFiles.FETCH_COMMAND);
  }

  private static void assertNear(float[] found, double[] expected) {
    double largest = Math.max(1, Arrays.stream(expected).map(Math::abs).max().orElseThrow());
    for (int i = 0; i < expected.length; i++) {
      assertThat((double) found[i]).isCloseTo(expected[i], within(1e-5 * largest));
    }
    assertThat(Arrays.stream(expected).map(Math::abs).sum()).isGreaterThan(0.1);
  }

  private static float[] row(float[] values, int row, int length) {
    return Arrays.copyOfRange(values, row * length, (row + 1) * length);
  }

  private static float[] uniform(Random random, int count, double low, double high) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) (low + (high - low) * random.nextDouble());
    }
    return values;
  }
}
