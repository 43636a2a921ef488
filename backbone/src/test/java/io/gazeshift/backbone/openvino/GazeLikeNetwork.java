package io.gazeshift.backbone.openvino;

import io.gazeshift.backbone.openvino.IrWriter.Out;
import java.util.List;
import java.util.Map;

/**
 * A network with the layers of gaze-estimation-adas-0002, in its order and shapes, and random
 * weights.
 */
public final class GazeLikeNetwork {

  private static final int BATCH = 1;

  private final IrWriter ir;
  private final Out gaze;
  private final Out features;

  private GazeLikeNetwork(IrWriter ir) {
    this.ir = ir;
    Out left = ir.parameter("left_eye_image", BATCH, 3, 60, 60);
    Out right = ir.parameter("right_eye_image", BATCH, 3, 60, 60);
    Out head = ir.parameter("head_pose_angles", BATCH, 3);
    Out joined = ir.concat(eye(left), eye(right));
    Out face = block(joined, 64, 128, 64, 2, 1);
    face = block(face, 64, 128, 64, 2, 0);
    face = scaled(ir.relu(biased(face, 64, 256, 3, 1, 1)), 256, 1);
    face = biased(face, 256, 512, 3, 1, 0);
    features = ir.reshape("130", face, ir.whole("i64", 0, -1), BATCH, 512);
    Out angles = ir.reshape("138", head, ir.whole("i64", 0, -1), BATCH, 3);
    Out all = ir.concat(features, angles);
    all = ir.otherAxes("Unsqueeze", "140", all, ir.whole("i64", 2), BATCH, 515, 1);
    all = ir.otherAxes("Unsqueeze", "141", all, ir.whole("i64", 3), BATCH, 515, 1, 1);
    all = ir.relu(biased(all, 515, 320, 1, 1, 0));
    all = scaled(ir.relu(biased(all, 320, 80, 1, 1, 0)), 80, 1);
    all = biased(all, 80, 3, 1, 1, 0);
    all = firstColumn(all, BATCH, 3, 1, 1);
    all = ir.otherAxes("Squeeze", "150", all, ir.whole("u64", 2), BATCH, 3, 1);
    all = firstColumn(all, BATCH, 3, 1);
    gaze = ir.otherAxes("Squeeze", "gaze_vector", all, ir.whole("u64", 2), BATCH, 3);
    ir.result(gaze);
  }

  /** With weights in half precision, each widened by a layer of its own, or in single. */
  public static GazeLikeNetwork random(long seed, boolean half) {
    return new GazeLikeNetwork(new IrWriter(seed, half));
  }

  private Out eye(Out picture) {
    // Pixels of 0 to 255 become numbers around 0.
    Out eye = ir.multiply(picture, ir.constant(0.008, 0.001, 1, 3, 1, 1));
    eye = ir.add(eye, ir.constant(-1, 0.1, 1, 3, 1, 1));
    return block(block(eye, 3, 32, 16, 2, 1), 16, 64, 32, 2, 1);
  }

  private Out block(Out x, int inputs, int inner, int outputs, int stride, int padding) {
    Out wide = scaled(ir.relu(biased(x, inputs, inner, 3, 1, 1)), inner, 1);
    return biased(wide, inner, outputs, 3, stride, padding);
  }

  private Out biased(Out x, int inputs, int outputs, int size, int stride, int padding) {
    double deviation = Math.sqrt(2.0 / (inputs * size * size));
    Out kernels = ir.constant(0, deviation, outputs, inputs, size, size);
    return ir.add(
        ir.convolution(x, kernels, stride, padding), ir.constant(0, 0.2, 1, outputs, 1, 1));
  }

  private Out scaled(Out x, int channels, double mean) {
    return ir.add(
        ir.multiply(x, ir.constant(mean, 0.1, 1, channels, 1, 1)),
        ir.constant(0, 0.2, 1, channels, 1, 1));
  }

  private Out firstColumn(Out x, Integer... shape) {
    return ir.slice(
        x, ir.whole("i64", 0, 0, 0), ir.whole("i64", 0, 0, 1), ir.whole("i64", 1, 1, 1), shape);
  }

  byte[] xml() {
    return ir.xmlBytes();
  }

  String xmlText() {
    return ir.xml();
  }

  byte[] weights() {
    return ir.weights();
  }

  /** As this program would read it from its files. */
  public GazeNetwork network() {
    return GazeNetwork.of(xml(), weights(), "test.xml");
  }

  /** The features and then the gaze vector of one face, computed without ONNX. */
  public double[] computed(float[] left, float[] right, float[] headAngles) {
    Inputs inputs =
        new Inputs(
            Map.of(
                "left_eye_image", Numbers.of(List.of(1, 3, 60, 60), left),
                "right_eye_image", Numbers.of(List.of(1, 3, 60, 60), right),
                "head_pose_angles", Numbers.of(List.of(1, 3), headAngles)));
    double[] first = features.of(inputs).toArray();
    double[] second = gaze.of(inputs).toArray();
    double[] all = new double[first.length + second.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }
}
