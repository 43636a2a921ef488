package io.gazeshift.ingest.source.folder;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.FrameSizeChangedException;
import io.gazeshift.ingest.source.FrameSource;
import io.gazeshift.ingest.source.Optics;
import io.gazeshift.ingest.source.Pacer;
import io.gazeshift.ingest.source.Tick;
import io.gazeshift.ingest.source.ffmpeg.ImageFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The images of a folder until one of another size, or the end, comes. Shows every one. */
final class FolderSource implements FrameSource {

  private final ImageList images;
  private final Pacer pacer;
  private CameraIntrinsics intrinsics;
  private ImageFile decoded;
  private long frameSeq = -1;

  private FolderSource(ImageList images, Pacer pacer) {
    this.images = images;
    this.pacer = pacer;
  }

  static FolderSource open(ImageList images, Optics optics, Pacer pacer)
      throws IOException, InterruptedException {
    FolderSource source = new FolderSource(images, pacer);
    try {
      source.findIntrinsics(optics);
      return source;
    } catch (IOException | InterruptedException | RuntimeException e) {
      source.close();
      throw e;
    }
  }

  private void findIntrinsics(Optics optics) throws IOException, InterruptedException {
    while (intrinsics == null) {
      if (!decode()) {
        throw new IOException("no images are left in the folder");
      }
      try {
        intrinsics = optics.at(decoded.width(), decoded.height());
      } catch (UserError e) {
        skip(e.getMessage());
      }
    }
  }

  @Override
  public CameraIntrinsics intrinsics() {
    return intrinsics;
  }

  @Override
  public boolean read(CameraFrame into) throws IOException, InterruptedException {
    if (!decode()) {
      return false;
    }
    if (decoded.width() != intrinsics.width() || decoded.height() != intrinsics.height()) {
      throw new FrameSizeChangedException(intrinsics, decoded.width(), decoded.height());
    }
    long captureMicros = pacer.next().captureMicros();
    decoded.copyTo(into.bgr());
    frameSeq++;
    into.stamp(new Tick(frameSeq, captureMicros));
    forget();
    images.shown();
    return true;
  }

  /** Makes the current image, or the next one that can be, the decoded one; false at the end. */
  private boolean decode() throws IOException, InterruptedException {
    while (decoded == null) {
      Optional<Path> image = images.current();
      if (image.isEmpty()) {
        return false;
      }
      try {
        decoded = ImageFile.open(image.get());
      } catch (IOException e) {
        skip(e.getMessage());
      }
    }
    return true;
  }

  /** An image passed over is a gap in the frame numbers. */
  private void skip(String why) throws IOException {
    forget();
    images.skip(why);
    frameSeq++;
  }

  private void forget() {
    if (decoded != null) {
      decoded.close();
      decoded = null;
    }
  }

  @Override
  public void close() {
    forget();
  }
}
