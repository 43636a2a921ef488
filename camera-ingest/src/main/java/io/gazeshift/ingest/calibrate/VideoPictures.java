package io.gazeshift.ingest.calibrate;

import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.FrameSource;
import io.gazeshift.ingest.source.SourceAddress;
import io.gazeshift.ingest.source.Speed;
import io.gazeshift.ingest.source.ffmpeg.VideoFileSource;
import java.io.IOException;
import java.nio.file.Path;

/** A few frames of every second of a video: those between show the board where it was already. */
public final class VideoPictures implements Pictures {

  private static final long EVERY_MICROS = 250_000;

  /** Where it is longer, its beginning must do. */
  private static final int MOST = 480;

  private static final double ANY_FIELD_OF_VIEW = 60;

  private final Path file;

  public VideoPictures(Path file) {
    this.file = file;
  }

  @Override
  public void forEach(Visitor visitor) throws IOException, InterruptedException {
    try (FrameSource source =
            VideoFileSource.open(
                new SourceAddress.Video(file, Speed.MAX, false),
                (width, height) -> CameraIntrinsics.assumed(width, height, ANY_FIELD_OF_VIEW),
                CaptureClock.system());
        CameraFrame frame = CameraFrame.of(source.intrinsics())) {
      long dueMicros = Long.MIN_VALUE;
      int shown = 0;
      while (shown < MOST && source.read(frame)) {
        if (frame.captureMicros() >= dueMicros) {
          dueMicros = frame.captureMicros() + EVERY_MICROS;
          shown++;
          visitor.visit(
              "frame%06d".formatted(frame.frameSeq()), frame.bgr(), (double) shown / MOST);
        }
      }
    }
  }
}
