package io.gazeshift.daemon.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Checks Java, platform and disk. */
final class MachineChecks {

  private static final int OLDEST_JAVA = 17;
  private static final long GIB = 1L << 30;
  private static final long SCARCE_BYTES = 5 * GIB;
  private static final long TOO_LITTLE_BYTES = GIB / 2;

  private MachineChecks() {}

  static List<SystemCheck> all(Path dataDir) {
    return List.of(
        new SystemCheck("Java", MachineChecks::java),
        new SystemCheck("Platform", MachineChecks::platform),
        new SystemCheck("Disk", () -> disk(dataDir)));
  }

  private static CheckFinding java() {
    String what =
        "%s, %s, heap up to %d MiB"
            .formatted(
                Runtime.version(),
                System.getProperty("java.vm.name"),
                Runtime.getRuntime().maxMemory() >> 20);
    return Runtime.version().feature() >= OLDEST_JAVA
        ? CheckFinding.good(what)
        : CheckFinding.bad(what, "install a JDK of version 17 or newer and set JAVA_HOME");
  }

  private static CheckFinding platform() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch");
    String what =
        "%s on %s, %d processors".formatted(os, arch, Runtime.getRuntime().availableProcessors());
    return os.contains("linux") && arch.equals("amd64")
        ? CheckFinding.good(what)
        : CheckFinding.bad(
            what, "this distribution has native libraries for Linux on x86-64 only; run it there");
  }

  private static CheckFinding disk(Path dataDir) throws IOException {
    Path there = dataDir.toAbsolutePath();
    while (!Files.exists(there)) {
      there = there.getParent();
    }
    long free = Files.getFileStore(there).getUsableSpace();
    String what = "%.1f GiB free for %s".formatted(free / (double) GIB, dataDir);
    if (free < TOO_LITTLE_BYTES) {
      return CheckFinding.bad(what, "free some space, or set broker.data-dir to another disk");
    }
    return free < SCARCE_BYTES
        ? CheckFinding.note(
            what, "predictions are kept for 7 days; free some space or shorten the retention")
        : CheckFinding.good(what);
  }
}
