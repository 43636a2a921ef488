package io.gazeshift.backbone.pretrain;

/**
 * What one pass over the samples gave.
 *
 * @param number from 1
 * @param loss mean of |predicted - true| over the training samples, radians
 * @param heldOutDegrees mean angular error on the people held out
 */
public record Epoch(int number, double loss, double heldOutDegrees) {}
