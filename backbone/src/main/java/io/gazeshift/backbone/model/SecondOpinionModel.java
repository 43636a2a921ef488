package io.gazeshift.backbone.model;

import io.gazeshift.backbone.eyes.SecondOpinion;
import io.gazeshift.backbone.input.LandmarkEyesInput;
import io.gazeshift.backbone.input.LandmarkInput;
import io.gazeshift.backbone.landmarks.LandmarkFeatures;
import io.gazeshift.backbone.landmarks.LandmarkNetwork;
import io.gazeshift.backbone.onnx.OnnxGraph;
import io.gazeshift.backbone.openvino.GazeNetwork;
import io.gazeshift.glsge.data.HeadAccuracy;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import java.util.List;

/**
 * The backbone of landmarks with another maker's gaze network beside it. Its features are those of
 * the landmarks and the network's two angles; its head predicts the mean of the landmarks' head and
 * of these angles.
 */
final class SecondOpinionModel {

  static final int FEATURES = LandmarkFeatures.COUNT + Head.OUTPUTS;

  private static final String INPUT = "face";
  private static final String OUTPUT = "features";

  /** The angles as features have about unit variance: 0.2 radians are 11 degrees. */
  private static final float ANGLE_SCALE = 0.2f;

  /** Both errors are about as large, and those of one are nearly unrelated to the other's. */
  private static final float SHARE = 0.5f;

  /** ReLU lets a number pass as its positive and its negative part. */
  private static final int PARTS = 2 * Head.OUTPUTS;

  private SecondOpinionModel() {}

  static LandmarkEyesInput input() {
    return new LandmarkEyesInput(OUTPUT);
  }

  static byte[] backbone(GazeNetwork network) {
    OnnxGraph graph = new OnnxGraph("landmarks-and-" + INPUT);
    String row = graph.input(INPUT, LandmarkEyesInput.WIDTH);
    String landmarks = graph.slice(row, 1, 0, LandmarkInput.WIDTH);
    String rotation = graph.slice(row, 1, LandmarkInput.ROTATION, LandmarkInput.WIDTH);
    String eyes = graph.slice(row, 1, LandmarkInput.WIDTH, LandmarkEyesInput.WIDTH);
    String angles = SecondOpinion.add(graph, network, eyes, rotation).gaze();
    String scaled = graph.elementwise("Div", angles, graph.constant(new float[] {ANGLE_SCALE}, 1));
    graph.output(
        OUTPUT, graph.concat(1, LandmarkNetwork.addTo(graph, landmarks), scaled), FEATURES);
    return graph.toBytes();
  }

  /** The mean of two errors of one size that are unrelated; ten people: 0.66 of the landmarks'. */
  static HeadAccuracy accuracy(HeadAccuracy landmarks) {
    return landmarks.times(Math.sqrt(0.5));
  }

  /** The mean of what this head of landmarks says and of the network's angles. */
  static Head head(Head landmarks) {
    List<DenseLayer> layers = landmarks.layers();
    return new Head(
        beside(layers.get(0), FEATURES, parts()),
        beside(layers.get(1), layers.get(1).inputs() + PARTS, identity()),
        mean(layers.get(2)));
  }

  /** A layer whose further outputs see only the further inputs. */
  private static DenseLayer beside(DenseLayer layer, int inputs, float[][] further) {
    int outputs = layer.outputs() + further.length;
    float[] weight = new float[inputs * outputs];
    float[] bias = new float[outputs];
    copy(layer, 1, inputs, weight);
    System.arraycopy(layer.bias(), 0, bias, 0, layer.outputs());
    for (int row = 0; row < further.length; row++) {
      System.arraycopy(
          further[row],
          0,
          weight,
          (layer.outputs() + row) * inputs + layer.inputs(),
          further[row].length);
    }
    return new DenseLayer(inputs, outputs, weight, bias);
  }

  /** From the two angles to their positive and negative parts, in radians. */
  private static float[][] parts() {
    return new float[][] {{ANGLE_SCALE, 0}, {-ANGLE_SCALE, 0}, {0, ANGLE_SCALE}, {0, -ANGLE_SCALE}};
  }

  private static float[][] identity() {
    float[][] rows = new float[PARTS][PARTS];
    for (int i = 0; i < PARTS; i++) {
      rows[i][i] = 1;
    }
    return rows;
  }

  private static DenseLayer mean(DenseLayer linear) {
    int inputs = linear.inputs() + PARTS;
    float[] weight = new float[inputs * Head.OUTPUTS];
    float[] bias = new float[Head.OUTPUTS];
    copy(linear, 1 - SHARE, inputs, weight);
    for (int angle = 0; angle < Head.OUTPUTS; angle++) {
      bias[angle] = (1 - SHARE) * linear.bias()[angle];
      int at = angle * inputs + linear.inputs() + 2 * angle;
      weight[at] = SHARE;
      weight[at + 1] = -SHARE;
    }
    return new DenseLayer(inputs, Head.OUTPUTS, weight, bias);
  }

  private static void copy(DenseLayer from, float factor, int inputs, float[] weight) {
    for (int row = 0; row < from.outputs(); row++) {
      for (int column = 0; column < from.inputs(); column++) {
        weight[row * inputs + column] = factor * from.weight()[row * from.inputs() + column];
      }
    }
  }
}
