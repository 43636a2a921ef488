package io.gazeshift.daemon.cli.offline;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.backbone.samples.ExtractedSamples;
import io.gazeshift.backbone.simulation.SimulatedSamples;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.ingest.facemodels.FaceModels;
import io.gazeshift.ingest.locate.RigidFace;
import io.gazeshift.ingest.locate.mesh.MeshLocators;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description =
        "Build a bank of simulated people for a model that takes landmarks: anatomy, head poses and"
            + " the landmark noise of real cameras, with known gaze. Needs the face models of"
            + " 'gazeshift models fetch'.")
final class BankSimulateCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private BankOutput output = new BankOutput();

  @Option(
      names = {"--model", "--backbone"},
      paramLabel = "DIR",
      description =
          "Model directory whose backbone extracts the features. Default: the built-in model"
              + " 'landmarks'.")
  private Path model = BuiltInModel.LANDMARKS.path();

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "Number of faces. Default: ${DEFAULT-VALUE}.")
  private int samples = 60_000;

  @Option(
      names = "--people",
      paramLabel = "N",
      description =
          "Number of people; each has the same number of faces. Default: ${DEFAULT-VALUE}.")
  private int people = 300;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed for people, poses and gaze. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  BankSimulateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    CommandLogging.apply(options);
    if (people < 1 || samples < people) {
      throw UserError.usage(
          "--samples: %d is too few for %d people; use at least one for each person"
              .formatted(samples, people));
    }
    output.check();
    FaceModels faces = new FaceModels(GazeshiftConfig.load(options, new Flags()).faces().models());
    RigidFace average = MeshLocators.averageFace(faces);
    ExtractedSamples drawn;
    try (Backbone backbone = ModelDirectory.of(model).openBackbone(new BackboneOptions("cpu", 1));
        CommandProgress progress = new CommandProgress(console, "simulated faces")) {
      drawn = SimulatedSamples.draw(backbone, average, samples, people, seed, progress);
    }
    output.write(console, drawn);
    return ExitCode.DONE;
  }
}
