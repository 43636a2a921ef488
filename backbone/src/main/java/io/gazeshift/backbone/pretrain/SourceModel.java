package io.gazeshift.backbone.pretrain;

import ai.djl.Device;
import ai.djl.ndarray.NDManager;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneFile;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.engine.TorchEngine;
import io.gazeshift.backbone.input.PatchInput;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.backbone.network.NetworkSpec;
import io.gazeshift.backbone.network.OnnxNetwork;
import io.gazeshift.backbone.network.Weights;
import io.gazeshift.backbone.samples.Evaluation;
import io.gazeshift.backbone.samples.FeatureExtractor;
import io.gazeshift.backbone.samples.FeatureExtractor.Patches;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.HeldOut;
import io.gazeshift.glsge.data.SourceBank;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleConsumer;

/**
 * Trains a model and writes all of it: the backbone as ONNX, its preprocessing, the source head and
 * the bank.
 */
public final class SourceModel {

  /** How far the file may be from the network that was trained, see {@link Difference}. */
  private static final double MOST_DIFFERENCE = 1e-4;

  private static final int COMPARED = 16;
  private static final String REPORT = "training.html";

  /**
   * What was written.
   *
   * @param onnxDifference between the features of the file and of the network that was trained
   */
  public record Made(
      int features,
      int samples,
      int bankSamples,
      int heldOutPersons,
      List<Epoch> epochs,
      Epoch best,
      Difference onnxDifference,
      long onnxBytes,
      long bankBytes,
      String fingerprint) {}

  /**
   * How far features are from those they should be. Sums of large numbers are rounded more coarsely
   * than those of small ones, so what counts is measured against the largest feature, where that is
   * above 1.
   *
   * @param largest of all differences, in the unit of the features
   * @param largestFeature of those compared, by amount
   */
  public record Difference(double largest, double largestFeature) {

    public double counted() {
      return largest / Math.max(1, largestFeature);
    }
  }

  /** Is told how it goes. */
  public interface Progress extends Pretraining.Progress {

    /** How much of the bank is done, once the training is over. */
    void bank(double fraction);
  }

  private final NetworkSpec spec;
  private final PretrainSettings settings;
  private final TrainingSet set;

  public SourceModel(NetworkSpec spec, PretrainSettings settings, TrainingSet set) {
    this.spec = spec;
    this.settings = settings;
    this.set = set;
  }

  /**
   * Rejects a directory that holds a model, but not one whose training is not through: what stands
   * beside its state is unfinished and is written again.
   */
  public static void rejectOccupied(Path directory) {
    if (!Files.exists(checkpoint(directory))) {
      ModelDirectory.rejectOccupied(directory);
    }
  }

  /** Where a training that is not through keeps its state. */
  public static Path checkpoint(Path directory) {
    return directory.resolve(TrainingState.FILE_NAME);
  }

