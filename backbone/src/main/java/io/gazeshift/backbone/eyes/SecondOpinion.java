package io.gazeshift.backbone.eyes;

import io.gazeshift.backbone.onnx.OnnxGraph;
import io.gazeshift.backbone.openvino.GazeNetwork;

/**
 * The gaze as a network of another maker sees it, within an ONNX graph: from the flat pictures of
 * both eyes and the head's rotation to angles in the axes of the virtual camera.
 */
public final class SecondOpinion {

  /** How many floats both eyes take: first the one on the image's left, then the other. */
  public static final int EYES_FLOATS = 2 * EyeCrop.FLOATS;

  /** How many floats the head's rotation takes: from head axes to the virtual camera's, by rows. */
  public static final int ROTATION_FLOATS = 9;

  /** How many angles a gaze has: pitch and yaw. */
  public static final int ANGLES = 2;

  private static final int CHANNELS = 3;

  /** The column of the rotation that is the head's z axis. */
  private static final int[] INTO_HEAD = {2, 5, 8};

  /** Keeps a quotient of two zeros from being no number. */
  private static final float TINY = 1e-12f;

  private final OnnxGraph graph;

  /** Values of the graph: pitch and yaw in radians [n, 2], and the eyes' features [n, 512]. */
  public record Values(String gaze, String features) {}

  private SecondOpinion(OnnxGraph graph) {
    this.graph = graph;
  }

  /**
   * Adds the network to a graph.
   *
   * @param eyes a value of [n, {@link #EYES_FLOATS}]
   * @param headRotation a value of [n, {@link #ROTATION_FLOATS}]
   */
  public static Values add(OnnxGraph graph, GazeNetwork network, String eyes, String headRotation) {
    SecondOpinion part = new SecondOpinion(graph);
    GazeNetwork.Values values =
        network.addTo(graph, part.eye(eyes, 0), part.eye(eyes, 1), part.headAngles(headRotation));
    return new Values(part.gaze(values.gazeVector()), values.features());
  }

  private String eye(String eyes, int index) {
    String flat =
        graph.slice(eyes, 1, (long) index * EyeCrop.FLOATS, (index + 1L) * EyeCrop.FLOATS);
    return graph.reshape(flat, 0, CHANNELS, EyeCrop.SIDE, EyeCrop.SIDE);
  }

  /**
   * Yaw, pitch and roll of the head in degrees. The face points against the head's z axis; the
   * network counts yaw towards the image's right, we towards its left. Roll is 0, as the virtual
   * camera and so the eyes are turned along with the head.
   */
  private String headAngles(String rotation) {
    Direction facing =
        new Direction(
            negative(column(rotation, INTO_HEAD[0])),
            negative(column(rotation, INTO_HEAD[1])),
            negative(column(rotation, INTO_HEAD[2])));
    String yaw = negative(yaw(facing));
    String none = times(yaw, 0);
    return times(graph.concat(1, yaw, pitch(facing), none), (float) Math.toDegrees(1));
  }

  /** The network's y axis points up, the camera's down. */
  private String gaze(String vector) {
    Direction direction =
        new Direction(column(vector, 0), negative(column(vector, 1)), column(vector, 2));
    return graph.concat(1, pitch(direction), yaw(direction));
  }

  /** A vector of any length in camera axes; three values of [n, 1]. */
  private record Direction(String x, String y, String z) {}

  /** atan2(-y, |(x, z)|), whose second argument is never below 0. */
  private String pitch(Direction d) {
    return graph.elementwise("Atan", quotient(negative(d.y()), level(d)));
  }

  /** atan2(-x, -z), which ONNX lacks: twice the arc tangent of -x / (|(x, z)| - z). */
  private String yaw(Direction d) {
    String half =
        graph.elementwise(
            "Atan", quotient(negative(d.x()), graph.elementwise("Sub", level(d), d.z())));
    return times(half, 2);
  }

  /** |(x, z)|. */
  private String level(Direction d) {
    return graph.elementwise(
        "Sqrt",
        graph.elementwise(
            "Add", graph.elementwise("Mul", d.x(), d.x()), graph.elementwise("Mul", d.z(), d.z())));
  }

  private String quotient(String a, String b) {
    return graph.elementwise(
        "Div", a, graph.elementwise("Add", b, graph.constant(new float[] {TINY}, 1)));
  }

  private String column(String rows, int index) {
    return graph.slice(rows, 1, index, index + 1L);
  }

  private String negative(String value) {
    return graph.elementwise("Neg", value);
  }

  private String times(String value, float factor) {
    return graph.elementwise("Mul", value, graph.constant(new float[] {factor}, 1));
  }
}
