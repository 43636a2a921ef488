package io.gazeshift.glsge.train;

/**
 * How long and in what steps a head is adapted: N1 rounds, each of which estimates the label
 * distribution and then trains N2 epochs.
 *
 * @param rounds N1; 0 chooses it by the size of the target
 * @param epochsPerRound N2
 * @param stepsPerEpoch 0 goes through the target once, in at least ten steps
 * @param batch samples of each domain in a step
 * @param learningRate where the cosine starts
 */
public record Schedule(
    int rounds, int epochsPerRound, int stepsPerEpoch, int batch, double learningRate) {

  /** N1 and steps by the size of the target, N2 = 5, batches of 100 + 100, 3e-5. */
  public static final Schedule DEFAULT = new Schedule(0, 5, 0, 100, 3e-5);

  /** What rounds are chosen to come to in all; more lets the label distribution feed on itself. */
  private static final int USUAL_STEPS = 400;

  private static final int FEWEST_STEPS_PER_EPOCH = 10;

  public Schedule {
    if (rounds < 0 || stepsPerEpoch < 0 || epochsPerRound < 1) {
      throw new IllegalArgumentException(
          "a schedule needs at least 1 epoch a round and no negative numbers, got %d rounds, %d"
                  .formatted(rounds, epochsPerRound)
              + " epochs, %d steps".formatted(stepsPerEpoch));
    }
    if (batch < 2) {
      throw new IllegalArgumentException("a batch needs at least 2 samples, got " + batch);
    }
    if (!(learningRate > 0 && learningRate <= 1)) {
      throw new IllegalArgumentException(
          "the learning rate must be above 0 and at most 1, got " + learningRate);
    }
  }

  /** The same with every number chosen for a target of some size. */
  Schedule resolvedFor(int targetSamples) {
    int steps =
        stepsPerEpoch > 0
            ? stepsPerEpoch
            : Math.max(FEWEST_STEPS_PER_EPOCH, (targetSamples + batch - 1) / batch);
    int chosen =
        rounds > 0
            ? rounds
            : Math.max(1, Math.round((float) USUAL_STEPS / (epochsPerRound * steps)));
    return new Schedule(chosen, epochsPerRound, steps, batch, learningRate);
  }

  int totalSteps() {
    return Math.multiplyExact(Math.multiplyExact(rounds, epochsPerRound), stepsPerEpoch);
  }

  public Schedule withBatch(int newBatch) {
    return new Schedule(rounds, epochsPerRound, stepsPerEpoch, newBatch, learningRate);
  }
}
