package io.gazeshift.ingest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What this process holds of the machine's memory; Linux only. */
public final class ResidentMemory {

  /**
   * Java's heap grows by leaps, a leak in every round: one round without growth tells them apart.
   */
  private static final int MAX_ROUNDS = 4;

  private ResidentMemory() {}

  /** What may leak. */
  public interface Work {
    void run() throws Exception;
  }

  /** Fails where every round of the work leaves the process larger by that much or more. */
  public static void assertGrowsByLessThan(long limitKiB, Work work) throws Exception {
    List<Long> growths = new ArrayList<>();
    while (growths.size() < MAX_ROUNDS) {
      long before = kiB();
      work.run();
      long growth = kiB() - before;
      if (growth < limitKiB) {
        return;
      }
      growths.add(growth);
    }
    throw new AssertionError(
        "the process grew by %s KiB, each time by %d or more".formatted(growths, limitKiB));
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
