package io.gazeshift.glsge.train;

/**
 * What one epoch of an adaptation came to.
 *
 * @param round from 1
 * @param rounds in all
 * @param epoch within its round, from 1
 * @param stepsDone in all, up to the end of this epoch
 * @param steps in all, when the adaptation is through
 * @param learningRate of the last step
 * @param loss the mean of each term over the steps
 * @param effectiveSamples the mean number of source samples in a batch that the weights leave
 * @param labelDistribution the distribution of target labels in this round
 */
public record EpochReport(
    int round,
    int rounds,
    int epoch,
    int stepsDone,
    int steps,
    double learningRate,
    LossTerms loss,
    double effectiveSamples,
    String labelDistribution) {}
