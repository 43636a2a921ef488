/**
 * Training: the loss of the paper with its gradients, the optimiser, the alternation of estimating
 * the label law and fitting the head, and the plain training of a source head. Networks run on
 * DJL's PyTorch engine, in float32; every discrepancy is computed in double precision.
 */
package io.gazeshift.glsge.train;
