package io.gazeshift.ingest.tflite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.facemodels.FaceModel;
import io.gazeshift.ingest.facemodels.RealModels;
import io.gazeshift.ingest.facemodels.RealPictures;
import io.gazeshift.ingest.opencv.OpenCv;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opencv.core.Mat;
import org.opencv.core.MatOfByte;
import org.opencv.core.Rect;
import org.opencv.core.Size;
import org.opencv.imgcodecs.Imgcodecs;
import org.opencv.imgproc.Imgproc;

/** The attention mesh on real faces, against the same file computed in plain loops. */
class AttentionMeshFileTest {

  private static final int SIDE = 192;
  private static final TfliteNet.Output[] OUTPUTS = {
    new TfliteNet.Output("output_mesh_identity", 1404),
    new TfliteNet.Output("output_lips", 160),
    new TfliteNet.Output("output_left_eye", 142),
    new TfliteNet.Output("output_right_eye", 142),
    new TfliteNet.Output("output_left_iris", 10),
    new TfliteNet.Output("output_right_iris", 10),
    new TfliteNet.Output("conv_faceflag", 1)
  };

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  /** The last has half of a face: regions reach beyond the picture. */
  @ParameterizedTest
  @CsvSource({
    "joconde.jpg, 358, 290, 300",
    "joconde.jpg, 375, 270, 380",
    "joconde.jpg, 470, 360, 240"
  })
  void pointsAgreeWithThePlainComputation(String name, int x, int y, int size) throws Exception {
    byte[] content = RealModels.orSkip().read(FaceModel.ATTENTION_MESH);
    Mat crop = crop(name, x, y, size);
    float[][] answers =
        Stream.of(OUTPUTS).map(output -> new float[output.count()]).toArray(float[][]::new);
    try (TfliteNet net =
        new TfliteNet(
            FaceModel.ATTENTION_MESH.fileName(),
            content,
            new TfliteNet.Input(SIDE, 0, 1 / 255.0),
            OUTPUTS)) {
      net.run(crop, answers);
      Map<String, float[]> expected =
          new PlainInterpreter(new TfliteGraph(content)).run(byPixels(crop));
      for (int i = 0; i < OUTPUTS.length; i++) {
        assertThat(answers[i])
            .as(OUTPUTS[i].name())
            .containsExactly(expected.get(OUTPUTS[i].name()), within(0.01f));
      }
    } finally {
      crop.release();
    }
  }

  private static Mat crop(String name, int x, int y, int size) throws Exception {
    MatOfByte file = new MatOfByte(RealPictures.orSkip(name));
    Mat whole = Imgcodecs.imdecode(file, Imgcodecs.IMREAD_COLOR);
    Mat part = whole.submat(new Rect(x - size / 2, y - size / 2, size, size));
    Mat crop = new Mat();
    Imgproc.resize(part, crop, new Size(SIDE, SIDE));
    part.release();
    whole.release();
    file.release();
    return crop;
  }

  /** Red, green, blue of each pixel, 0 to 1. */
  private static float[] byPixels(Mat bgr) {
    byte[] bytes = new byte[SIDE * SIDE * 3];
    bgr.get(0, 0, bytes);
    float[] rgb = new float[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      rgb[i / 3 * 3 + 2 - i % 3] = Byte.toUnsignedInt(bytes[i]) / 255f;
    }
    return rgb;
  }
}
