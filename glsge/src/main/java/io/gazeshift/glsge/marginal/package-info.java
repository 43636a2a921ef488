/**
 * How far apart two domains' features are regardless of the gaze: the marginal term DARE-GRAM, on
 * the small side of the Gram matrices and with its exact gradient.
 */
package io.gazeshift.glsge.marginal;
