package io.gazeshift.glsge.train;

import java.util.SplittableRandom;

/**
 * Draws batches of row numbers: each number once before any comes again, in an order that the seed
 * decides.
 */
final class BatchSampler {

  private final SplittableRandom random;
  private int[] pool;
  private int next;

  BatchSampler(int rows, long seed) {
    this.random = new SplittableRandom(seed);
    drawFrom(all(rows));
  }

  static int[] all(int rows) {
    int[] all = new int[rows];
    for (int i = 0; i < rows; i++) {
      all[i] = i;
    }
    return all;
  }

  /** Draws from these rows from now on. */
  void drawFrom(int[] rows) {
    pool = rows.clone();
    shuffle();
  }

  /** The next rows, all different; fewer than asked for only if there are no more. */
  int[] next(int count) {
    int size = Math.min(count, pool.length);
    if (next + size > pool.length) {
      shuffle();
    }
    int[] batch = new int[size];
    System.arraycopy(pool, next, batch, 0, size);
    next += size;
    return batch;
  }

  private void shuffle() {
    for (int i = pool.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = pool[i];
      pool[i] = pool[j];
      pool[j] = swapped;
    }
    next = 0;
  }
}
