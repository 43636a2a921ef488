package io.gazeshift.ingest.source.ffmpeg;

import io.gazeshift.ingest.source.ReadablePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.opencv.core.Mat;

/** One decoded image, turned upright as its EXIF data says. Used by one thread. */
public final class ImageFile implements AutoCloseable {

  private final VideoReader reader;

  private ImageFile(VideoReader reader) {
    this.reader = reader;
  }

  /** Decodes it; rejects one that is damaged, cut off or of more pixels than memory is for. */
  public static ImageFile open(Path path) throws IOException, InterruptedException {
    ReadablePath.check(path);
    if (Files.size(path) == 0) {
      throw new IOException("is empty");
    }
    return new ImageFile(VideoReader.openFile(path, true));
  }

  public int width() {
    return reader.width();
  }

  public int height() {
    return reader.height();
  }

  /** Writes it into an image of its size. */
  public void copyTo(Mat bgr) throws IOException {
    reader.copyTo(bgr);
  }

  @Override
  public void close() {
    reader.close();
  }
}
