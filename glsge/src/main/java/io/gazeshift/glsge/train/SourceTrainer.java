package io.gazeshift.glsge.train;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;

/** Trains a head on a labelled bank alone, by its absolute error: the source head. */
public final class SourceTrainer {

  private final Settings settings;
  private final TrainableHead.Maker heads;
  private final double weightDecay;

  public SourceTrainer(Settings settings) {
    this(settings, TrainableHead::of);
  }

  SourceTrainer(Settings settings, TrainableHead.Maker heads) {
    this(settings, heads, 0);
  }

  private SourceTrainer(Settings settings, TrainableHead.Maker heads, double weightDecay) {
    this.settings = settings;
    this.heads = heads;
    this.weightDecay = weightDecay;
  }

  /**
   * The same, but every step also shrinks all weights by this times the learning rate (Loshchilov
   * and Hutter's decoupled decay), so that a head learns less of its own people by heart.
   */
  public SourceTrainer withWeightDecay(double decay) {
    if (!(decay >= 0 && decay * settings.learningRate() < 1)) {
      throw new IllegalArgumentException(
          "the weight decay must be at least 0 and below 1 / learning rate (%s), got %s"
              .formatted(1 / settings.learningRate(), decay));
    }
    return new SourceTrainer(settings, heads, decay);
  }

  /**
   * How a source head is trained.
   *
   * @param hidden1 the width of the first hidden layer
   * @param hidden2 the width of the second
   * @param epochs how often the bank is gone through
   * @param learningRate where the cosine starts
   */
  public record Settings(
      int hidden1,
      int hidden2,
      int epochs,
      int batch,
      double learningRate,
      long seed,
      String device) {

    public static final Settings DEFAULT = new Settings(256, 128, 30, 100, 1e-3, 1, "auto");

    public Settings {
      if (hidden1 < 1 || hidden2 < 1 || epochs < 1 || batch < 1) {
        throw new IllegalArgumentException(
            "widths, epochs and batch must be at least 1, got %d, %d, %d and %d"
                .formatted(hidden1, hidden2, epochs, batch));
      }
      if (!(learningRate > 0 && learningRate <= 1)) {
        throw new IllegalArgumentException(
            "the learning rate must be above 0 and at most 1, got " + learningRate);
      }
    }

    public Settings withEpochs(int newEpochs) {
      return new Settings(hidden1, hidden2, newEpochs, batch, learningRate, seed, device);
    }

    public Settings withSeed(long newSeed) {
      return new Settings(hidden1, hidden2, epochs, batch, learningRate, newSeed, device);
    }
  }

  /**
   * What a training ended with.
   *
   * @param head the last head whose outputs for the bank were finite; the one it started from if
   *     none was
   * @param loss the mean absolute error (pitch plus yaw, radians) in the last finished epoch
   */
  public record Result(Head head, TrainingOutcome outcome, double loss) {}

  /** Trains a head from random weights that the seed decides. */
  public Result train(SourceBank bank, DoubleConsumer lossOfEpoch, BooleanSupplier cancelled) {
    Head random = randomHead(bank.features().width());
    return train(FeatureScale.of(bank.features()).toPlain(random), bank, lossOfEpoch, cancelled);
  }

