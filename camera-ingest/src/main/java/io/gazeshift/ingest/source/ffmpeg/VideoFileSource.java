package io.gazeshift.ingest.source.ffmpeg;

import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.FrameSource;
import io.gazeshift.ingest.source.Optics;
import io.gazeshift.ingest.source.SourceAddress;
import io.gazeshift.ingest.source.Speed;
import io.gazeshift.ingest.source.Tick;
import java.io.IOException;

/**
 * A recorded video, shown at its own speed or as fast as it is read, once or for ever. Its first
 * frame counts as taken when it is first read, and the others at their distance from it in the
 * file; shown faster than recorded, they run ahead of the clock.
 */
public final class VideoFileSource implements FrameSource {

  private static final long NANOS_PER_MICRO = 1000;

  /** However slow the reader, it sees a frame of every such stretch. */
  private static final long LONGEST_SKIP_MICROS = 1_000_000;

  private final SourceAddress.Video video;
  private final CaptureClock clock;
  private final CameraIntrinsics intrinsics;
  private VideoReader reader;
  private boolean isFirst = true;
  private long startMicros;
  private long startNanos;
  private long passMicros;
  private long positionMicros;
  private long skippedSinceMicros;
  private long frameSeq = -1;

  private VideoFileSource(
      SourceAddress.Video video,
      VideoReader reader,
      CameraIntrinsics intrinsics,
      CaptureClock clock) {
    this.video = video;
    this.reader = reader;
    this.intrinsics = intrinsics;
    this.clock = clock;
  }

  /** Opens the file and reads its first frame. */
  public static VideoFileSource open(SourceAddress.Video video, Optics optics, CaptureClock clock)
      throws IOException, InterruptedException {
    VideoReader reader = VideoReader.openFile(video.path(), false);
    try {
      CameraIntrinsics intrinsics = optics.at(reader.width(), reader.height());
      return new VideoFileSource(video, reader, intrinsics, clock);
    } catch (RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  @Override
  public CameraIntrinsics intrinsics() {
    return intrinsics;
  }

  @Override
  public boolean read(CameraFrame into) throws IOException, InterruptedException {
    while (advance()) {
      frameSeq += 1 + reader.takeDamaged();
      if (fits() && (video.speed() == Speed.MAX || awaitDue())) {
        reader.copyTo(into.bgr());
        into.stamp(new Tick(frameSeq, startMicros + positionMicros));
        return true;
      }
    }
    return false;
  }

  /** Goes on to the next frame, or to the first again; false at the end. */
  private boolean advance() throws IOException, InterruptedException {
    if (isFirst) {
      isFirst = false;
      startMicros = clock.epochMicros();
      startNanos = clock.nanoTime();
      return true;
    }
    long nextMicros = positionMicros + reader.durationMicros();
    if (reader.next()) {
      long inPass = reader.positionMicros();
      // Without times of its own, or with times that run backwards, the frame rate must do.
      positionMicros = inPass < 0 ? nextMicros : Math.max(positionMicros, passMicros + inPass);
    } else if (video.loop()) {
      VideoReader again = VideoReader.openFile(video.path(), false);
      reader.close();
      reader = again;
      passMicros = nextMicros;
      positionMicros = nextMicros;
    } else {
      return false;
    }
    return true;
  }

  /** Opened anew it would begin anew, so frames of another size than the first are passed over. */
  private boolean fits() {
    return reader.width() == intrinsics.width() && reader.height() == intrinsics.height();
  }

  /** Waits until this frame is due; false if the next one is due already. */
  private boolean awaitDue() throws InterruptedException {
    long aheadNanos = positionMicros * NANOS_PER_MICRO - (clock.nanoTime() - startNanos);
    boolean isGone = -aheadNanos > reader.durationMicros() * NANOS_PER_MICRO;
    if (isGone && positionMicros - skippedSinceMicros < LONGEST_SKIP_MICROS) {
      return false;
    }
    skippedSinceMicros = positionMicros;
    if (aheadNanos > 0) {
      clock.sleepNanos(aheadNanos);
    }
    return true;
  }

  @Override
  public void close() {
    reader.close();
  }
}
