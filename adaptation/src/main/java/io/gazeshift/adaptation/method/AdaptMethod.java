package io.gazeshift.adaptation.method;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.train.TrainingListener;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** A way to fit a head to an unlabelled target, with everything it needs besides the head. */
public interface AdaptMethod {

  /**
   * Adapts a head, which is left untouched.
   *
   * @param progress is told the fraction done, and some of the losses
   * @param cancelled is asked before each step whether to break off
   * @throws CancellationException if it was broken off
   * @throws IllegalArgumentException if the data cannot be trained on, with what is wrong
   */
  AdaptationRun run(Head start, TrainingListener progress, BooleanSupplier cancelled);
}
