package io.gazeshift.daemon.predict;

import io.gazeshift.ingest.FramePipeline;
import io.gazeshift.ingest.OpenCamera;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.config.IngestConfig;
import io.gazeshift.ingest.metrics.CameraMeters;
import io.gazeshift.ingest.preview.FrameView;
import io.gazeshift.protocol.v1.FaceFrame;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The faces of an open source, frame by frame, as a live camera would publish them. Owns the
 * source; used by one thread.
 */
final class SourceFaces implements AutoCloseable {

  private final List<FaceFrame> faces = new ArrayList<>();
  private final CameraMeters meters;
  private final FramePipeline pipeline;

  /** Closes the camera if it fails. */
  SourceFaces(CameraConfig config, IngestConfig ingest, OpenCamera camera, FrameView view) {
    this.meters = new CameraMeters(new SimpleMeterRegistry(), config.id());
    try {
      this.pipeline =
          new FramePipeline(
              config,
              ingest,
              1,
              camera,
              0,
              faces::add,
              (id, intrinsics) -> view,
              new FramePipeline.Meters(meters));
    } catch (RuntimeException e) {
      meters.close();
      camera.close();
      throw e;
    }
  }

  /** The faces of the next frame; empty at the end of the source. */
  Optional<List<FaceFrame>> next() throws IOException, InterruptedException {
    if (!pipeline.read()) {
      return Optional.empty();
    }
    faces.clear();
    pipeline.process();
    return Optional.of(List.copyOf(faces));
  }

  /** The number of the frame that {@link #next} read last. */
  long frameSeq() {
    return pipeline.nextSeq() - 1;
  }

  @Override
  public void close() {
    try (meters) {
      pipeline.close();
    }
  }
}