  /**
   * Trains and writes.
   *
   * @param directory made where it is absent; must hold no model, but may hold the state of this
   *     very training, which is gone on with
   * @param bankSamples how many samples the bank gets, spread over all of them
   */
  public Made make(Path directory, Weights initial, int bankSamples, Progress progress)
      throws IOException, InterruptedException {
    rejectOccupied(directory);
    Files.createDirectories(directory);
    Path checkpoint = checkpoint(directory);
    Pretraining.Trained trained =
        new Pretraining(spec, settings, set, checkpoint).run(initial, progress);
    Weights weights = parameter -> trained.weights().get(parameter.name());
    PatchInput preprocessing = PatchInput.imageNet(spec.inputSize()).withOutput(OnnxNetwork.OUTPUT);
    byte[] onnx = OnnxNetwork.write(spec, weights);
    Difference difference = difference(onnx, preprocessing, weights);
    ModelDirectory model = ModelDirectory.write(directory, onnx, preprocessing);
    SourceBank bank = bank(model, bankSamples, progress::bank);
    bank.write(ModelDirectory.bank(directory), true);
    Set<Long> people = set.everyNthPerson(settings.holdOut());
    Optional<HeldOut> heldOut =
        people.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new HeldOut(
                    people, SourceBank.read(ModelDirectory.bank(directory)).labelChecksum()));
    ModelDirectory.writeHead(
        directory,
        withAccuracy(
            new HeadFile(
                TorchModel.head(spec, trained.weights()),
                bank.backboneFingerprint(),
                heldOut,
                Optional.empty()),
            bank));
    Files.writeString(directory.resolve(REPORT), TrainingPage.html(spec, settings, set, trained));
    Files.delete(checkpoint);
    return new Made(
        spec.features(),
        set.size(),
        bank.size(),
        people.size(),
        trained.epochs(),
        trained.best(),
        difference,
        onnx.length,
        Files.size(ModelDirectory.bank(directory)),
        bank.backboneFingerprint());
  }

  /** Measured on the held-out people of the bank. */
  private static HeadFile withAccuracy(HeadFile head, SourceBank bank) {
    return head.with(
        head.heldOut()
            .map(people -> bank.rows(people.split(bank).heldOut()))
            .flatMap(
                others ->
                    Evaluation.of(head.head(), others.features(), others.gaze(), others.persons())
                        .headAccuracy()));
  }

  /** Between the file, run by ONNX Runtime, and PyTorch. */
  private Difference difference(byte[] onnx, PatchInput preprocessing, Weights weights)
      throws IOException, InterruptedException {
    int count = Math.min(COMPARED, set.size());
    int[] rows = new int[count];
    Arrays.setAll(rows, i -> (int) ((long) i * set.size() / count));
    PatchBatch batch = new PatchBatch(count, spec.inputSize());
    new BatchLoader(set, preprocessing).load(rows, 0, count, batch);
    float[] expected;
    try (TorchModel model =
            new TorchModel(spec, weights, TorchEngine.open(settings.threads()), Device.cpu());
        NDManager temporary = model.manager().newSubManager()) {
      expected = model.features(batch.images(temporary), false).toFloatArray();
    }
    float[] actual;
    try (Backbone backbone =
        BackboneFile.of(onnx, spec.name()).open(preprocessing, new BackboneOptions("cpu", 0))) {
      actual = backbone.features(batch.floats(), count);
    }
    double most = 0;
    double largest = 0;
    for (int i = 0; i < expected.length; i++) {
      most = Math.max(most, Math.abs(expected[i] - actual[i]));
      largest = Math.max(largest, Math.abs(expected[i]));
    }
    Difference difference = new Difference(most, largest);
    if (!(difference.counted() < MOST_DIFFERENCE)) {
      throw new IllegalStateException(
          ("the ONNX file's features differ from the trained network's by %s; the largest"
                  + " feature is %s")
              .formatted(most, largest));
    }
    return difference;
  }

  private SourceBank bank(ModelDirectory model, int samples, DoubleConsumer progress)
      throws IOException, InterruptedException {
    int count = Math.min(samples, set.size());
    int[] rows = new int[count];
    Arrays.setAll(rows, i -> (int) ((long) i * set.size() / count));
    try (FeatureExtractor extractor =
        new FeatureExtractor(model, new BackboneOptions(settings.device(), settings.threads()))) {
      float[] features = extractor.features(new Picked(set.patches(), rows), progress);
      long[] persons =
          set.persons().length == 0
              ? new long[0]
              : Arrays.stream(rows).mapToLong(row -> set.persons()[row]).toArray();
      return new SourceBank(
          FeatureRows.of(features, extractor.width()),
          set.gaze().rows(rows),
          persons,
          extractor.fingerprint());
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Picked(Patches all, int[] rows) implements Patches {

    @Override
    public int count() {
      return rows.length;
    }

    @Override
    public byte[] jpeg(int index) throws IOException, InterruptedException {
      return all.jpeg(rows[index]);
    }

    @Override
    public String name(int index) {
      return all.name(rows[index]);
    }
  }
}
