package io.gazeshift.daemon.photos;

import io.gazeshift.ingest.CameraOpener;
import io.gazeshift.ingest.OpenCamera;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.FrameSource;
import java.io.IOException;

/** The frames of another source, moved. Owns it. */
final class MovedSource implements FrameSource {

  private final FrameSource source;
  private final PictureMove move;

  private MovedSource(FrameSource source, PictureMove move) {
    this.source = source;
    this.move = move;
  }

  /** A camera whose frames are moved before a face is looked for. */
  static CameraOpener opener(CameraOpener still, PictureMove move) {
    return () -> {
      OpenCamera camera = still.open();
      return new OpenCamera(
          new MovedSource(camera.source(), move), camera.locator(), camera.known());
    };
  }

  @Override
  public CameraIntrinsics intrinsics() {
    return source.intrinsics();
  }

  @Override
  public boolean read(CameraFrame into) throws IOException, InterruptedException {
    if (!source.read(into)) {
      return false;
    }
    move.apply(into.bgr());
    return true;
  }

  @Override
  public void close() {
    source.close();
  }
}
