package io.gazeshift.ingest;

import io.gazeshift.common.BackOff;
import io.gazeshift.common.process.NativeThread;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.config.IngestConfig;
import io.gazeshift.ingest.metrics.CameraMeters;
import io.gazeshift.ingest.metrics.IngestMeters;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.preview.FrameViews;
import io.gazeshift.ingest.publish.FaceSink;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.FrameSizeChangedException;
import io.micrometer.core.instrument.Counter;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Runs one camera on its own thread until it is stopped or the source ends. A failed frame is
 * counted and skipped; a failed source is closed and reopened; both with growing back-off. That one
 * thread opens, uses and closes everything native.
 */
public final class CameraWorker implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(CameraWorker.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final CameraConfig config;
  private final IngestConfig ingest;
  private final CameraOpener opener;
  private final FaceSink sink;
  private final FrameViews views;
  private final long captureSession;
  private final CaptureClock clock;
  private final FramePipeline.Meters meters;
  private final Counter failedFrames;
  private final OutageTracker absence;
  private final BackOff frameBackOff = new BackOff(Duration.ofMillis(10), Duration.ofSeconds(2));
  private final BackOff sourceBackOff = new BackOff(Duration.ofMillis(100), Duration.ofSeconds(10));
  private final Thread thread;
  private volatile boolean stopping;
  private long nextSeq;
  private boolean assumptionTold;

  public CameraWorker(
      CameraConfig config,
      IngestConfig ingest,
      CameraOpener opener,
      FaceSink sink,
      FrameViews views,
      long captureSession,
      CaptureClock clock,
      CameraMeters meters) {
    this.config = config;
    this.ingest = ingest;
    this.opener = opener;
    this.sink = sink;
    this.views = views;
    this.captureSession = captureSession;
    this.clock = clock;
    this.meters = new FramePipeline.Meters(meters);
    this.failedFrames = meters.counter(IngestMeters.FRAMES_FAILED);
    this.absence = new OutageTracker(config, clock, meters);
    this.thread = new NativeThread(this::run, "camera-" + config.id());
    // A driver may never return; the process must end all the same.
    thread.setDaemon(true);
    meters.running(this::isRunning);
  }

  public void start() {
    thread.start();
  }

  public boolean isRunning() {
    return thread.isAlive();
  }

  /** Asks it to stop and returns at once. */
  public void requestStop() {
    stopping = true;
    thread.interrupt();
  }

  /** Waits for the thread to end; false if it did not in time. */
  public boolean awaitStopped(Duration timeout) throws InterruptedException {
    thread.join(Math.max(1, timeout.toMillis()));
    return !isRunning();
  }

  @Override
  public void close() {
    requestStop();
    try {
      if (!awaitStopped(CLOSE_TIMEOUT)) {
        log.warn(
            "{}: {} did not stop in time; abandoning its thread",
            config.id(),
            config.shownSource());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    MDC.put("camera", config.id());
    MDC.put("domain", config.domain());
    try {
      OpenCv.load();
      while (!stopping) {
        if (runSource()) {
          log.info("{}: {} ended", config.id(), config.shownSource());
          return;
        }
      }
    } catch (InterruptedException e) {
      log.debug("{}: stopped", config.id());
    } catch (RuntimeException e) {
      log.error("{}: camera stopped by an internal error: {}", config.id(), e.getMessage(), e);
    }
  }

  /** Opens the source and runs it until it ends (true), fails or is told to stop (false). */
  private boolean runSource() throws InterruptedException {
    try (FramePipeline pipeline = open()) {
      try {
        return runFrames(pipeline);
      } finally {
        nextSeq = pipeline.nextSeq();
      }
    } catch (FrameSizeChangedException e) {
      log.info("{}: {}", config.id(), e.getMessage());
      return false;
    } catch (IOException | RuntimeException e) {
      Duration wait = sourceBackOff.next();
      absence.failed(e, wait);
      clock.sleepNanos(wait.toNanos());
      return false;
    }
  }

  private FramePipeline open() throws IOException, InterruptedException {
    OpenCamera camera = opener.open();
    try {
      tellAssumption(camera.source().intrinsics());
      return new FramePipeline(
          config, ingest, captureSession, camera, nextSeq, sink, views, meters);
    } catch (RuntimeException e) {
      camera.close();
      throw e;
    }
  }

  /** Once: a camera that is opened again is no better known. */
  private void tellAssumption(CameraIntrinsics intrinsics) {
    if (intrinsics.assumed() && !assumptionTold) {
      assumptionTold = true;
      log.warn(
          "{}: no lens calibration; assuming a field of view of {} degrees, so distances"
              + " and gaze angles are approximate. Calibrate the lens with 'gazeshift calibrate-lens'",
          config.id(),
          config.fieldOfViewDegrees());
    }
  }

  private boolean runFrames(FramePipeline pipeline) throws IOException, InterruptedException {
    while (!stopping) {
      if (!pipeline.read()) {
        return true;
      }
      sourceBackOff.reset();
      absence.frameCame();
      try {
        pipeline.process();
        frameBackOff.reset();
      } catch (RuntimeException e) {
        failedFrames.increment();
        Duration wait = frameBackOff.next();
        log.warn(
            "{}: could not process a frame; reading the next one in {} ms",
            config.id(),
            wait.toMillis(),
            e);
        clock.sleepNanos(wait.toNanos());
      }
    }
    return false;
  }
}
