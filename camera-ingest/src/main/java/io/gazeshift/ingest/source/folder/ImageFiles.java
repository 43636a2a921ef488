package io.gazeshift.ingest.source.folder;

import io.gazeshift.ingest.source.ReadablePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Which files are images, by their names. */
public final class ImageFiles {

  private static final Set<String> SUFFIXES =
      Set.of("jpg", "jpeg", "png", "bmp", "tif", "tiff", "webp");

  private ImageFiles() {}

  /** Those of a folder, sorted as people number them, or the one named; never none. */
  public static List<Path> in(Path folder) throws IOException {
    ReadablePath.check(folder);
    if (isOne(folder)) {
      return List.of(folder);
    }
    if (!Files.isDirectory(folder)) {
      throw new IOException("%s is not a folder".formatted(folder));
    }
    List<Path> images;
    try (Stream<Path> files = Files.list(folder)) {
      images =
          files
              .filter(ImageFiles::isOne)
              .sorted(Comparator.comparing(p -> p.getFileName().toString(), new NaturalOrder()))
              .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    if (images.isEmpty()) {
      throw new IOException(
          "%s contains no images (%s)"
              .formatted(folder, String.join(", ", SUFFIXES.stream().sorted().toList())));
    }
    return images;
  }

  public static boolean isOne(Path file) {
    String name = String.valueOf(file.getFileName());
    return SUFFIXES.contains(name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT))
        && Files.isRegularFile(file);
  }
}
