package io.gazeshift.glsge.marginal;

import io.gazeshift.glsge.linalg.Matrix;

/**
 * The marginal term of two batches and its gradient.
 *
 * @param kept how many leading eigenvalues were kept
 * @param angle the mean of {@code 1 - cos} between the columns of the two inverse Gram matrices
 * @param scale the distance of the kept eigenvalues, divided by their number
 * @param loss the weighted sum of both
 * @param sourceGradient ∂loss/∂z of the source features, one sample a row
 * @param targetGradient ∂loss/∂z of the target features, one sample a row
 */
public record Marginal(
    int kept,
    double angle,
    double scale,
    double loss,
    Matrix sourceGradient,
    Matrix targetGradient) {}
