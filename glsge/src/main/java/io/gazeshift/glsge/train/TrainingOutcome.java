package io.gazeshift.glsge.train;

/** How a training ended. */
public enum TrainingOutcome {
  COMPLETED,
  /** It was cancelled. */
  CANCELLED,
  /** An output, loss or gradient was no longer a finite number. */
  DIVERGED
}
