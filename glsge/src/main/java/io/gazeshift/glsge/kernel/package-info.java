/**
 * How far apart two domains' features are given the gaze: the (probabilistic) conditional operator
 * discrepancy PCOD of the paper with its gradient in closed form, exactly or in random features.
 */
package io.gazeshift.glsge.kernel;
