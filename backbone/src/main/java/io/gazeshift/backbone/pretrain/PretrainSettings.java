package io.gazeshift.backbone.pretrain;

/**
 * How a model is trained.
 *
 * @param learningRate at the start; it falls along half a cosine
 * @param patience epochs without a better error on held-out people before it stops
 * @param holdOut every n-th person is held out
 * @param augment whether patches are changed at random
 * @param device {@code auto}, {@code cpu} or {@code cuda:N}
 * @param threads on the CPU; 0 leaves it to PyTorch
 */
public record PretrainSettings(
    int epochs,
    int batch,
    double learningRate,
    double weightDecay,
    int patience,
    int holdOut,
    boolean augment,
    long seed,
    String device,
    int threads) {

  public static final PretrainSettings DEFAULT =
      new PretrainSettings(20, 64, 2e-3, 1e-2, 6, 5, true, 1, "auto", 0);

  public PretrainSettings {
    if (epochs < 1 || batch < 2 || patience < 1 || holdOut < 2 || threads < 0) {
      throw new IllegalArgumentException(
          ("out of range: epochs %d (at least 1), batch %d (at least 2), patience %d (at"
                  + " least 1), hold-out %d (at least 2), threads %d (at least 0)")
              .formatted(epochs, batch, patience, holdOut, threads));
    }
    if (!(learningRate > 0) || Double.isInfinite(learningRate) || !(weightDecay >= 0)) {
      throw new IllegalArgumentException(
          "the learning rate must be above 0 and the weight decay 0 or more, got %s and %s"
              .formatted(learningRate, weightDecay));
    }
  }
}
