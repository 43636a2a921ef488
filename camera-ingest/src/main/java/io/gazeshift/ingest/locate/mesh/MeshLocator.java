package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.source.CameraFrame;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.opencv.core.Mat;

/**
 * Detects faces, then follows them by their meshes: the points of one frame say where to look in
 * the next. The detector, which costs as much as three meshes, runs at most once in a frame: while
 * no face is tracked, when a face was lost, and periodically while more can be tracked.
 */
final class MeshLocator implements FaceLocator {

  private final FaceDetector detector;
  private final MeshReader reader;
  private final FaceTracks tracks;
  private final long redetectMicros;
  private final Runnable onClose;
  private long detectedMicros;

  /** Owns the reader from now on; {@code onClose} gives back what it was lent. */
  MeshLocator(
      FaceDetector detector, MeshReader reader, int maxFaces, Duration redetect, Runnable onClose) {
    this.detector = detector;
    this.reader = reader;
    this.tracks = new FaceTracks(maxFaces);
    this.redetectMicros = redetect.toNanos() / 1000;
    this.onClose = onClose;
  }

  @Override
  public List<LocatedFace> locate(CameraFrame frame) {
    tracks.advance(
        face -> reader.read(frame.bgr(), Region.of(face.landmarks()), face.fit().pose()));
    if (isDetectionDue(frame.captureMicros())) {
      detectedMicros = frame.captureMicros();
      detect(frame.bgr());
    }
    return tracks.all().stream().map(track -> track.face().located(track.index())).toList();
  }

  private boolean isDetectionDue(long nowMicros) {
    return tracks.isEmpty()
        || tracks.hasLost()
        || (!tracks.isFull() && Math.abs(nowMicros - detectedMicros) >= redetectMicros);
  }

  /** The largest first: they are the nearest, and there may not be room for all. */
  private void detect(Mat bgr) {
    List<Detection> detections =
        detector.detect(bgr).stream()
            .sorted(Comparator.comparingDouble((Detection d) -> d.box().area()).reversed())
            .toList();
    for (Detection detection : detections) {
      if (!tracks.isFull() && !tracks.covers(detection.box())) {
        reader
            .read(bgr, Region.of(detection))
            .map(face -> readAgain(bgr, face))
            .ifPresent(tracks::add);
      }
    }
  }

  /** A detection frames a face roughly; its own landmarks do it as they do while it is tracked. */
  private MeshFace readAgain(Mat bgr, MeshFace face) {
    return reader.read(bgr, Region.of(face.landmarks()), face.fit().pose()).orElse(face);
  }

  @Override
  public void close() {
    reader.close();
    onClose.run();
  }
}
