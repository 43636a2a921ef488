package io.gazeshift.benchmarks.ingest;

import io.gazeshift.ingest.IngestService;
import io.gazeshift.ingest.OpenCamera;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.config.FacesConfig;
import io.gazeshift.ingest.config.IngestConfig;
import io.gazeshift.ingest.locate.mesh.MeshLocators;
import io.gazeshift.ingest.metrics.IngestMeters;
import io.gazeshift.ingest.preview.FrameViews;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.FrameSource;
import io.gazeshift.ingest.source.Pacer;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * One camera as it runs for ever: the service itself, at the pace of video, with real landmarks;
 * only the faces are thrown away. To see whether its memory stays what it was.
 */
public final class IngestSoak implements AutoCloseable {

  private static final String CAMERA = "soak";

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final MeshLocators locators;
  private final IngestService service;

  /** The frames stay with the caller, who closes them after this. */
  public IngestSoak(BenchFrames frames, FacesConfig faces, IngestConfig ingest, double fps) {
    this.locators = new MeshLocators(faces);
    CaptureClock clock = CaptureClock.system();
    this.service =
        new IngestService(
            List.of(CameraConfig.uncalibrated(CAMERA, "bench", CAMERA, fps)),
            ingest,
            config ->
                () ->
                    new OpenCamera(
                        new Played(frames, Pacer.realTime(fps, clock)),
                        locators.open(frames.intrinsics())),
            (camera, meters) -> face -> {},
            FrameViews.NONE,
            1,
            clock,
            registry);
  }

  public void start() {
    service.start();
  }

  /** Frames processed so far. */
  public long frames() {
    return stages().values().stream().mapToLong(Timer::count).min().orElse(0);
  }

  /** Frames that were gone before they were read. */
  public long missed() {
    return (long) registry.get(IngestMeters.MISSED.name()).counter().count();
  }

  /** The mean of each stage so far, in milliseconds. */
  public Map<String, Double> stageMillis() {
    Map<String, Double> millis = new TreeMap<>();
    stages().forEach((stage, timer) -> millis.put(stage, timer.mean(TimeUnit.MILLISECONDS)));
    return millis;
  }

  private Map<String, Timer> stages() {
    Map<String, Timer> stages = new TreeMap<>();
    registry
        .find(IngestMeters.STAGE.name())
        .timers()
        .forEach(timer -> stages.put(timer.getId().getTag("stage"), timer));
    return stages;
  }

  /** Resident memory of this process, in MiB; Linux only. */
  public static double residentMib() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToDouble(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024.0)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    try (locators) {
      service.close();
    }
  }

  private record Played(BenchFrames frames, Pacer pacer) implements FrameSource {

    @Override
    public CameraIntrinsics intrinsics() {
      return frames.intrinsics();
    }

    @Override
    public boolean read(CameraFrame into) throws InterruptedException {
      frames.show(pacer.next(), into);
      return true;
    }

    @Override
    public void close() {}
  }
}
