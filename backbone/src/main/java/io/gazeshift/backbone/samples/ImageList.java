package io.gazeshift.backbone.samples;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The lines of an image list: cells separated by commas, the first of them a path. A header line is
 * allowed; empty lines and lines that begin with # are skipped.
 */
record ImageList(Path images, List<Line> lines) {

  /** One image; {@code place} names the line in messages. */
  record Line(Path file, List<String> cells, String place) {}

  /**
   * @param images where paths begin
   * @param form what a line should look like, for messages
   */
  static ImageList read(Path images, Path list, String form, int fewestCells, int mostCells)
      throws IOException {
    List<Line> lines = new ArrayList<>();
    int columns = 0;
    int number = 0;
    for (String text : text(list, form)) {
      number++;
      if (text.isBlank() || text.startsWith("#")) {
        continue;
      }
      List<String> cells = List.of(text.strip().split("\\s*,\\s*", -1));
      String place = "%s:%d".formatted(list, number);
      boolean first = columns == 0;
      columns = first ? cells.size() : columns;
      if (cells.size() != columns || columns < fewestCells || columns > mostCells) {
        throw new UserError(
            "%s: has %d columns; every line must be %s".formatted(place, cells.size(), form));
      }
      if (!first || !cells.get(0).equals("path")) {
        lines.add(new Line(image(images, cells.get(0), place), cells, place));
      }
    }
    if (lines.isEmpty()) {
      throw new UserError("%s: lists no images".formatted(list));
    }
    return new ImageList(images, lines);
  }

  static Path image(Path images, String name, String place) {
    Path file = images.resolve(name);
    if (!Files.isRegularFile(file)) {
      throw new UserError("%s: image %s does not exist".formatted(place, file));
    }
    return file;
  }

  private static List<String> text(Path list, String form) throws IOException {
    try {
      return Files.readAllLines(list);
    } catch (CharacterCodingException e) {
      throw new UserError("%s: is not text; every line must be %s".formatted(list, form), e);
    }
  }
}
