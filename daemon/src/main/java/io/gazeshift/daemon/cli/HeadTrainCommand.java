package io.gazeshift.daemon.cli;

import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.daemon.offline.Evaluation;
import io.gazeshift.daemon.offline.SampleFiles;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.train.Outcome;
import io.gazeshift.glsge.train.SourceTrainer;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = "Train a head on a labelled bank alone: the source head.")
final class HeadTrainCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private SourceTrainingOptions training = new SourceTrainingOptions();

  @Option(names = "--bank", paramLabel = "FILE", required = true, description = "Labelled bank.")
  private Path bankFile;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "Where to write the head: a safetensors file.")
  private Path out;

  @Option(names = "--batch", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private int batch = SourceTrainer.Settings.DEFAULT.batch();

  @Option(names = "--lr", paramLabel = "RATE", description = "Default: ${DEFAULT-VALUE}.")
  private double learningRate = SourceTrainer.Settings.DEFAULT.learningRate();

  @Option(names = "--seed", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private long seed = SourceTrainer.Settings.DEFAULT.seed();

  @Option(
      names = "--device",
      paramLabel = "NAME",
      description = "auto, cpu or cuda:N. Default: ${DEFAULT-VALUE}.")
  private String device = SourceTrainer.Settings.DEFAULT.device();

  @Option(names = "--json", description = "Answer in JSON.")
  private boolean json;

  HeadTrainCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    CommandLogging.apply(options);
    SourceTrainer.Settings settings = training.settings(batch, learningRate, seed, device);
    FileFlags.output("--out", out);
    SourceBank bank = SampleFiles.bank(FileFlags.file("--bank", bankFile));
    SampleFiles.requireVaried(bankFile.toString(), bank);
    SourceTrainer.Result result;
    try (CommandProgress progress = new CommandProgress(console, "training")) {
      AtomicInteger epochs = new AtomicInteger();
      result =
          Asked.rightly(
              () ->
                  new SourceTrainer(settings)
                      .train(
                          bank,
                          loss ->
                              progress.accept(
                                  (double) epochs.incrementAndGet() / training.epochs()),
                          () -> false));
    }
    if (result.outcome() != Outcome.COMPLETED) {
      throw new UserError("the training diverged; lower --lr (it is %s)".formatted(learningRate));
    }
    new HeadFile(result.head(), bank.backboneFingerprint()).write(out);
    double error =
        Evaluation.of(result.head(), bank.features(), bank.gaze(), bank.persons()).meanDeg();
    if (json) {
      JsonAnswer.print(
          console,
          JsonAnswer.object()
              .put("file", out.toString())
              .put("head", result.head().toString())
              .put("sha256", result.head().sha256())
              .put("samples", bank.size())
              .put("loss", result.loss())
              .put("bank_error_deg", error));
    } else {
      console
          .out()
          .printf(
              Locale.ROOT,
              "%s: %s, %.2f degrees on the %d samples it learned from%n",
              out,
              result.head(),
              error,
              bank.size());
    }
    return ExitCode.DONE;
  }
}
