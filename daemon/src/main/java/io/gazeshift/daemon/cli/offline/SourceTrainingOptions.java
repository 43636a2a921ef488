package io.gazeshift.daemon.cli.offline;

import io.gazeshift.daemon.cli.support.Asked;
import io.gazeshift.glsge.train.SourceTrainer;
import picocli.CommandLine.Option;

/** How a source head is trained; a picocli mixin. */
final class SourceTrainingOptions {

  private static final SourceTrainer.Settings USUAL = SourceTrainer.Settings.DEFAULT;

  @Option(names = "--epochs", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private int epochs = USUAL.epochs();

  @Option(
      names = "--hidden1",
      paramLabel = "N",
      description = "Width of the first hidden layer. Default: ${DEFAULT-VALUE}.")
  private int hidden1 = USUAL.hidden1();

  @Option(
      names = "--hidden2",
      paramLabel = "N",
      description = "Width of the second. Default: ${DEFAULT-VALUE}.")
  private int hidden2 = USUAL.hidden2();

  SourceTrainer.Settings settings(int batch, double learningRate, long seed, String device) {
    return Asked.rightly(
        () ->
            new SourceTrainer.Settings(
                hidden1, hidden2, epochs, batch, learningRate, seed, device));
  }

  int epochs() {
    return epochs;
  }
}
