package io.gazeshift.daemon.cli.offline;

import io.gazeshift.daemon.cli.support.UserErrors;
import io.gazeshift.glsge.train.SourceTrainer;
import picocli.CommandLine.Option;

/** Settings for training a source head; a picocli mixin. */
final class SourceTrainingOptions {

  private static final SourceTrainer.Settings USUAL = SourceTrainer.Settings.DEFAULT;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      description = "Epochs of training. Default: ${DEFAULT-VALUE}.")
  private int epochs = USUAL.epochs();

  @Option(
      names = "--hidden1",
      paramLabel = "N",
      description = "Width of the first hidden layer. Default: ${DEFAULT-VALUE}.")
  private int hidden1 = USUAL.hidden1();

  @Option(
      names = "--hidden2",
      paramLabel = "N",
      description = "Width of the second hidden layer. Default: ${DEFAULT-VALUE}.")
  private int hidden2 = USUAL.hidden2();

  SourceTrainer.Settings settings(int batch, double learningRate, long seed, String device) {
    return UserErrors.fromFlags(
        () ->
            new SourceTrainer.Settings(
                hidden1, hidden2, epochs, batch, learningRate, seed, device));
  }
}
