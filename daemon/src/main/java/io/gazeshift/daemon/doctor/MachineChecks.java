package io.gazeshift.daemon.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

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
    return platform(Platform.current(), Platform.carried(MachineChecks.class.getClassLoader()));
  }

  /** Whether the native libraries that were packed are those of this machine. */
  static CheckFinding platform(Platform machine, List<Platform> carried) {
    String what =
        "%s, %d processors".formatted(machine.name(), Runtime.getRuntime().availableProcessors());
    if (carried.contains(machine)) {
      return CheckFinding.good(what);
    }
    String packed =
        carried.isEmpty()
            ? "none"
            : carried.stream().map(Platform::name).collect(Collectors.joining(", "));
    return CheckFinding.bad(
        what,
        Platform.SUPPORTED.contains(machine)
            ? "this distribution has native libraries for %s; build it with -Dplatform=%s"
                .formatted(packed, machine.name())
            : "this distribution has native libraries for %s, and there are none for this machine;"
                    .formatted(packed)
                + " run it on "
                + Platform.SUPPORTED.stream()
                    .map(Platform::name)
                    .collect(Collectors.joining(", ")));
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
