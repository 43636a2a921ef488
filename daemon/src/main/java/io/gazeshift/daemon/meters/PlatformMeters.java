package io.gazeshift.daemon.meters;

import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.GaugeSpec;
import io.gazeshift.common.metrics.MeterSpec;
import io.gazeshift.common.metrics.TimerSpec;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.DiskSpaceMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The meters of JVM and machine, by Micrometer's binders. Closing unregisters their listeners. */
public final class PlatformMeters implements AutoCloseable {

  private static final String[] BUFFER = {"id"};
  private static final String[] POOL = {"area", "id"};
  private static final String BYTES = "bytes";

  public static final List<MeterSpec> ALL =
      List.of(
          gauge("jvm.memory.used", BYTES, "Memory in use, by pool", POOL),
          gauge("jvm.memory.committed", BYTES, "Memory committed, by pool", POOL),
          gauge("jvm.memory.max", BYTES, "Maximum memory, by pool", POOL),
          gauge("jvm.buffer.count", "buffers", "Buffers outside the heap", BUFFER),
          gauge("jvm.buffer.memory.used", BYTES, "Memory of buffers outside the heap", BUFFER),
          gauge("jvm.buffer.total.capacity", BYTES, "Capacity of buffers outside the heap", BUFFER),
          new TimerSpec(
              "jvm.gc.pause",
              List.of(),
              List.of("action", "cause", "gc"),
              "Pauses of garbage collection"),
          new TimerSpec(
              "jvm.gc.concurrent.phase.time",
              List.of(),
              List.of("action", "cause", "gc"),
              "Garbage collection concurrent with the program"),
          gauge("jvm.gc.live.data.size", BYTES, "Heap in use after a full collection"),
          gauge("jvm.gc.max.data.size", BYTES, "Maximum size of long-lived data"),
          counter("jvm.gc.memory.allocated", BYTES, "Memory allocated for new data"),
          counter("jvm.gc.memory.promoted", BYTES, "Memory that became long-lived"),
          gauge("jvm.threads.live", "threads", "Threads"),
          gauge("jvm.threads.daemon", "threads", "Threads that do not keep the process alive"),
          gauge("jvm.threads.peak", "threads", "Peak number of threads"),
          counter("jvm.threads.started", "threads", "Threads started"),
          gauge("jvm.threads.states", "threads", "Threads, by state", "state"),
          gauge("process.cpu.usage", "", "Share of the machine's processors that the process uses"),
          counter("process.cpu.time", "ns", "CPU time of the process"),
          gauge("system.cpu.count", "", "Processors"),
          gauge("system.cpu.usage", "", "Share of the machine's processors in use"),
          gauge("system.load.average.1m", "", "Load of the machine over a minute"),
          gauge("process.files.open", "files", "Open files"),
          gauge("process.files.max", "files", "Maximum number of open files"),
          gauge("process.uptime", "seconds", "Time since the process started"),
          gauge(
              "process.start.time", "seconds", "Start time of the process, in seconds since 1970"),
          gauge("disk.free", BYTES, "Free space for the embedded broker's records", "path"),
          gauge(
              "disk.total", BYTES, "Size of the disk with the embedded broker's records", "path"));

  private final JvmGcMetrics collections = new JvmGcMetrics();

  /** Also measures the disk of the data directory, if there is one. */
  public PlatformMeters(MeterRegistry registry, Optional<Path> dataDirectory) {
    Stream.of(
            new JvmMemoryMetrics(),
            collections,
            new JvmThreadMetrics(),
            new ProcessorMetrics(),
            new FileDescriptorMetrics(),
            new UptimeMetrics())
        .forEach(binder -> binder.bindTo(registry));
    dataDirectory.ifPresent(path -> new DiskSpaceMetrics(path.toFile()).bindTo(registry));
  }

  @Override
  public void close() {
    collections.close();
  }

  private static GaugeSpec gauge(String name, String unit, String sentence, String... tags) {
    return new GaugeSpec(name, unit, List.of(tags), sentence);
  }

  private static CounterSpec counter(String name, String unit, String sentence) {
    return new CounterSpec(name, unit, List.of(), sentence);
  }
}
