package io.gazeshift.backbone.samples;

import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.GazeHubLabels;
import io.gazeshift.glsge.data.GazeHubLayout;
import io.gazeshift.glsge.data.GazeHubSample;
import io.gazeshift.glsge.linalg.Matrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Images and where the people on them look.
 *
 * @param persons who each image shows, by the number that the labels give where they give one, or
 *     empty
 */
@SuppressWarnings("ArrayRecordComponent") // Large, and never compared.
public record LabelledImages(List<Path> files, Matrix gaze, long[] persons) {

  private static final int COLUMNS = 3;
  private static final String FORM = "path,pitch,yaw or path,pitch,yaw,person";

  /**
   * From a list {@code path,pitch,yaw[,person]}: paths from the image directory, angles in radians,
   * a person by any name.
   */
  public static LabelledImages ofCsv(Path images, Path list) throws IOException {
    Collector collector = new Collector();
    for (ImageList.Line line : ImageList.read(images, list, FORM, COLUMNS, COLUMNS + 1).lines()) {
      List<String> cells = line.cells();
      collector.add(
          line.file(),
          angle(cells.get(1), line.place()),
          angle(cells.get(2), line.place()),
          cells.size() > COLUMNS ? cells.get(COLUMNS) : null);
    }
    return collector.images(list);
  }

  /** From a label file, or a folder of them, in the layout of GazeHub. */
  public static LabelledImages ofGazeHub(Path images, Path labels, GazeHubLayout layout)
      throws IOException {
    Collector collector = new Collector();
    try {
      for (GazeHubSample sample : GazeHubLabels.read(labels, layout)) {
        String path = sample.facePath().replace('\\', '/');
        collector.add(
            ImageList.image(images, path, labels.toString()),
            sample.pitchRad(),
            sample.yawRad(),
            sample.person());
      }
    } catch (IllegalArgumentException e) {
      throw new UserError(e.getMessage(), e);
    }
    return collector.images(labels);
  }

  private static double angle(String text, String place) {
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new UserError("%s: '%s' is not an angle in radians".formatted(place, text), e);
    }
    if (!(Math.abs(value) <= Math.PI)) {
      throw new UserError(
          "%s: the angle %s is beyond ±π; use radians, not degrees".formatted(place, text));
    }
    return value;
  }

  /** Gathers rows. */
  private static final class Collector {

    private final List<Path> files = new ArrayList<>();
    private final List<double[]> angles = new ArrayList<>();
    private final List<String> persons = new ArrayList<>();

    void add(Path file, double pitchRad, double yawRad, String person) {
      files.add(file);
      angles.add(new double[] {pitchRad, yawRad});
      if (person != null) {
        persons.add(person);
      }
    }

    LabelledImages images(Path list) {
      if (files.isEmpty()) {
        throw new UserError("%s: lists no images".formatted(list));
      }
      return new LabelledImages(
          List.copyOf(files),
          Matrix.of(angles.toArray(double[][]::new)),
          PersonNumbers.of(persons));
    }
  }
}
