package io.gazeshift.daemon.meters;

import io.gazeshift.common.metrics.GaugeSpec;
import io.gazeshift.common.metrics.MeterSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The meters of the process as a whole. */
public final class ProcessMeters {

  public static final GaugeSpec READY =
      GaugeSpec.of(
          "gazeshift.ready", "1 while the process is ready for work, as /readyz says; otherwise 0");
  public static final GaugeSpec RESIDENT_MEMORY =
      new GaugeSpec(
          "process.resident.memory",
          "bytes",
          List.of(),
          "Memory of the process, native libraries included; NaN except on Linux");

  public static final List<MeterSpec> ALL = List.of(READY, RESIDENT_MEMORY);

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String RESIDENT = "VmRSS:";

  private ProcessMeters() {}

  /** What Linux says about this process. */
  public static double residentBytes() {
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(RESIDENT))
          .mapToDouble(
              line -> 1024 * Double.parseDouble(line.replace("kB", "").substring(6).strip()))
          .findFirst()
          .orElse(Double.NaN);
    } catch (IOException e) {
      return Double.NaN;
    }
  }
}
