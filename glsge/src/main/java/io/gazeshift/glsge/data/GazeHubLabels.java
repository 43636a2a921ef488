package io.gazeshift.glsge.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads label files in the layout of GazeHub, for data sets that the reader has licensed. */
public final class GazeHubLabels {

  private GazeHubLabels() {}

  /** The samples of a label file, or of all {@code .label} files of a folder in order of name. */
  public static List<GazeHubSample> read(Path fileOrFolder, GazeHubLayout layout)
      throws IOException {
    if (!Files.isDirectory(fileOrFolder)) {
      return readFile(fileOrFolder, layout);
    }
    List<Path> files;
    try (Stream<Path> entries = Files.list(fileOrFolder)) {
      files = entries.filter(file -> file.toString().endsWith(".label")).sorted().toList();
    }
    if (files.isEmpty()) {
      throw new IllegalArgumentException(fileOrFolder + ": contains no .label files");
    }
    List<GazeHubSample> samples = new ArrayList<>();
    for (Path file : files) {
      samples.addAll(readFile(file, layout));
    }
    return samples;
  }

  private static List<GazeHubSample> readFile(Path file, GazeHubLayout layout) throws IOException {
    List<GazeHubSample> samples = new ArrayList<>();
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      int number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        // The first line names the columns.
        if (number == 1 || line.isBlank()) {
          continue;
        }
        try {
          samples.add(layout.sample(line.strip().split(" +")));
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(
              "%s, line %d: %s".formatted(file, number, e.getMessage()), e);
        }
      }
    }
    return samples;
  }
}
