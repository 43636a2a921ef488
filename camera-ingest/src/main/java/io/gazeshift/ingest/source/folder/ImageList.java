package io.gazeshift.ingest.source.folder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a camera has got to in a folder. Outlives the sources that show its images, so that one
 * opened anew goes on where the last one stopped. Used by one thread.
 */
final class ImageList {

  private static final Logger log = LoggerFactory.getLogger(ImageList.class);

  private final String camera;
  private final Path folder;
  private final boolean loop;
  private final Set<Path> named = new HashSet<>();
  private List<Path> images = List.of();
  private int next;
  private int skippedInARow;

  ImageList(String camera, Path folder, boolean loop) {
    this.camera = camera;
    this.folder = folder;
    this.loop = loop;
  }

  /**
   * The image to show, or none after the last. A folder that is looped is listed anew each time.
   */
  Optional<Path> current() throws IOException {
    if (images.isEmpty() || (loop && next == images.size())) {
      images = ImageFiles.in(folder);
      next = 0;
    }
    return next < images.size() ? Optional.of(images.get(next)) : Optional.empty();
  }

  /** The current one was shown. */
  void shown() {
    next++;
    skippedInARow = 0;
  }

  /** The current one cannot be shown. Said once for each file. */
  void skip(String why) throws IOException {
    Path image = images.get(next);
    if (named.add(image)) {
      log.warn("{}: skipping {}: {}", camera, image, why);
    }
    next++;
    skippedInARow++;
    if (skippedInARow >= images.size()) {
      skippedInARow = 0;
      images = List.of();
      throw new IOException("%s contains no readable image".formatted(folder));
    }
  }
}
