package io.gazeshift.daemon.cli.offline;

import io.gazeshift.adaptation.method.Ablation;
import io.gazeshift.adaptation.method.PaperResults;
import io.gazeshift.backbone.samples.SampleFiles;
import io.gazeshift.backbone.samples.UnlabelledSamples;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.JsonOutput;
import io.gazeshift.daemon.cli.support.UserErrors;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.AdaptationSettings;
import io.gazeshift.glsge.train.SourceTrainer;
import io.gazeshift.glsge.train.TrainingOutcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "ablate",
    mixinStandardHelpOptions = true,
    description = "Print the paper's ablation table for a bank and a target with known gaze.")
public final class AblateCommand implements Callable<Integer> {

  private static final int FEWEST_TO_SPLIT = 20;

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private AdaptationOptions adaptation = new AdaptationOptions();
  @Mixin private SourceTrainingOptions training = new SourceTrainingOptions();
  @Mixin private LabelledImageOptions images = new LabelledImageOptions();

  @Option(
      names = "--bank",
      paramLabel = "FILE",
      required = true,
      description = "Labelled bank of the source.")
  private Path bankFile;

  @Option(names = "--target", paramLabel = "FILE", description = "Features of the target domain.")
  private Path targetFile;

  @Option(
      names = "--truth",
      paramLabel = "FILE",
      description = "True gaze of each row of --target, for measuring only. May be the same file.")
  private Path truthFile;

  @Option(
      names = "--paper-split",
      description =
          "Adapt to a tenth of the target and measure on four fifths, drawn anew for each seed, as"
              + " the paper does. Default: adapt to and measure on the whole target.")
  private boolean paperSplit;

  @Option(
      names = "--paper",
      paramLabel = "TASK",
      description =
          "Also print the paper's numbers for this task: D_E-D_M is ETH-XGaze to MPIIFaceGaze; D_G"
              + " is Gaze360, D_D EyeDiap, and 'average' the mean of all four tasks.")
  private String paperTask;

  @Option(
      names = "--paper-backbone",
      paramLabel = "NAME",
      description =
          "Backbone of the paper's numbers: resnet-18, resnet-50, gazetr or fsci. Default: resnet-18.")
  private String paperBackbone;

  @Option(
      names = "--head",
      paramLabel = "FILE",
      description =
          "Start every seed from this head. Default: train one on the bank for each seed.")
  private Path headFile;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Number of seeds to average over. Default: ${DEFAULT-VALUE}.")
  private int seeds = 3;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  public AblateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    CommandLogging.apply(options);
    if (seeds < 1) {
      throw UserError.usage("--seeds: %d is too few; use at least 1".formatted(seeds));
    }
    Optional<PaperResults> paper = paperResults();
    images.requireOneOf("ablate", "--target and --truth", targetFile != null && truthFile != null);
    AdaptationSettings settings = adaptation.settings();
    SourceBank bank = SampleFiles.bank(FileFlags.file("--bank", bankFile));
    SampleFiles.requireVaried(bankFile.toString(), bank);
    UnlabelledSamples target;
    SourceBank labelled;
    if (images.given()) {
      labelled = images.bank(console, adaptation.device());
      target =
          new UnlabelledSamples(
              labelled.features(), Optional.empty(), labelled.backboneFingerprint(), images.name());
    } else {
      target = SampleFiles.unlabelled(FileFlags.file("--target", targetFile));
      labelled = labelled(target);
    }
    LongFunction<Ablation.Task> tasks = tasks(target.name(), labelled);
    Ablation.Task first = tasks.apply(1);
    adaptation.requireBatch(
        paperSplit ? "a tenth of " + target.name() : target.name(), first.adapt().size());
    LongFunction<Head> heads = heads(bank, target);
    List<Ablation.Row> rows;
    try (CommandProgress progress = new CommandProgress(console, "ablation")) {
      rows =
          UserErrors.fromData(
              () -> new Ablation(settings).run(bank, tasks, seeds, heads, progress));
    }
    AblationAnswer answer = new AblationAnswer(rows, seeds, first.boundIsByPerson(), paper);
    if (json) {
      JsonOutput.print(console, answer.json(adaptation.labelModel()));
    } else {
      answer.lines().forEach(console.out()::println);
    }
    return ExitCode.DONE;
  }

  private Optional<PaperResults> paperResults() {
    if (paperTask == null && paperBackbone != null) {
      throw UserError.usage("--paper-backbone: goes with --paper TASK");
    }
    String backbone = paperBackbone == null ? PaperResults.DEFAULT_BACKBONE : paperBackbone;
    return Optional.ofNullable(paperTask).map(task -> PaperResults.of(task, backbone));
  }

  /** The target with its true gaze, and with its persons where one of the files names them. */
  private SourceBank labelled(UnlabelledSamples target) {
    Matrix truth = SampleFiles.truth(FileFlags.file("--truth", truthFile));
    if (truth.rows() != target.features().size()) {
      throw new UserError(
          "%s: has the gaze of %d samples, but %s has %d samples; give one row per sample"
              .formatted(truthFile, truth.rows(), targetFile, target.features().size()));
    }
    long[] persons = SampleFiles.persons(truthFile);
    if (persons.length == 0) {
      persons = SampleFiles.persons(targetFile);
    }
    long[] known = persons;
    return UserErrors.fromData(
        () -> new SourceBank(target.features(), truth, known, target.backboneFingerprint()));
  }

  private LongFunction<Ablation.Task> tasks(String name, SourceBank target) {
    if (!paperSplit) {
      return seed -> Ablation.Task.whole(target);
    }
    if (target.size() < FEWEST_TO_SPLIT) {
      throw new UserError(
          "%s: has %d samples, too few to adapt to a tenth of them; omit --paper-split"
              .formatted(name, target.size()));
    }
    return seed -> Ablation.Task.split(target, seed);
  }

  /** The head that each seed starts from: the given one, or one trained for the seed. */
  private LongFunction<Head> heads(SourceBank bank, UnlabelledSamples target) {
    SampleFiles.requireFit(bankFile.toString(), bank, target);
    int width = bank.features().width();
    if (headFile != null) {
      HeadFile head = SampleFiles.head(FileFlags.file("--head", headFile));
      SampleFiles.requireFit(
          headFile.toString(), head, bankFile.toString(), width, bank.backboneFingerprint());
      return seed -> head.head();
    }
    SourceTrainer.Settings usual = SourceTrainer.Settings.DEFAULT;
    return seed -> {
      SourceTrainer.Result result =
          new SourceTrainer(
                  training.settings(usual.batch(), usual.learningRate(), seed, adaptation.device()))
              .train(bank, loss -> {}, () -> false);
      if (result.outcome() != TrainingOutcome.COMPLETED) {
        throw new UserError("the source head of seed %d diverged; check the bank".formatted(seed));
      }
      return result.head();
    };
  }
}
