package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** A way to compute the conditional operator discrepancy of two batches. */
public interface ConditionalDiscrepancy {

  /**
   * The discrepancy of a source and a target batch.
   *
   * @param sourceFeatures one sample a row
   * @param targetFeatures one sample a row
   * @param sourceLabels the gaze of each source sample
   * @param targetLabels the pseudo label of each target sample, held constant
   * @param sourceWeights not negative, summing to 1; all equal gives the plain discrepancy COD
   */
  Discrepancy between(
      Matrix sourceFeatures,
      Matrix targetFeatures,
      Matrix sourceLabels,
      Matrix targetLabels,
      double[] sourceWeights);

  /**
   * The same in two steps: what may run in another thread is handed over at once, and the rest is
   * done when the result is requested, which must happen exactly once.
   *
   * @param beside runs what is handed over
   */
  default Supplier<Discrepancy> start(
      Executor beside,
      Matrix sourceFeatures,
      Matrix targetFeatures,
      Matrix sourceLabels,
      Matrix targetLabels,
      double[] sourceWeights) {
    return () -> between(sourceFeatures, targetFeatures, sourceLabels, targetLabels, sourceWeights);
  }
}
