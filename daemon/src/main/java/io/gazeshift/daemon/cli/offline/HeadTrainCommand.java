package io.gazeshift.daemon.cli.offline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.backbone.samples.Evaluation;
import io.gazeshift.backbone.samples.SampleFiles;
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
import io.gazeshift.glsge.data.HeldOut;
import io.gazeshift.glsge.data.PersonSplit;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.train.SourceHeadTraining;
import io.gazeshift.glsge.train.SourceTrainer;
import io.gazeshift.glsge.train.TrainingOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = "Train the source head on a labelled bank.")
final class HeadTrainCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private SourceTrainingOptions training = new SourceTrainingOptions();
  @Mixin private LabelledImageOptions images = new LabelledImageOptions();

  @Option(names = "--bank", paramLabel = "FILE", description = "Labelled bank to train on.")
  private Path bankFile;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "File for the head, in safetensors format.")
  private Path out;

  @Option(
      names = "--batch",
      paramLabel = "N",
      description = "Samples in a step. Default: ${DEFAULT-VALUE}.")
  private int batch = SourceTrainer.Settings.DEFAULT.batch();

  @Option(
      names = "--lr",
      paramLabel = "RATE",
      description = "Learning rate. Default: ${DEFAULT-VALUE}.")
  private double learningRate = SourceTrainer.Settings.DEFAULT.learningRate();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed for weights and order of samples. Default: ${DEFAULT-VALUE}.")
  private long seed = SourceTrainer.Settings.DEFAULT.seed();

  @Option(
      names = "--device",
      paramLabel = "NAME",
      description = "Device to train on: auto, cpu or cuda:N. Default: ${DEFAULT-VALUE}.")
  private String device = SourceTrainer.Settings.DEFAULT.device();

  @Option(
      names = "--hold-out",
      paramLabel = "N",
      description =
          "Hold out every Nth person of the bank as a validation person for safe adaptation. 0"
              + " trains on all people. Default: ${DEFAULT-VALUE}, if the bank has that many.")
  private int holdOut = 5;

  @Option(
      names = "--weight-decay",
      paramLabel = "X",
      description =
          "How strongly weights shrink in each step, so that the head learns less of its own people"
              + " by heart. Default: of 0, 3 and 10 the best by heads that are trained on two thirds of"
              + " the training people and measured on the rest; 3 for fewer than 6 people.")
  private Double weightDecay;

  @Option(
      names = "--bank-out",
      paramLabel = "FILE",
      description =
          "Also write a smaller bank for adaptation, with half-precision features: all samples of"
              + " the first --bank-people people. The head then names its validation people in that"
              + " bank.")
  private Path bankOut;

  @Option(
      names = "--bank-people",
      paramLabel = "N",
      description = "People of the smaller bank. Default: ${DEFAULT-VALUE}.")
  private int bankPeople = 200;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  HeadTrainCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    CommandLogging.apply(options);
    SourceTrainer.Settings settings = training.settings(batch, learningRate, seed, device);
    FileFlags.output("--out", out);
    if (bankOut != null) {
      FileFlags.output("--bank-out", bankOut);
    }
    if (bankPeople < 1) {
      throw UserError.usage("--bank-people: %d is too few; use at least 1".formatted(bankPeople));
    }
    images.requireOneOf("head train", "--bank", bankFile != null);
    if (holdOut < 0 || holdOut == 1) {
      throw UserError.usage("--hold-out: %d is not 0 or at least 2".formatted(holdOut));
    }
    SourceBank bank =
        images.given()
            ? images.bank(console, device)
            : SampleFiles.bank(FileFlags.file("--bank", bankFile));
    SampleFiles.requireVaried(images.given() ? images.name() : bankFile.toString(), bank);
    Optional<HeldOut> heldOut = HeldOut.everyNth(holdOut, bank);
    Optional<PersonSplit> split = heldOut.map(people -> people.split(bank));
    SourceBank learned = split.map(parts -> bank.rows(parts.kept())).orElse(bank);
    SourceHeadTraining.Result made;
    try (CommandProgress progress = new CommandProgress(console, "training")) {
      SourceHeadTraining trainer = new SourceHeadTraining(settings);
      made =
          UserErrors.fromFlags(
              () ->
                  weightDecay == null
                      ? trainer.train(learned, progress, () -> false)
                      : trainer.train(learned, weightDecay, progress, () -> false));
    }
    SourceTrainer.Result result = made.trained();
    if (result.outcome() != TrainingOutcome.COMPLETED) {
      throw new UserError("the training diverged; lower --lr (it is %s)".formatted(learningRate));
    }
    Optional<HeldOut> named = bankOut == null ? heldOut : inSmallerBank(bank, heldOut);
    Optional<Evaluation> others = split.map(parts -> evaluate(result, bank.rows(parts.heldOut())));
    new HeadFile(
            result.head(),
            bank.backboneFingerprint(),
            named,
            others.flatMap(Evaluation::headAccuracy))
        .write(out);
    tell(made, evaluate(result, learned), others);
    return ExitCode.DONE;
  }

  /** Writes the smaller bank; those of the held-out people who are in it. */
  private Optional<HeldOut> inSmallerBank(SourceBank bank, Optional<HeldOut> heldOut)
      throws IOException {
    long[] persons = bank.persons();
    if (persons.length == 0) {
      throw UserError.usage("--bank-out: the bank names no persons to choose from");
    }
    Set<Long> kept =
        Arrays.stream(persons)
            .distinct()
            .sorted()
            .limit(bankPeople)
            .boxed()
            .collect(Collectors.toSet());
    int[] rows =
        IntStream.range(0, bank.size()).filter(row -> kept.contains(persons[row])).toArray();
    try {
      bank.rows(rows).write(bankOut, true);
    } catch (IllegalArgumentException e) {
      throw new UserError("--bank-out: %s".formatted(e.getMessage()), e);
    }
    // Read again, as adaptation will: labels are stored as floats.
    String checksum = SampleFiles.bank(bankOut).labelChecksum();
    return heldOut
        .map(all -> common(all.persons(), kept))
        .filter(people -> !people.isEmpty())
        .map(people -> new HeldOut(people, checksum));
  }

  private static Set<Long> common(Set<Long> some, Set<Long> others) {
    return some.stream().filter(others::contains).collect(Collectors.toSet());
  }

  private static Evaluation evaluate(SourceTrainer.Result result, SourceBank bank) {
    return Evaluation.of(result.head(), bank.features(), bank.gaze(), bank.persons());
  }

  private void tell(
      SourceHeadTraining.Result made, Evaluation learned, Optional<Evaluation> heldOut) {
    SourceTrainer.Result result = made.trained();
    if (json) {
      ObjectNode answer =
          JsonOutput.object()
              .put("file", out.toString())
              .put("head", result.head().toString())
              .put("sha256", result.head().sha256())
              .put("samples", learned.samples())
              .put("loss", result.loss())
              .put("weight_decay", made.weightDecay())
              .put("bank_error_deg", learned.meanDeg());
      made.choice()
          .ifPresent(
              choice ->
                  answer
                      .put("chosen_on_persons", choice.people())
                      .put("chosen_error_deg", choice.errorDeg()));
      heldOut.ifPresent(
          others ->
              answer
                  .put("held_out_persons", others.perPerson().size())
                  .put("held_out_samples", others.samples())
                  .put("held_out_error_deg", others.meanDeg()));
      JsonOutput.print(console, answer);
      return;
    }
    console
        .out()
        .printf(
            Locale.ROOT,
            "%s: %s, mean error %.2f° on the %d training samples%n",
            out,
            result.head(),
            learned.meanDeg(),
            learned.samples());
    console
        .out()
        .println(
            made.choice()
                .map(
                    choice ->
                        String.format(
                            Locale.ROOT,
                            "weight decay %s, chosen by heads trained on two thirds of the %d"
                                + " training people (%.2f° on the rest)",
                            made.weightDecay(),
                            choice.people(),
                            choice.errorDeg()))
                .orElseGet(() -> "weight decay %s".formatted(made.weightDecay())));
    console
        .out()
        .println(
            heldOut
                .map(
                    others ->
                        String.format(
                            Locale.ROOT,
                            "mean error %.2f° on the %d samples of %d validation people",
                            others.meanDeg(),
                            others.samples(),
                            others.perPerson().size()))
                .orElse("no validation people held out; safe adaptation will need --validation"));
  }
}
