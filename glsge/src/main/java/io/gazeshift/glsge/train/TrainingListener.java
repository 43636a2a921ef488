package io.gazeshift.glsge.train;

/** Hears how an adaptation gets on, from the thread that trains. */
@FunctionalInterface
public interface TrainingListener {

  /** So much is done, 0 to 1. */
  void done(double fraction);

  /** So large is the loss by now; told a few times in each training. */
  default void loss(StepLoss point) {}
}
