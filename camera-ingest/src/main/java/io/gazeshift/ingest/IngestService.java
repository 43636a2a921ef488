package io.gazeshift.ingest;

import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.config.IngestConfig;
import io.gazeshift.ingest.metrics.CameraMeters;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.preview.FrameViews;
import io.gazeshift.ingest.publish.FaceSink;
import io.gazeshift.ingest.publish.FaceSinks;
import io.gazeshift.ingest.source.CaptureClock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs all cameras of this process independently: a hanging, slow or broken camera delays no other,
 * neither while running nor when closing. The caller owns the sink of the faces and closes it after
 * this.
 */
public final class IngestService implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(IngestService.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  /** What belongs to one camera. */
  private record Station(
      CameraConfig config, CameraMeters meters, FaceSink sink, CameraWorker worker) {}

  private final List<Station> stations = new ArrayList<>();

  /**
   * Rejects a configuration it cannot run before anything is started. The capture session must be
   * another one in every run of the process.
   */
  public IngestService(
      List<CameraConfig> cameras,
      IngestConfig ingest,
      Function<CameraConfig, CameraOpener> openers,
      FaceSinks sinks,
      FrameViews views,
      long captureSession,
      CaptureClock clock,
      MeterRegistry registry) {
    OpenCv.load();
    List<CameraOpener> resolved = cameras.stream().map(openers).toList();
    for (int i = 0; i < cameras.size(); i++) {
      CameraConfig config = cameras.get(i);
      CameraMeters meters = new CameraMeters(registry, config.id());
      FaceSink sink = sinks.open(config.id(), meters);
      CameraWorker worker =
          new CameraWorker(
              config, ingest, resolved.get(i), sink, views, captureSession, clock, meters);
      stations.add(new Station(config, meters, sink, worker));
    }
  }

  public void start() {
    stations.forEach(station -> station.worker().start());
    log.info("started {} cameras", stations.size());
  }

  @Override
  public void close() {
    // All are asked before any is waited for.
    stations.forEach(station -> station.worker().requestStop());
    long deadlineNanos = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
    try {
      for (Station station : stations) {
        Duration left = Duration.ofNanos(deadlineNanos - System.nanoTime());
        if (!station.worker().awaitStopped(left)) {
          log.warn(
              "{}: {} did not stop in time; abandoning its thread",
              station.config().id(),
              station.config().shownSource());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stations.forEach(station -> station.sink().requestStop());
    stations.forEach(station -> station.sink().close());
    stations.forEach(station -> station.meters().close());
  }
}
