package io.gazeshift.backbone.openvino;

import io.gazeshift.backbone.onnx.OnnxGraph;
import io.gazeshift.common.UserError;
import java.util.List;
import java.util.Map;

/**
 * Intel's gaze-estimation-adas-0002, which tells the gaze from pictures of both eyes and the angles
 * of the head. It takes
 *
 * <ul>
 *   <li>each eye upright, 60 x 60 pixels, as planes of blue, green and red from 0 to 255; left is
 *       the eye on the image's left;
 *   <li>yaw (above 0 towards the image's right), pitch (above 0 up) and roll of the head, in
 *       degrees; roll is 0 where the eyes are upright.
 * </ul>
 *
 * <p>It gives a vector of any length: x towards the image's right, y up, z away from the camera.
 */
public final class GazeNetwork {

  /** The side of an eye's picture in pixels. */
  public static final int EYE_SIDE = 60;

  /** How many features the eyes have before the head's angles join them. */
  public static final int FEATURES = 512;

  /** The inputs and outputs of {@link #toOnnx}. */
  public static final String LEFT_EYE = "left_eye_image";

  public static final String RIGHT_EYE = "right_eye_image";
  public static final String HEAD_ANGLES = "head_pose_angles";
  public static final String GAZE_VECTOR = "gaze_vector";
  public static final String EYE_FEATURES = "features";

  /** The name of the layer whose output is joined with the head's angles. */
  private static final String FEATURES_LAYER = "130";

  private static final int CHANNELS = 3;
  private static final int ANGLES = 3;
  private static final int COORDINATES = 3;

  private static final Map<String, List<Long>> OUTPUTS =
      Map.of(
          GAZE_VECTOR, List.of(1L, (long) COORDINATES),
          FEATURES_LAYER, List.of(1L, (long) FEATURES));

  private static final List<Long> EYE_SHAPE =
      List.of(1L, (long) CHANNELS, (long) EYE_SIDE, (long) EYE_SIDE);

  private static final Map<String, List<Long>> INPUTS =
      Map.of(
          LEFT_EYE, EYE_SHAPE,
          RIGHT_EYE, EYE_SHAPE,
          HEAD_ANGLES, List.of(1L, (long) ANGLES));

  private final List<IrLayer> layers;
  private final byte[] weights;

  /** Values of a graph that the network gives: [n, 3] and [n, 512]. */
  public record Values(String gazeVector, String features) {}

  private GazeNetwork(List<IrLayer> layers, byte[] weights) {
    this.layers = layers;
    this.weights = weights;
  }

  /**
   * Reads the network of an OpenVINO file and its weights; {@code source} names the file in
   * messages.
   */
  static GazeNetwork of(byte[] xml, byte[] weights, String source) {
    List<IrLayer> layers = IrReader.layers(xml, source);
    INPUTS.forEach((name, shape) -> rejectOther(layers, name, shape, source));
    OUTPUTS.forEach((name, shape) -> rejectOther(layers, name, shape, source));
    return new GazeNetwork(layers, weights);
  }

  private static void rejectOther(
      List<IrLayer> layers, String name, List<Long> shape, String source) {
    if (layers.stream().noneMatch(l -> l.name().equals(name) && l.shape().equals(shape))) {
      throw new UserError(
          "%s: has no layer '%s' of shape %s, so it is not gaze-estimation-adas-0002; run '%s'"
              .formatted(source, name, shape, GazeNetworkFiles.FETCH_COMMAND));
    }
  }

  /** Adds the network to a graph, behind these values: [n, 3, 60, 60] twice and [n, 3]. */
  public Values addTo(OnnxGraph graph, String leftEye, String rightEye, String headAngles) {
    Map<String, String> values =
        IrTranslation.add(
            layers,
            weights,
            graph,
            Map.of(LEFT_EYE, leftEye, RIGHT_EYE, rightEye, HEAD_ANGLES, headAngles));
    return new Values(values.get(GAZE_VECTOR), values.get(FEATURES_LAYER));
  }

  /** The network as an ONNX file of its own, for any number of faces at once. */
  public byte[] toOnnx() {
    OnnxGraph graph = new OnnxGraph("gaze-estimation-adas-0002");
    Values values =
        addTo(
            graph,
            graph.input(LEFT_EYE, CHANNELS, EYE_SIDE, EYE_SIDE),
            graph.input(RIGHT_EYE, CHANNELS, EYE_SIDE, EYE_SIDE),
            graph.input(HEAD_ANGLES, ANGLES));
    graph.output(GAZE_VECTOR, values.gazeVector(), COORDINATES);
    graph.output(EYE_FEATURES, values.features(), FEATURES);
    return graph.toBytes();
  }
}
