package io.gazeshift.backbone.model;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.backbone.input.LandmarkInput;
import io.gazeshift.backbone.input.PatchInput;
import io.gazeshift.backbone.landmarks.LandmarkNetwork;
import io.gazeshift.backbone.network.NetworkSpec;
import io.gazeshift.backbone.network.OnnxNetwork;
import io.gazeshift.backbone.network.Weights;
import io.gazeshift.backbone.openvino.GazeNetwork;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;

/**
 * Makes a model directory of a known architecture: its backbone with given weights, what it takes
 * of a face, and a random head, so that it runs at once and can be given a trained head later.
 */
public final class ArchitectureModelMaker {

  private static final int HIDDEN1 = 256;
  private static final int HIDDEN2 = 128;

  /** Keeps the angles of an untrained head within what a face can do. */
  private static final double LINEAR_SHARE = 0.1;

  private static final BackboneOptions CPU = new BackboneOptions("cpu", 0);

  /** What was written. */
  public record Made(int features, Head head, String fingerprint, long bytes) {}

  private ArchitectureModelMaker() {}

  /** Writes the model's files to a directory, made where it is absent, that has none of them. */
  public static Made make(Path directory, NetworkSpec spec, Weights weights, long headSeed)
      throws IOException {
    return make(
        directory,
        OnnxNetwork.write(spec, weights),
        PatchInput.imageNet(spec.inputSize()).withOutput(OnnxNetwork.OUTPUT),
        headSeed);
  }

  /** The same with the backbone of landmarks, which has no weights to be given. */
  public static Made makeLandmarks(Path directory, long headSeed) throws IOException {
    return make(
        directory, LandmarkNetwork.write(), new LandmarkInput(LandmarkNetwork.OUTPUT), headSeed);
  }

  /** The built-in model of landmarks with this network beside it; its head is no random one. */
  public static Made makeSecondOpinion(Path directory, GazeNetwork network) throws IOException {
    ModelDirectory.rejectOccupied(directory);
    byte[] onnx = SecondOpinionModel.backbone(network);
    HeadFile landmarks = ModelDirectory.builtIn(BuiltInModel.LANDMARKS).sourceHeadFile();
    Head head = SecondOpinionModel.head(landmarks.head());
    ModelDirectory written = ModelDirectory.write(directory, onnx, SecondOpinionModel.input());
    try (Backbone backbone = written.openBackbone(CPU)) {
      ModelDirectory.writeHead(
          directory,
          new HeadFile(head, backbone.fingerprint())
              .with(landmarks.accuracy().map(SecondOpinionModel::accuracy)));
      return new Made(backbone.featureSize(), head, backbone.fingerprint(), onnx.length);
    }
  }

  private static Made make(Path directory, byte[] onnx, BackboneInput input, long headSeed)
      throws IOException {
    ModelDirectory.rejectOccupied(directory);
    ModelDirectory written = ModelDirectory.write(directory, onnx, input);
    try (Backbone backbone = written.openBackbone(CPU)) {
      Head head = randomHead(backbone.featureSize(), headSeed);
      ModelDirectory.writeHead(directory, new HeadFile(head, backbone.fingerprint()));
      return new Made(backbone.featureSize(), head, backbone.fingerprint(), onnx.length);
    }
  }

  private static Head randomHead(int features, long seed) {
    Random random = new Random(seed);
    return new Head(
        randomLayer(features, HIDDEN1, 1, random),
        randomLayer(HIDDEN1, HIDDEN2, 1, random),
        randomLayer(HIDDEN2, Head.OUTPUTS, LINEAR_SHARE, random));
  }

  private static DenseLayer randomLayer(int inputs, int outputs, double share, Random random) {
    double deviation = share * Math.sqrt(2.0 / inputs);
    float[] weight = new float[inputs * outputs];
    for (int i = 0; i < weight.length; i++) {
      weight[i] = (float) (deviation * random.nextGaussian());
    }
    return new DenseLayer(inputs, outputs, weight, new float[outputs]);
  }
}
