package io.gazeshift.glsge.linalg;

import org.bytedeco.openblas.global.openblas;

/**
 * How many threads one call into OpenBLAS may use, for the whole process. One by default: the
 * matrices of a training step are too small to gain from more, and the host has other work.
 */
public final class BlasThreads {

  /** The system property that sets the number at start. */
  public static final String PROPERTY = "gazeshift.blas.threads";

  static {
    openblas.blas_set_num_threads(Math.max(1, Integer.getInteger(PROPERTY, 1)));
  }

  private BlasThreads() {}

  public static void set(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("BLAS needs at least 1 thread, got " + threads);
    }
    openblas.blas_set_num_threads(threads);
  }

  public static int get() {
    return openblas.blas_get_num_threads();
  }

  /** Makes sure that the setting was applied before the first call into the library. */
  static void applied() {
    // Calling this is enough: it runs the initialiser above.
  }
}
