package io.gazeshift.daemon.cli.offline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.backbone.engine.TorchEngine;
import io.gazeshift.backbone.network.Architecture;
import io.gazeshift.backbone.network.InitialWeights;
import io.gazeshift.backbone.network.NetworkSpec;
import io.gazeshift.backbone.network.StoredWeights;
import io.gazeshift.backbone.network.Weights;
import io.gazeshift.backbone.pretrain.Epoch;
import io.gazeshift.backbone.pretrain.PretrainSettings;
import io.gazeshift.backbone.pretrain.SourceModel;
import io.gazeshift.backbone.pretrain.TrainingSet;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.JsonOutput;
import io.gazeshift.daemon.cli.support.UserErrors;
import io.gazeshift.glsge.data.Safetensors;
import io.gazeshift.glsge.data.SafetensorsException;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "pretrain",
    mixinStandardHelpOptions = true,
    description =
        "Train a backbone and its source head on labelled faces, rendered or your own, and build the"
            + " bank for adaptation.")
public final class PretrainCommand implements Callable<Integer> {

  private static final PretrainSettings DEFAULT = PretrainSettings.DEFAULT;

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private LabelOptions labels = new LabelOptions();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Directory for the model; created if missing.")
  private Path out;

  @Option(
      names = "--scene",
      paramLabel = "NAME",
      description = "Scene to render faces of. Default: studio, unless --images is given.")
  private String scene;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "Number of faces to render. Default: ${DEFAULT-VALUE}.")
  private int samples = 12000;

  @Option(
      names = "--images",
      paramLabel = "DIR",
      description = "Folder of normalised face patches (JPEG) to train on, with --labels.")
  private Path images;

  @Option(
      names = "--arch",
      paramLabel = "NAME",
      description =
          "Architecture of the backbone: small, resnet18 or resnet50. Default: ${DEFAULT-VALUE}.")
  private Architecture architecture = Architecture.SMALL;

  @Option(
      names = "--weights",
      paramLabel = "FILE",
      description =
          "Safetensors file with initial weights of the backbone under torchvision's names."
              + " Default: random weights.")
  private Path weightsFile;

  @Option(
      names = "--input-size",
      paramLabel = "PIXELS",
      description = "Width and height of the patches. Default: ${DEFAULT-VALUE}.")
  private int inputSize = 224;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      description = "Epochs of training at most. Default: ${DEFAULT-VALUE}.")
  private int epochs = DEFAULT.epochs();

  @Option(
      names = "--batch",
      paramLabel = "N",
      description = "Samples in a step. Default: ${DEFAULT-VALUE}.")
  private int batch = DEFAULT.batch();

  @Option(
      names = "--lr",
      paramLabel = "RATE",
      description = "Initial learning rate. Default: ${DEFAULT-VALUE}.")
  private double learningRate = DEFAULT.learningRate();

  @Option(
      names = "--patience",
      paramLabel = "N",
      description = "Stop after N epochs without improvement. Default: ${DEFAULT-VALUE}.")
  private int patience = DEFAULT.patience();

  @Option(
      names = "--hold-out",
      paramLabel = "N",
      description =
          "Hold out every Nth person as a validation person, for measuring the model and for safe"
              + " adaptation. Default: ${DEFAULT-VALUE}.")
  private int holdOut = DEFAULT.holdOut();

  @Option(
      names = "--no-augment",
      description = "Train on unchanged patches. By default they are mirrored, shifted and relit.")
  private boolean unchanged;

  @Option(
      names = "--bank-samples",
      paramLabel = "N",
      description = "Samples to store in the bank at most. Default: ${DEFAULT-VALUE}.")
  private int bankSamples = 10000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Seed for weights, rendered faces and order of samples. Default: ${DEFAULT-VALUE}.")
  private long seed = DEFAULT.seed();

  @Option(
      names = "--device",
      paramLabel = "NAME",
      description = "Device to train on: auto, cpu or cuda:N. Default: ${DEFAULT-VALUE}.")
  private String device = DEFAULT.device();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "CPU threads; 0 lets PyTorch choose. Default: ${DEFAULT-VALUE}.")
  private int threads = DEFAULT.threads();

  @Option(names = "--resume", description = "Continue the interrupted training in --out.")
  private boolean resume;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  public PretrainCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    CommandLogging.apply(options);
    check();
    TorchEngine.require();
    NetworkSpec spec = architecture.spec(inputSize);
    PretrainSettings settings = settings();
    Weights initial = initial(spec);
    TrainingSet set = set();
    SourceModel.Made made;
    try (Bars bars = new Bars()) {
      made = new SourceModel(spec, settings, set).make(out, initial, bankSamples, bars);
    }
    tell(spec, made);
    return ExitCode.DONE;
  }

  private void check() throws IOException {
    if (architecture == Architecture.GAZETR) {
      throw UserError.usage(
          "--arch: gazetr cannot be trained here; use small, resnet18 or resnet50, or import a"
              + " trained one with 'gazeshift backbone make --weights'");
    }
    if (images != null && scene != null) {
      throw UserError.usage("--scene, --images: give only one of them");
    }
    if ((images != null) != labels.given()) {
      throw UserError.usage("--images, --labels: give both or none");
    }
    if (inputSize < 32 || inputSize > 1024 || samples < 1 || bankSamples < 1) {
      throw UserError.usage(
          "--input-size: %d must be 32 to 1024; --samples: %d and --bank-samples: %d at least 1"
              .formatted(inputSize, samples, bankSamples));
    }
    if (images == null && inputSize != 224) {
      throw UserError.usage(
          "--input-size: %d, but rendered patches have 224 pixels".formatted(inputSize));
    }
    if (Files.exists(out) && !Files.isDirectory(out)) {
      throw UserError.usage("--out: %s is a file, not a directory".formatted(out));
    }
    boolean begun = Files.exists(SourceModel.checkpoint(out));
    if (begun && !resume) {
      throw UserError.usage(
          "--out: %s holds an interrupted training; use --resume, or another directory"
              .formatted(out));
    }
    SourceModel.rejectOccupied(out);
    if (resume && !begun) {
      throw UserError.usage(
          "--resume: %s does not exist; there is no training to continue"
              .formatted(SourceModel.checkpoint(out)));
    }
  }

  private PretrainSettings settings() {
    return UserErrors.fromFlags(
        () ->
            new PretrainSettings(
                epochs,
                batch,
                learningRate,
                DEFAULT.weightDecay(),
                patience,
                holdOut,
                !unchanged,
                seed,
                device,
                threads));
  }

  /** The initial weights: stored ones for the backbone, random ones for the head. */
  private Weights initial(NetworkSpec spec) {
    Weights random = new InitialWeights(seed);
    if (weightsFile == null) {
      return random;
    }
    try {
      Weights stored =
          new StoredWeights(Safetensors.read(FileFlags.file("--weights", weightsFile)));
      Set<String> backbone =
          Set.copyOf(spec.parameters().stream().map(parameter -> parameter.name()).toList());
      return parameter -> (backbone.contains(parameter.name()) ? stored : random).of(parameter);
    } catch (SafetensorsException e) {
      throw new UserError(e.getMessage(), e);
    }
  }

  private TrainingSet set() throws IOException, InterruptedException {
    if (images != null) {
      return TrainingSet.of(labels.read(FileFlags.directory("--images", images)));
    }
    SyntheticScene place = SyntheticScene.named(scene == null ? "studio" : scene);
    try (CommandProgress progress = new CommandProgress(console, "rendering")) {
      return TrainingSet.render(place, samples, seed, progress);
    }
  }

  /** Progress bars, first for the training, then for the bank. */
  private final class Bars implements SourceModel.Progress, AutoCloseable {

    private final CommandProgress training = new CommandProgress(console, "training");
    private CommandProgress bank;

    @Override
    public void batch(double fraction) {
      training.accept(fraction);
    }

    @Override
    public void epoch(Epoch epoch) {
      training.say(
          String.format(
              Locale.ROOT,
              "epoch %d: loss %.2f°, error on validation people %.2f°",
              epoch.number(),
              Math.toDegrees(epoch.loss()),
              epoch.heldOutDegrees()));
    }

    @Override
    public void bank(double fraction) {
      if (bank == null) {
        training.close();
        bank = new CommandProgress(console, "bank");
      }
      bank.accept(fraction);
    }

    @Override
    public void close() {
      (bank == null ? training : bank).close();
    }
  }

  private void tell(NetworkSpec spec, SourceModel.Made made) {
    if (json) {
      ObjectNode answer =
          JsonOutput.object()
              .put("directory", out.toString())
              .put("architecture", spec.name())
              .put("features", made.features())
              .put("samples", made.samples())
              .put("held_out_persons", made.heldOutPersons())
              .put("epochs", made.epochs().size())
              .put("best_epoch", made.best().number())
              .put("held_out_error_deg", made.best().heldOutDegrees())
              .put("onnx_difference", made.onnxDifference().largest())
              .put("onnx_largest_feature", made.onnxDifference().largestFeature())
              .put("onnx_bytes", made.onnxBytes())
              .put("bank_samples", made.bankSamples())
              .put("bank_bytes", made.bankBytes())
              .put("backbone_fingerprint", made.fingerprint());
      JsonOutput.print(console, answer);
      return;
    }
    console
        .out()
        .printf(
            Locale.ROOT,
            "%s: %s, %d features, error %.2f° on %s held out (epoch %d of %d)%n"
                + "backbone %.1f MB, within %.0e of the trained network; bank of %d samples, %.1f"
                + " MB; report: %s%n",
            out,
            spec.name(),
            made.features(),
            made.best().heldOutDegrees(),
            made.heldOutPersons() == 0 ? "samples" : made.heldOutPersons() + " persons",
            made.best().number(),
            made.epochs().size(),
            made.onnxBytes() / 1e6,
            made.onnxDifference().largest(),
            made.bankSamples(),
            made.bankBytes() / 1e6,
            out.resolve("training.html"));
  }
}
