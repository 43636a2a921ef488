package io.gazeshift.ingest.tflite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.ResidentMemory;
import io.gazeshift.ingest.facemodels.FaceModel;
import io.gazeshift.ingest.facemodels.RealModels;
import io.gazeshift.ingest.opencv.OpenCv;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfByte;
import org.opencv.core.Point;
import org.opencv.core.Scalar;
import org.opencv.core.Size;
import org.opencv.dnn.Dnn;
import org.opencv.dnn.Net;
import org.opencv.imgproc.Imgproc;

/** MediaPipe's own files, against OpenCV's reading of them. */
class TfliteNetTest {

  private static final int SIDE = 192;

  private enum Known {
    MESH(
        FaceModel.MESH,
        new TfliteNet.Input(SIDE, 0, 1 / 255.0),
        new TfliteNet.Output("conv2d_21", 1404),
        new TfliteNet.Output("conv2d_31", 1)),
    DETECTOR(
        FaceModel.DETECTOR,
        new TfliteNet.Input(SIDE, 127.5, 1 / 127.5),
        new TfliteNet.Output("reshaped_regressor_face_4", 2304 * 16),
        new TfliteNet.Output("reshaped_classifier_face_4", 2304));

    private final FaceModel model;

    @SuppressWarnings("ImmutableEnumChecker") // A record of numbers.
    private final TfliteNet.Input input;

    @SuppressWarnings("ImmutableEnumChecker") // A list that cannot be changed, of records.
    private final List<TfliteNet.Output> outputs;

    Known(FaceModel model, TfliteNet.Input input, TfliteNet.Output... outputs) {
      this.model = model;
      this.input = input;
      this.outputs = List.of(outputs);
    }

    byte[] content() {
      return RealModels.orSkip().read(model);
    }

    TfliteNet open(byte[] content) {
      return new TfliteNet(
          model.fileName(), content, input, outputs.toArray(TfliteNet.Output[]::new));
    }

    float[][] room() {
      return outputs.stream().map(output -> new float[output.count()]).toArray(float[][]::new);
    }
  }

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  @ParameterizedTest
  @EnumSource
  void answersAsOpenCvDoes(Known known) {
    try (TfliteNet net = known.open(known.content())) {
      for (int seed = 1; seed <= 4; seed++) {
        Mat picture = picture(seed);
        float[][] answers = known.room();
        net.run(picture, answers);
        float[][] expected = byOpenCv(known, picture);
        for (int i = 0; i < answers.length; i++) {
          // Points and boxes are counted in pixels of 192.
          assertThat(answers[i]).containsExactly(expected[i], within(2e-3f));
        }
        picture.release();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 100, 20_000, 600_000, 1_241_895})
  void aFileThatIsCutOffIsRejectedByName(int bytes) {
    byte[] content = Arrays.copyOf(Known.MESH.content(), bytes);
    assertRejected(() -> Known.MESH.open(content), "truncated or damaged");
  }

  @Test
  void anotherFileIsRejected() {
    byte[] text = "This is no network at all, only text.".getBytes(StandardCharsets.UTF_8);
    assertRejected(() -> Known.MESH.open(text), "not a .tflite file");
  }

  @Test
  void anotherNetworkIsRejected() {
    byte[] detector = Known.DETECTOR.content();
    assertRejected(() -> Known.MESH.open(detector), "no output", "conv2d_21");
  }

  @Test
  void anotherShapeIsRejected() {
    byte[] mesh = Known.MESH.content();
    assertRejected(
        () ->
            new TfliteNet(
                "face_landmark.tflite",
                mesh,
                new TfliteNet.Input(128, 0, 1),
                new TfliteNet.Output("conv2d_21", 1404)),
        "[1, 128, 128, 3]");
    assertRejected(
        () ->
            new TfliteNet(
                "face_landmark.tflite",
                mesh,
                Known.MESH.input,
                new TfliteNet.Output("conv2d_21", 1434)),
        "no output",
        "1434");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void runningItOftenDoesNotGrowTheProcess() throws Exception {
    Mat picture = picture(1);
    float[][] answers = Known.MESH.room();
    try (TfliteNet net = Known.MESH.open(Known.MESH.content())) {
      run(net, picture, answers, 500);

      // A leaked answer in every run would be 5 MiB a round, an input 400 MiB.
      ResidentMemory.assertGrowsByLessThan(3 * 1024, () -> run(net, picture, answers, 1000));
    } finally {
      picture.release();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void openingAndClosingItOftenDoesNotGrowTheProcess() throws Exception {
    byte[] content = Known.MESH.content();
    openAndClose(content, 5);

    // Each holds its weights twice for a while and once as long as it is open: 2.4 MiB.
    ResidentMemory.assertGrowsByLessThan(10 * 1024, () -> openAndClose(content, 10));
  }

  @Test
  void halvesAreWidened() {
    assertThat(TfliteGraph.widen((short) 0x3c00)).isEqualTo(1);
    assertThat(TfliteGraph.widen((short) 0xc000)).isEqualTo(-2);
    assertThat(TfliteGraph.widen((short) 0x7bff)).isEqualTo(65504);
    assertThat(TfliteGraph.widen((short) 0x8001)).isEqualTo(-0x1p-24f);
    assertThat(TfliteGraph.widen((short) 0)).isZero();
  }

  private static void openAndClose(byte[] content, int times) {
    for (int i = 0; i < times; i++) {
      Known.MESH.open(content).close();
    }
  }

  private static void run(TfliteNet net, Mat picture, float[][] answers, int times) {
    for (int i = 0; i < times; i++) {
      net.run(picture, answers);
    }
  }

  private interface Opening {
    TfliteNet open();
  }

  private static void assertRejected(Opening opening, String... why) {
    assertThatThrownBy(opening::open)
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("face_landmark.tflite: not the expected network")
        .hasMessageContainingAll(why);
  }

  /** Soft spots on noise: every channel and every corner has something else to say. */
  private static Mat picture(int seed) {
    Core.setRNGSeed(seed);
    Mat picture = new Mat(SIDE, SIDE, CvType.CV_8UC3);
    Core.randu(picture, 0, 256);
    for (int i = 0; i < 5; i++) {
      Point middle = new Point(30 + 37 * i % 150, 20 + (53 * i + 31 * seed) % 150);
      Imgproc.circle(picture, middle, 25, new Scalar(40 * i, 220 - 30 * i, 60 + 20 * i), -1);
    }
    Imgproc.GaussianBlur(picture, picture, new Size(9, 9), 0);
    return picture;
  }

  private static float[][] byOpenCv(Known known, Mat picture) {
    MatOfByte content = new MatOfByte(known.content());
    Net net = Dnn.readNetFromTFLite(content);
    Mat blob =
        Dnn.blobFromImage(
            picture,
            known.input.scale(),
            new Size(SIDE, SIDE),
            Scalar.all(known.input.mean()),
            true,
            false);
    net.setInput(blob);
    List<Mat> answers = new ArrayList<>();
    net.forward(answers, known.outputs.stream().map(TfliteNet.Output::name).toList());
    float[][] numbers = known.room();
    for (int i = 0; i < numbers.length; i++) {
      answers.get(i).reshape(1, 1).get(0, 0, numbers[i]);
    }
    return numbers;
  }
}
