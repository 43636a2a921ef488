package io.gazeshift.backbone.eyes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.backbone.onnx.OnnxGraph;
import io.gazeshift.backbone.openvino.GazeLikeNetwork;
import io.gazeshift.backbone.openvino.OnnxRun;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SecondOpinionTest {

  @Test
  void everyFaceGetsTheGazeOfTheNetworkInOurAngles() throws Exception {
    // To the image's right and up, to its left and down, and straight ahead.
    List<Gaze> heads = List.of(Gaze.ofDegrees(20, -30), Gaze.ofDegrees(-15, 75), Gaze.INTO_CAMERA);
    float[][] headAngles = {{30, 20, 0}, {-75, -15, 0}, {0, 0, 0}};
    GazeLikeNetwork made = GazeLikeNetwork.random(11, false);
    Random random = new Random(12);
    float[] eyes = new float[heads.size() * SecondOpinion.EYES_FLOATS];
    for (int i = 0; i < eyes.length; i++) {
      eyes[i] = 255 * random.nextFloat();
    }

    Map<String, float[]> outputs = run(made, eyes, heads);

    for (int face = 0; face < heads.size(); face++) {
      int at = face * SecondOpinion.EYES_FLOATS;
      double[] computed =
          made.computed(
              Arrays.copyOfRange(eyes, at, at + EyeCrop.FLOATS),
              Arrays.copyOfRange(eyes, at + EyeCrop.FLOATS, at + 2 * EyeCrop.FLOATS),
              headAngles[face]);
      // Its y axis points up.
      Gaze expected = Gaze.along(computed[512], -computed[513], computed[514]);
      Gaze found = new Gaze(outputs.get("gaze")[2 * face], outputs.get("gaze")[2 * face + 1]);
      assertThat(found.pitchRad()).isCloseTo(expected.pitchRad(), within(2e-5));
      assertThat(found.yawRad()).isCloseTo(expected.yawRad(), within(2e-5));
      for (int i = 0; i < 512; i++) {
        assertThat((double) outputs.get("features")[512 * face + i])
            .isCloseTo(computed[i], within(1e-4));
      }
    }
  }

  private static Map<String, float[]> run(GazeLikeNetwork made, float[] eyes, List<Gaze> heads)
      throws Exception {
    OnnxGraph graph = new OnnxGraph("second opinion");
    String eyesInput = graph.input("eyes", SecondOpinion.EYES_FLOATS);
    String headInput = graph.input("head", SecondOpinion.ROTATION_FLOATS);
    SecondOpinion.Values values = SecondOpinion.add(graph, made.network(), eyesInput, headInput);
    graph.output("gaze", values.gaze(), SecondOpinion.ANGLES);
    graph.output("features", values.features(), 512);
    float[] rotations = new float[heads.size() * SecondOpinion.ROTATION_FLOATS];
    for (int face = 0; face < heads.size(); face++) {
      double[] rows = facing(heads.get(face)).rows();
      for (int i = 0; i < rows.length; i++) {
        rotations[face * rows.length + i] = (float) rows[i];
      }
    }
    try (OnnxRun run = new OnnxRun(graph.toBytes())) {
      return run.given("eyes", eyes, heads.size(), SecondOpinion.EYES_FLOATS)
          .given("head", rotations, heads.size(), SecondOpinion.ROTATION_FLOATS)
          .outputs();
    }
  }

  /** A head that points this way, its x axis level, as the virtual camera sees every head. */
  private static Rotation facing(Gaze gaze) {
    double[] into = Arrays.stream(gaze.vector()).map(v -> -v).toArray();
    double length = Math.hypot(into[0], into[2]);
    double[] right = {into[2] / length, 0, -into[0] / length};
    double[] down = {
      into[1] * right[2] - into[2] * right[1],
      into[2] * right[0] - into[0] * right[2],
      into[0] * right[1] - into[1] * right[0]
    };
    return Rotation.ofRows(
        right[0], down[0], into[0], right[1], down[1], into[1], right[2], down[2], into[2]);
  }
}
