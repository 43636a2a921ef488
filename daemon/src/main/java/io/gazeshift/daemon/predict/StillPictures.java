package io.gazeshift.daemon.predict;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** The pictures of a folder. */
public final class StillPictures {

  private static final Set<String> SUFFIXES =
      Set.of("jpg", "jpeg", "png", "bmp", "tif", "tiff", "webp");

  private StillPictures() {}

  /** Sorted by name; never none. */
  public static List<Path> in(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> pictures = files.filter(StillPictures::isOne).sorted().toList();
      if (pictures.isEmpty()) {
        throw new UserError(
            "%s holds no pictures (%s)"
                .formatted(folder, String.join(", ", SUFFIXES.stream().sorted().toList())));
      }
      return pictures;
    }
  }

  public static boolean isOne(Path file) {
    String name = file.getFileName().toString();
    return SUFFIXES.contains(name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT))
        && Files.isRegularFile(file);
  }
}
