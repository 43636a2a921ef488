package io.gazeshift.ingest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process holds of the machine's memory; Linux only. */
public final class ResidentMemory {

  /** Java's heap grows by leaps, a leak in every round: the least growth tells them apart. */
  private static final int ROUNDS = 4;

  private ResidentMemory() {}

  /** What may leak. */
  public interface Work {
    void run() throws Exception;
  }

  public static long leastGrowthKiB(Work work) throws Exception {
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = kiB();
      work.run();
      least = Math.min(least, kiB() - before);
    }
    return least;
  }

  /** After a collection, so that Java's own heap does not blur the picture. */
  private static long kiB() throws IOException {
    System.gc();
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }
}