  /**
   * Goes on training a given head, which is left untouched.
   *
   * @param lossOfEpoch is told the mean absolute error of each epoch
   * @param cancelled is asked before each step
   */
  public Result train(
      Head start, SourceBank bank, DoubleConsumer lossOfEpoch, BooleanSupplier cancelled) {
    if (start.inputs() != bank.features().width()) {
      throw new IllegalArgumentException(
          "the head expects %d features, but the source bank has %d"
              .formatted(start.inputs(), bank.features().width()));
    }
    FeatureScale scale = FeatureScale.of(bank.features());
    FeatureRows features = scale.scaled(bank.features());
    int stepsPerEpoch = (bank.size() + settings.batch() - 1) / settings.batch();
    CosineSchedule rates =
        new CosineSchedule(
            settings.learningRate(), Math.multiplyExact(stepsPerEpoch, settings.epochs()));
    BatchSampler sampler = new BatchSampler(bank.size(), settings.seed());
    double mean = Double.NaN;
    try (TrainableHead head =
        heads.make(scale.toScaled(start), TrainingDevice.parse(settings.device()), Runnable::run)) {
      Adam adam = new Adam(head.weights().lengths());
      LastFiniteWeights lastGood = new LastFiniteWeights(head, features);
      for (int step = 0; step < rates.steps(); ) {
        double sum = 0;
        for (int i = 0; i < stepsPerEpoch; i++, step++) {
          if (cancelled.getAsBoolean()) {
            return ended(head, lastGood, scale, TrainingOutcome.CANCELLED, mean);
          }
          double loss =
              step(
                  head,
                  adam,
                  lastGood,
                  features,
                  bank.gaze(),
                  sampler.next(settings.batch()),
                  rates.at(step));
          if (!Double.isFinite(loss)) {
            return new Result(scale.toPlain(lastGood.restore()), TrainingOutcome.DIVERGED, mean);
          }
          head.weights().shrink((float) (1 - weightDecay * rates.at(step)));
          sum += loss;
        }
        mean = sum / stepsPerEpoch;
        lossOfEpoch.accept(mean);
      }
      return ended(head, lastGood, scale, TrainingOutcome.COMPLETED, mean);
    }
  }

  private static Result ended(
      TrainableHead head,
      LastFiniteWeights lastGood,
      FeatureScale scale,
      TrainingOutcome outcome,
      double mean) {
    return lastGood.isNow()
        ? new Result(scale.toPlain(head.weights().snapshot()), outcome, mean)
        : new Result(scale.toPlain(lastGood.restore()), TrainingOutcome.DIVERGED, mean);
  }

  /** The loss of a batch; the weights are moved only if it and its gradients are finite. */
  private static double step(
      TrainableHead head,
      Adam adam,
      LastFiniteWeights lastGood,
      FeatureRows features,
      Matrix allGaze,
      int[] rows,
      double rate) {
    int width = features.width();
    float[] batch = new float[rows.length * width];
    for (int i = 0; i < rows.length; i++) {
      features.copy(rows[i], batch, i * width);
    }
    Matrix gaze = allGaze.rows(rows);
    double[] loss = new double[1];
    float[][] gradients =
        head.gradients(
            batch,
            rows.length,
            (z, y) -> {
              WeightedL1 l1 = WeightedL1.of(y, gaze, ImportanceWeights.uniform(rows.length));
              loss[0] = l1.value();
              return new TrainableHead.OutputGradients(
                  new float[z.data().length], l1.gradient().toFloats());
            });
    if (!Double.isFinite(loss[0]) || !TrainableHead.isFinite(gradients)) {
      return Double.NaN;
    }
    lastGood.noteBatch();
    adam.step(head.weights().values(), gradients, rate);
    return loss[0];
  }

  Head randomHead(int inputs) {
    SplittableRandom random = new SplittableRandom(settings.seed());
    return Head.of(
        List.of(
            randomLayer(random, inputs, settings.hidden1()),
            randomLayer(random, settings.hidden1(), settings.hidden2()),
            randomLayer(random, settings.hidden2(), Head.OUTPUTS)));
  }

  /** Weights and biases spread evenly over {@code ±1/√inputs}, as PyTorch starts a layer. */
  private static DenseLayer randomLayer(SplittableRandom random, int inputs, int outputs) {
    double bound = 1 / Math.sqrt(inputs);
    float[] weight = new float[inputs * outputs];
    float[] bias = new float[outputs];
    for (int i = 0; i < weight.length; i++) {
      weight[i] = (float) random.nextDouble(-bound, bound);
    }
    for (int i = 0; i < bias.length; i++) {
      bias[i] = (float) random.nextDouble(-bound, bound);
    }
    return new DenseLayer(inputs, outputs, weight, bias);
  }
}
