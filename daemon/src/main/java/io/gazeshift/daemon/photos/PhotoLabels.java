package io.gazeshift.daemon.photos;

import io.gazeshift.common.UserError;
import io.gazeshift.protocol.Gaze;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the labels of photographs from CSV. The first line names the columns, in any order: {@code
 * file,person,camera,pitch,yaw}, of which {@code camera} may be left out. Angles are in degrees and
 * in camera axes. Empty lines and lines that begin with # are skipped.
 */
public final class PhotoLabels {

  private static final String FILE = "file";
  private static final String PERSON = "person";
  private static final String CAMERA = "camera";
  private static final String PITCH = "pitch";
  private static final String YAW = "yaw";
  private static final List<String> COLUMNS = List.of(FILE, PERSON, CAMERA, PITCH, YAW);
  private static final Set<String> OPTIONAL = Set.of(CAMERA);
  private static final String FORM = String.join(",", COLUMNS);
  private static final int MOST_PITCH_DEG = 90;
  private static final int MOST_YAW_DEG = 180;

  private final Path photos;
  private final List<String> header;
  private final Map<Path, String> seen = new HashMap<>();

  private PhotoLabels(Path photos, List<String> header) {
    this.photos = photos;
    this.header = header;
  }

  /**
   * All labels of a file, in its order; never none.
   *
   * @param photos directory where the names of photographs begin
   */
  public static List<PhotoLabel> read(Path photos, Path csv) throws IOException {
    PhotoLabels reader = null;
    List<PhotoLabel> labels = new ArrayList<>();
    int number = 0;
    for (String line : lines(csv)) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String place = "%s:%d".formatted(csv, number);
      List<String> cells = List.of(line.strip().split("\\s*,\\s*", -1));
      if (reader == null) {
        reader = new PhotoLabels(photos, header(cells, place));
      } else {
        labels.add(reader.label(cells, place));
      }
    }
    if (labels.isEmpty()) {
      throw new UserError(
          "%s: lists no photographs; write the header %s and a line for each of them"
              .formatted(csv, FORM));
    }
    return labels;
  }

  private static List<String> lines(Path csv) throws IOException {
    try {
      List<String> lines = new ArrayList<>(Files.readAllLines(csv));
      // Spreadsheets begin their files with a byte order mark.
      if (!lines.isEmpty() && lines.get(0).startsWith("\uFEFF")) {
        lines.set(0, lines.get(0).substring(1));
      }
      return lines;
    } catch (CharacterCodingException e) {
      throw new UserError(
          "%s: is not text in UTF-8; it must be CSV with the columns %s".formatted(csv, FORM), e);
    }
  }

  private static List<String> header(List<String> names, String place) {
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (!COLUMNS.contains(name)) {
        throw new UserError(
            "%s: unknown column '%s'; the first line must name the columns %s, with commas between"
                .formatted(place, name, FORM));
      }
      if (names.indexOf(name) != i) {
        throw new UserError("%s: has the column '%s' twice; keep one".formatted(place, name));
      }
    }
    for (String needed : COLUMNS) {
      if (!OPTIONAL.contains(needed) && !names.contains(needed)) {
        throw new UserError(
            "%s: has no column '%s'; the first line must name the columns %s"
                .formatted(place, needed, FORM));
      }
    }
    return names;
  }

  private PhotoLabel label(List<String> cells, String place) {
    if (cells.size() != header.size()) {
      throw new UserError(
          "%s: has %d cells; give %d on every line: %s"
              .formatted(place, cells.size(), header.size(), String.join(",", header)));
    }
    String name = cell(FILE, cells);
    String person = cell(PERSON, cells);
    if (person.isEmpty()) {
      throw new UserError("%s: names no person; give each person a name".formatted(place));
    }
    return new PhotoLabel(
        photo(name, place),
        name,
        person,
        header.contains(CAMERA) ? cell(CAMERA, cells) : "",
        Gaze.ofDegrees(
            degrees(PITCH, cells, MOST_PITCH_DEG, place),
            degrees(YAW, cells, MOST_YAW_DEG, place)));
  }

  /** Twice the same photograph would count twice. */
  private Path photo(String name, String place) {
    Path file = photos.resolve(name);
    if (!Files.isRegularFile(file)) {
      throw new UserError(
          "%s: photograph %s does not exist; give paths relative to %s"
              .formatted(place, file, photos));
    }
    String before = seen.put(file.normalize(), place);
    if (before != null) {
      throw new UserError(
          "%s: photograph %s is already on %s; remove one of the lines"
              .formatted(place, name, before));
    }
    return file;
  }

  private double degrees(String column, List<String> cells, int most, String place) {
    String text = cell(column, cells);
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new UserError(
          "%s: %s '%s' is not a number; give it in degrees".formatted(place, column, text), e);
    }
    // Written so that NaN is rejected.
    if (!(Math.abs(value) <= most)) {
      throw new UserError(
          "%s: %s %s is beyond ±%d; give it in degrees".formatted(place, column, text, most));
    }
    return value;
  }

  private String cell(String column, List<String> cells) {
    return cells.get(header.indexOf(column));
  }
}
