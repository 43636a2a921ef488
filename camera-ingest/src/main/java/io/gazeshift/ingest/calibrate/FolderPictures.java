package io.gazeshift.ingest.calibrate;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.opencv.core.Mat;
import org.opencv.imgcodecs.Imgcodecs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pictures of a folder in the order of their names. Files that are no picture are left out. */
public final class FolderPictures implements Pictures {

  private static final Logger log = LoggerFactory.getLogger(FolderPictures.class);

  private static final Set<String> ENDINGS = Set.of("jpg", "jpeg", "png", "bmp", "tif", "tiff");

  /** A small file can claim to be a huge picture. */
  private static final long MAX_PIXELS = 100_000_000;

  private final List<Path> files;

  /** Looks at the names only. */
  public FolderPictures(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      this.files =
          all.filter(file -> ENDINGS.contains(ending(file)) && Files.isRegularFile(file))
              .sorted()
              .toList();
    }
    if (files.isEmpty()) {
      throw UserError.usage(
          "%s: holds no pictures (%s)"
              .formatted(folder, String.join(", ", ENDINGS.stream().sorted().toList())));
    }
  }

  @Override
  public void forEach(Visitor visitor) throws InterruptedException {
    for (int i = 0; i < files.size(); i++) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      Path file = files.get(i);
      Mat bgr = isOfBearableSize(file) ? Imgcodecs.imread(file.toString()) : new Mat();
      try {
        if (bgr.empty()) {
          log.warn("{}: is no picture that can be read; left out", file);
        } else {
          visitor.visit(file.getFileName().toString(), bgr, (i + 1.0) / files.size());
        }
      } finally {
        bgr.release();
      }
    }
  }

  private static boolean isOfBearableSize(Path file) {
    try (ImageInputStream stream = ImageIO.createImageInputStream(file.toFile())) {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(stream);
      if (!readers.hasNext()) {
        return false;
      }
      ImageReader reader = readers.next();
      try {
        reader.setInput(stream, true, true);
        return (long) reader.getWidth(0) * reader.getHeight(0) <= MAX_PIXELS;
      } finally {
        reader.dispose();
      }
    } catch (IOException | RuntimeException e) {
      // Its readers throw all sorts of exceptions on broken files.
      return false;
    }
  }

  private static String ending(Path file) {
    String name = file.getFileName().toString();
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }
}
