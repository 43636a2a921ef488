package io.gazeshift.adaptation.buffer;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Bursts that look the same way in one capture session, spread evenly over the time they came from:
 * once it may not grow, a burst is taken with the chance that every earlier one had to stay. Not
 * thread-safe.
 */
final class BurstReservoir {

  private final List<Burst> bursts = new ArrayList<>();
  private double seen;

  /** Puts a burst in the place of one that shows the same, still face; false if there is none. */
  boolean refresh(Burst burst) {
    for (int i = 0; i < bursts.size(); i++) {
      if (bursts.get(i).repeats(burst)) {
        // The newer one, so that a still face does not age out while it is there.
        bursts.set(i, burst);
        return true;
      }
    }
    return false;
  }

  /** Grows by one. */
  void add(Burst burst) {
    bursts.add(burst);
    seen++;
  }

  /** Stays as large as it is. */
  void exchange(Burst burst, SplittableRandom random) {
    seen++;
    if (random.nextDouble() * seen < bursts.size()) {
      bursts.set(random.nextInt(bursts.size()), burst);
    }
  }

  /** Makes room for another group. */
  void shrink(SplittableRandom random) {
    bursts.remove(random.nextInt(bursts.size()));
  }

  /** Drops what is older; answers how many. */
  int dropBefore(long micros) {
    int before = bursts.size();
    bursts.removeIf(burst -> burst.captureMicros() < micros);
    int dropped = before - bursts.size();
    seen -= seen * dropped / Math.max(1, before);
    return dropped;
  }

  List<Burst> bursts() {
    return bursts;
  }

  int size() {
    return bursts.size();
  }
}
