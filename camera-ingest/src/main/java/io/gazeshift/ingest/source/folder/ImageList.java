package io.gazeshift.ingest.source.folder;

import io.gazeshift.ingest.source.ReadablePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a camera has got to in a folder. Outlives the sources that show its images, so that one
 * opened anew goes on where the last one stopped. Used by one thread.
 */
final class ImageList {

  private static final Logger log = LoggerFactory.getLogger(ImageList.class);
  private static final Set<String> SUFFIXES =
      Set.of("jpg", "jpeg", "png", "bmp", "tif", "tiff", "webp");

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
      list();
    }
    return next < images.size() ? Optional.of(images.get(next)) : Optional.empty();
  }

  private void list() throws IOException {
    ReadablePath.check(folder);
    if (!Files.isDirectory(folder)) {
      throw new IOException("%s is not a folder".formatted(folder));
    }
    try (Stream<Path> files = Files.list(folder)) {
      images =
          files
              .filter(ImageList::isImage)
              .sorted(Comparator.comparing(p -> p.getFileName().toString(), new NaturalOrder()))
              .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    next = 0;
    if (images.isEmpty()) {
      throw new IOException(
          "%s holds no images (%s)"
              .formatted(folder, String.join(", ", SUFFIXES.stream().sorted().toList())));
    }
  }

  private static boolean isImage(Path path) {
    String name = path.getFileName().toString();
    return SUFFIXES.contains(name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT))
        && Files.isRegularFile(path);
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
      log.warn("{}: {} is passed over: {}", camera, image, why);
    }
    next++;
    skippedInARow++;
    if (skippedInARow >= images.size()) {
      skippedInARow = 0;
      images = List.of();
      throw new IOException("%s holds no image that can be read".formatted(folder));
    }
  }
}
