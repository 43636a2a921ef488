package io.gazeshift.glsge.train;

/** How a training ended. */
public enum Outcome {
  COMPLETED,
  /** Somebody asked it to stop. */
  CANCELLED,
  /** An output, loss or gradient was no longer a finite number. */
  DIVERGED
}
