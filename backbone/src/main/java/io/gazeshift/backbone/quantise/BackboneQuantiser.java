package io.gazeshift.backbone.quantise;

import ai.onnx.proto.OnnxMl.ModelProto;
import com.google.protobuf.ByteString;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneFile.Format;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.engine.BackboneTiming;
import io.gazeshift.backbone.input.BadFaceException;
import io.gazeshift.backbone.input.PatchInput;
import io.gazeshift.backbone.input.PatchReader;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.backbone.onnx.OnnxFiles;
import io.gazeshift.backbone.onnx.OnnxSignature;
import io.gazeshift.backbone.quantise.QuantisationReport.Speed;
import io.gazeshift.backbone.samples.Evaluation;
import io.gazeshift.backbone.samples.FeatureExtractor;
import io.gazeshift.backbone.samples.LabelledPatches;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.linalg.Matrix;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;

/**
 * Makes a model directory whose backbone multiplies bytes, with the head of the given one. It is
 * written only if the gaze of faces that it was not calibrated on hardly changes. If quantising all
 * layers changes it too much, the first convolution, which sees the image itself, stays float.
 */
public final class BackboneQuantiser {

  private static final int CALIBRATION_BATCH = 8;
  private static final int TIMED_BATCH = 16;
  private static final int TIMED_ROUNDS = 4;
  private static final int TIMED_RUNS = 7;
  private static final BackboneOptions CPU = new BackboneOptions("cpu", 0);

  /** How to quantise, and how far the gaze may move on average. */
  public record Settings(WeightBits weightBits, double maxChangeDeg) {}

  private record Candidate(byte[] onnx, QuantisationPlan plan, GazeChange change) {}

  private final ModelDirectory model;
  private final PatchInput input;
  private final HeadFile head;
  private final Settings settings;

  /** Rejects models that cannot be quantised. */
  public BackboneQuantiser(ModelDirectory model, Settings settings) {
    this.model = model;
    this.settings = settings;
    if (!(model.input() instanceof PatchInput patches)) {
      throw new UserError(
          ("%s: takes landmarks, whose network is too small to gain from int8; quantise a backbone"
                  + " that takes patches")
              .formatted(model.name()));
    }
    if (model.backboneFile().format() != Format.ONNX) {
      throw new UserError(
          "%s: is a TorchScript file; only ONNX can be quantised: export it with torch.onnx.export"
              .formatted(model.backboneFile().source()));
    }
    this.input = patches;
    this.head = model.sourceHeadFile();
  }

  /**
   * Writes the quantised model to a directory that has none.
   *
   * @param check faces that were not used for calibration
   * @param progress is told the fraction done
   */
  public QuantisationReport quantise(
      Path out, LabelledPatches calibration, LabelledPatches check, DoubleConsumer progress)
      throws IOException, InterruptedException {
    ModelDirectory.rejectOccupied(out);
    byte[] given = model.backboneFile().bytes();
    ModelProto network = FoldedNetwork.of(given, model.backboneFile().source());
    QuantisationPlan whole = QuantisationPlan.of(network.getGraph(), false);
    if (whole.layers().isEmpty()) {
      throw new UserError(
          "%s: has no Conv, Gemm or MatMul with constant float weights, so int8 gains nothing"
              .formatted(model.backboneFile().source()));
    }
    Matrix before = gaze(model, check, share(progress, 0, 0.25));
    Map<String, ValueRange> ranges =
        ranges(network, whole, calibration, share(progress, 0.25, 0.5));
    Candidate best = candidate(network, whole, ranges, before, check);
    progress.accept(0.7);
    if (best.change().meanDeg() > settings.maxChangeDeg()) {
      QuantisationPlan careful = QuantisationPlan.of(network.getGraph(), true);
      Candidate other =
          careful.layers().isEmpty() ? best : candidate(network, careful, ranges, before, check);
      best = other.change().meanDeg() < best.change().meanDeg() ? other : best;
    }
    progress.accept(0.9);
    rejectChanged(best);
    Speed speed = write(out, best.onnx());
    progress.accept(1);
    return new QuantisationReport(
        best.plan().candidates(),
        best.plan().layers().size(),
        given.length,
        best.onnx().length,
        best.change(),
        speed);
  }

  private static DoubleConsumer share(DoubleConsumer whole, double from, double to) {
    return fraction -> whole.accept(from + (to - from) * fraction);
  }

