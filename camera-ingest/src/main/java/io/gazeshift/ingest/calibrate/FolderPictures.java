package io.gazeshift.ingest.calibrate;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.source.ffmpeg.ImageFile;
import io.gazeshift.ingest.source.folder.ImageFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pictures of a folder in the order of their names. Files that are no picture are left out. */
public final class FolderPictures implements Pictures {

  private static final Logger log = LoggerFactory.getLogger(FolderPictures.class);

  private final List<Path> files;

  /** Looks at the names only. */
  public FolderPictures(Path folder) {
    try {
      this.files = ImageFiles.in(folder);
    } catch (IOException e) {
      throw UserError.usage(e.getMessage());
    }
  }

  @Override
  public void forEach(Visitor visitor) throws InterruptedException {
    for (int i = 0; i < files.size(); i++) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      Path file = files.get(i);
      Mat bgr = new Mat();
      try (ImageFile image = ImageFile.open(file)) {
        bgr.create(image.height(), image.width(), CvType.CV_8UC3);
        image.copyTo(bgr);
        visitor.visit(file.getFileName().toString(), bgr, (i + 1.0) / files.size());
      } catch (IOException e) {
        log.warn("skipping {}: {}", file, e.getMessage());
      } finally {
        bgr.release();
      }
    }
  }
}
