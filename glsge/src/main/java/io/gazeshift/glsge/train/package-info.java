/**
 * Training: the loss of the paper with its gradients, the optimiser, the alternation of estimating
 * the label distribution and fitting the head, and the plain training of a source head. Networks
 * are computed in float32, on a CPU by products of our own and on a GPU by DJL's PyTorch engine;
 * every discrepancy is computed in double precision.
 */
package io.gazeshift.glsge.train;