  private void rejectChanged(Candidate best) {
    if (!(best.change().meanDeg() <= settings.maxChangeDeg())) {
      throw new UserError(
          ("%s: rejected: int8 moves the gaze by %.2f° on average, limit %.2f°, so nothing was"
                  + " written; calibrate on more images or images like those of your cameras, or"
                  + " raise --max-change")
              .formatted(model.name(), best.change().meanDeg(), settings.maxChangeDeg()));
    }
  }

  private Map<String, ValueRange> ranges(
      ModelProto network, QuantisationPlan plan, LabelledPatches faces, DoubleConsumer progress) {
    PatchReader reader = new PatchReader(input);
    int most = batch();
    FloatBuffer numbers =
        ByteBuffer.allocateDirect(most * input.floatsPerFace() * Float.BYTES)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    try (Calibration calibration =
        new Calibration(network, plan.activations(), model.backboneFile().source())) {
      for (int done = 0; done < faces.count(); done += most) {
        int size = Math.min(most, faces.count() - done);
        for (int i = 0; i < size; i++) {
          decode(reader, faces, done + i, numbers, i);
        }
        List<Long> face = input.shape();
        calibration.run(
            numbers.slice(0, size * input.floatsPerFace()),
            size,
            face.get(0),
            face.get(1),
            face.get(2));
        progress.accept((double) (done + size) / faces.count());
      }
      return calibration.ranges();
    }
  }

  /** Networks that were exported for a single face get one at a time. */
  private int batch() {
    OnnxSignature.Value value =
        OnnxSignature.of(model.backboneFile().bytes(), model.backboneFile().source())
            .inputs()
            .get(0);
    return !value.shape().isEmpty() && value.shape().get(0) == 1 ? 1 : CALIBRATION_BATCH;
  }

  private static void decode(
      PatchReader reader, LabelledPatches faces, int face, FloatBuffer batch, int slot) {
    try {
      reader.decode(ByteString.copyFrom(faces.jpeg(face)), batch, slot);
    } catch (BadFaceException e) {
      throw new UserError("%s: %s".formatted(faces.name(face), e.getMessage()), e);
    }
  }

  private Candidate candidate(
      ModelProto network,
      QuantisationPlan plan,
      Map<String, ValueRange> ranges,
      Matrix before,
      LabelledPatches check)
      throws IOException, InterruptedException {
    byte[] onnx =
        OnnxFiles.described(
            QuantisedGraph.write(network, plan, ranges, settings.weightBits()),
            Map.of("gazeshift.quantised", "int8, weights of %d bits".formatted(bits())));
    Path trial = Files.createTempDirectory("gazeshift-int8");
    try {
      ModelDirectory quantised = ModelDirectory.write(trial, onnx, input);
      Matrix after = gaze(quantised, check, fraction -> {});
      return new Candidate(onnx, plan, GazeChange.of(before, after, check.gaze()));
    } finally {
      delete(trial);
    }
  }

  private int bits() {
    return settings.weightBits().bits();
  }

  private Matrix gaze(ModelDirectory of, LabelledPatches faces, DoubleConsumer progress)
      throws IOException, InterruptedException {
    try (FeatureExtractor extractor = new FeatureExtractor(of, CPU)) {
      float[] features = extractor.features(faces, progress);
      return Evaluation.predict(head.head(), FeatureRows.of(features, extractor.width()));
    }
  }

  private Speed write(Path out, byte[] onnx) throws IOException {
    ModelDirectory written = ModelDirectory.write(out, onnx, input);
    try (Backbone before = model.openBackbone(CPU);
        Backbone after = written.openBackbone(CPU)) {
      // The people that the head has not seen belong to a bank of other features.
      ModelDirectory.writeHead(
          out, new HeadFile(head.head(), after.fingerprint()).with(head.accuracy()));
      return speed(before, after);
    }
  }

  /** Both in turn, and the best of each: what else the machine does must not count. */
  private static Speed speed(Backbone before, Backbone after) {
    double millisBefore = Double.POSITIVE_INFINITY;
    double millisAfter = Double.POSITIVE_INFINITY;
    for (int i = 0; i < TIMED_ROUNDS; i++) {
      millisBefore =
          Math.min(millisBefore, BackboneTiming.medianMillis(before, TIMED_BATCH, TIMED_RUNS));
      millisAfter =
          Math.min(millisAfter, BackboneTiming.medianMillis(after, TIMED_BATCH, TIMED_RUNS));
    }
    return new Speed(TIMED_BATCH, millisBefore, millisAfter);
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
