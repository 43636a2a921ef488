package io.gazeshift.trials.harness;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Resource use of a process, from the operating system; Linux only.
 *
 * @param machineLoad the load average of the last minute, of all processes
 */
public record Vitals(double residentMib, int threads, long files, double machineLoad) {

  public static Vitals of(ProcessHandle process) throws IOException {
    Path proc = Path.of("/proc", Long.toString(process.pid()));
    try (Stream<Path> open = Files.list(proc.resolve("fd"))) {
      return new Vitals(
          field(proc, "VmRSS:") / 1024.0, (int) field(proc, "Threads:"), open.count(), load());
    }
  }

  /** Of a JVM that has just given back what it does not need: garbage is no growth. */
  public static Vitals ofLive(ProcessHandle process) throws IOException, InterruptedException {
    Process collection =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(process.pid()),
                "GC.run")
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT)
            .start();
    if (collection.waitFor() != 0) {
      throw new IOException("jcmd cannot make process %d collect".formatted(process.pid()));
    }
    return of(process);
  }

  private static double load() throws IOException {
    return Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ", -1)[0]);
  }

  private static long field(Path proc, String name) throws IOException {
    return Files.readAllLines(proc.resolve("status")).stream()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }
}
