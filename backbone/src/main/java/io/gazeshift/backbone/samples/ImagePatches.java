package io.gazeshift.backbone.samples;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Normalised patches that stand as JPEG files on disk. */
public record ImagePatches(List<Path> files) implements FeatureExtractor.Patches {

  public ImagePatches {
    files = List.copyOf(files);
  }

  /** Every JPEG under a directory, in the order of their names. */
  public static ImagePatches under(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      List<Path> files =
          all.filter(Files::isRegularFile).filter(ImagePatches::isJpeg).sorted().toList();
      if (files.isEmpty()) {
        throw new UserError("%s: contains no .jpg or .jpeg files".formatted(directory));
      }
      return new ImagePatches(files);
    }
  }

  private static boolean isJpeg(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".jpg") || name.endsWith(".jpeg");
  }

  @Override
  public int count() {
    return files.size();
  }

  @Override
  public byte[] jpeg(int index) throws IOException {
    return Files.readAllBytes(files.get(index));
  }

  @Override
  public String name(int index) {
    return files.get(index).toString();
  }
}
