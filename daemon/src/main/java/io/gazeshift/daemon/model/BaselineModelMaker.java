package io.gazeshift.daemon.model;

import io.gazeshift.daemon.backbone.Backbone;
import io.gazeshift.daemon.backbone.BackboneOptions;
import io.gazeshift.daemon.backbone.OnnxBackbone;
import io.gazeshift.daemon.backbone.Preprocessing;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.synthetic.SyntheticPatches;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.protocol.Gaze;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Makes the built-in model from synthetic faces: principal components of filter responses as
 * features, random features and ridge regression as head. Equal seeds and sample counts give equal
 * files on one machine.
 */
public final class BaselineModelMaker {

  /** What the built-in model was made with. */
  public static final long DEFAULT_SEED = 1;

  public static final int DEFAULT_SAMPLES = 8_000;

  private static final int FEATURES = 128;
  private static final int MIN_SAMPLES = 2 * FEATURES;
  private static final BackboneOptions ONE_CPU = new BackboneOptions("cpu", 1);

  /** One held-out patch for so many of the sample, drawn with people of their own. */
  private static final int HELD_OUT_SHARE = 4;

  /** Told how far the drawing of patches is. */
  public interface Progress {
    void drawn(int done, int total);
  }

  /** How well the head does on people and patches it was not made from. */
  public record Report(int samples, int heldOut, double meanErrorDeg, double blindErrorDeg) {

    /** In one line. */
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%.2f degrees on %d held-out patches (always answering the mean gaze: %.2f degrees)",
          meanErrorDeg,
          heldOut,
          blindErrorDeg);
    }
  }

  private BaselineModelMaker() {}

  /** Writes the model's files to a directory, which is made where it is absent. */
  public static Report make(Path directory, long seed, int samples, Progress progress)
      throws IOException, InterruptedException {
    if (samples < MIN_SAMPLES) {
      throw new IllegalArgumentException(
          "a model of %d features needs %d samples or more, got %d"
              .formatted(FEATURES, MIN_SAMPLES, samples));
    }
    OpenCv.load();
    Files.createDirectories(directory);
    Preprocessing preprocessing = BaselineNetwork.PREPROCESSING;

    LabelledResponses sample = draw(BaselineNetwork.filters(), seed, samples, progress);
    Projection projection =
        Projection.principalComponents(sample.rows(), BaselineNetwork.RESPONSES, FEATURES);
    byte[] onnx = BaselineNetwork.projected(projection);
    float[] features = projection.apply(sample.rows());
    Head head = RandomFeatureHead.fit(features, FEATURES, sample.angles(), seed);

    LabelledResponses heldOut = draw(onnx, ~seed, samples / HELD_OUT_SHARE, progress);
    Report report = assess(head, sample.angles(), heldOut);

    Files.write(directory.resolve(ModelDirectory.BACKBONE), onnx);
    Files.writeString(directory.resolve(Preprocessing.FILE_NAME), preprocessing.toJson());
    try (Backbone backbone = open(onnx)) {
      new HeadFile(head, backbone.fingerprint()).write(directory.resolve(ModelDirectory.HEAD));
    }
    Files.writeString(directory.resolve("README.md"), BaselineReadme.text(seed, report));
    return report;
  }

  private static LabelledResponses draw(byte[] onnx, long seed, int count, Progress progress)
      throws InterruptedException {
    try (Backbone network = open(onnx);
        SyntheticPatches patches = new SyntheticPatches(SyntheticScene.STUDIO, seed)) {
      return LabelledResponses.of(network, BaselineNetwork.PREPROCESSING, patches, count, progress);
    }
  }

  private static Backbone open(byte[] onnx) {
    return OnnxBackbone.open(onnx, BaselineNetwork.PREPROCESSING, ONE_CPU, "baseline");
  }

  private static Report assess(Head head, float[] sampleAngles, LabelledResponses heldOut) {
    double[] mean = Rows.mean(sampleAngles, Head.OUTPUTS);
    Gaze blind = new Gaze(mean[0], mean[1]);
    int count = heldOut.angles().length / Head.OUTPUTS;
    float[] predicted = new float[heldOut.angles().length];
    head.predict(heldOut.rows(), 0, count, predicted, 0);
    double error = 0;
    double blindError = 0;
    for (int i = 0; i < count; i++) {
      Gaze truth = gaze(heldOut.angles(), i);
      error += gaze(predicted, i).angleToRad(truth);
      blindError += blind.angleToRad(truth);
    }
    return new Report(
        sampleAngles.length / Head.OUTPUTS,
        count,
        Math.toDegrees(error / count),
        Math.toDegrees(blindError / count));
  }

  private static Gaze gaze(float[] angles, int index) {
    return new Gaze(angles[index * Head.OUTPUTS], angles[index * Head.OUTPUTS + 1]);
  }
}
