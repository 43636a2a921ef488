package io.gazeshift.daemon.predict;

import io.gazeshift.ingest.CameraOpener;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.config.IngestConfig;
import io.gazeshift.ingest.preview.FrameView;
import io.gazeshift.protocol.v1.FaceFrame;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds the face of a photograph. Every photograph is a source of its own, so nothing is tracked
 * from one person to the next. Used by one thread.
 */
public final class PhotoFaces {

  private final IngestConfig ingest;
  private final LensSettings lens;
  private final Function<CameraConfig, CameraOpener> openers;

  public PhotoFaces(
      IngestConfig ingest, LensSettings lens, Function<CameraConfig, CameraOpener> openers) {
    this.ingest = ingest;
    this.lens = lens;
    this.openers = openers;
  }

  /**
   * The largest face, if there is one.
   *
   * @throws IOException if the photograph cannot be read
   */
  public Optional<FaceFrame> largestIn(Path photo) throws IOException, InterruptedException {
    CameraConfig camera = lens.camera("folder:%s?speed=max".formatted(photo.toAbsolutePath()));
    try (SourceFaces source =
        new SourceFaces(camera, ingest, openers.apply(camera).open(), FrameView.NONE)) {
      return source
          .next()
          .flatMap(faces -> faces.stream().min(Comparator.comparingDouble(PhotoFaces::depthMm)));
    }
  }

  /** All poses are fitted with one average head, so the largest face is the nearest. */
  private static double depthMm(FaceFrame face) {
    return face.getHeadPose().getFaceCentre(2);
  }
}
