package io.gazeshift.daemon.offline;

import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.GazeHubLabels;
import io.gazeshift.glsge.data.GazeHubLayout;
import io.gazeshift.glsge.data.GazeHubSample;
import io.gazeshift.glsge.linalg.Matrix;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Images and where the people on them look.
 *
 * @param persons who each image shows, numbered as they first appear, or empty
 */
@SuppressWarnings("ArrayRecordComponent") // Large, and never compared.
public record LabelledImages(List<Path> files, Matrix gaze, long[] persons) {

  private static final int COLUMNS = 3;

  /**
   * From a list {@code path,pitch,yaw[,person]}: paths from the image directory, angles in radians,
   * a person by any name. A first line of headings may stand above it; empty lines and lines that
   * begin with # are passed over.
   */
  public static LabelledImages ofCsv(Path images, Path list) throws IOException {
    Collector collector = new Collector(images);
    int columns = 0;
    int number = 0;
    for (String line : lines(list)) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      List<String> cells = List.of(line.strip().split("\\s*,\\s*", -1));
      String place = "%s:%d".formatted(list, number);
      boolean first = columns == 0;
      columns = first ? cells.size() : columns;
      if (cells.size() != columns || columns < COLUMNS || columns > COLUMNS + 1) {
        throw new UserError(
            "%s: has %d columns; write path,pitch,yaw or path,pitch,yaw,person in every line"
                .formatted(place, cells.size()));
      }
      if (first && cells.get(0).equals("path")) {
        continue;
      }
      collector.add(
          cells.get(0),
          angle(cells.get(1), place),
          angle(cells.get(2), place),
          columns > COLUMNS ? cells.get(COLUMNS) : null,
          place);
    }
    return collector.images(list);
  }

  /** From a label file, or a folder of them, in the layout of GazeHub. */
  public static LabelledImages ofGazeHub(Path images, Path labels, GazeHubLayout layout)
      throws IOException {
    Collector collector = new Collector(images);
    try {
      for (GazeHubSample sample : GazeHubLabels.read(labels, layout)) {
        collector.add(
            sample.facePath().replace('\\', '/'),
            sample.pitchRad(),
            sample.yawRad(),
            sample.person(),
            labels.toString());
      }
    } catch (IllegalArgumentException e) {
      throw new UserError(e.getMessage(), e);
    }
    return collector.images(labels);
  }

  private static List<String> lines(Path list) throws IOException {
    try {
      return Files.readAllLines(list);
    } catch (CharacterCodingException e) {
      throw new UserError("%s: is no text; write lines of path,pitch,yaw".formatted(list), e);
    }
  }

  private static double angle(String text, String place) {
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new UserError("%s: '%s' is no angle in radians".formatted(place, text), e);
    }
    if (!(Math.abs(value) <= Math.PI)) {
      throw new UserError(
          "%s: the angle %s is beyond ±π; write radians, not degrees".formatted(place, text));
    }
    return value;
  }

  /** Gathers rows and numbers the persons. */
  private static final class Collector {

    private final Path images;
    private final List<Path> files = new ArrayList<>();
    private final List<double[]> angles = new ArrayList<>();
    private final List<Long> persons = new ArrayList<>();
    private final Map<String, Long> numbers = new HashMap<>();

    Collector(Path images) {
      this.images = images;
    }

    void add(String name, double pitchRad, double yawRad, String person, String place) {
      Path file = images.resolve(name);
      if (!Files.isRegularFile(file)) {
        throw new UserError("%s: there is no image %s".formatted(place, file));
      }
      files.add(file);
      angles.add(new double[] {pitchRad, yawRad});
      if (person != null) {
        numbers.putIfAbsent(person, (long) numbers.size());
        persons.add(numbers.get(person));
      }
    }

    LabelledImages images(Path list) {
      if (files.isEmpty()) {
        throw new UserError("%s: lists no image".formatted(list));
      }
      return new LabelledImages(
          List.copyOf(files),
          Matrix.of(angles.toArray(double[][]::new)),
          persons.stream().mapToLong(Long::longValue).toArray());
    }
  }
}
