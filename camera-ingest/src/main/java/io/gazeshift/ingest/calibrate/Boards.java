package io.gazeshift.ingest.calibrate;

import io.gazeshift.common.UserError;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.opencv.objdetect.Objdetect;

/** Parses boards from command-line options. */
public final class Boards {

  private static final Pattern NAME =
      Pattern.compile("(?<kind>chessboard|charuco):(?<columns>\\d{1,2})x(?<rows>\\d{1,2})");

  /** OpenCV's dictionaries in its order. */
  private static final List<String> DICTIONARIES =
      List.of(
          "4x4_50",
          "4x4_100",
          "4x4_250",
          "4x4_1000",
          "5x5_50",
          "5x5_100",
          "5x5_250",
          "5x5_1000",
          "6x6_50",
          "6x6_100",
          "6x6_250",
          "6x6_1000",
          "7x7_50",
          "7x7_100",
          "7x7_250",
          "7x7_1000");

  private Boards() {}

  /**
   * The board of that name; OpenCV must be loaded. Sizes are counted as in OpenCV: inner corners of
   * a chessboard, squares of a ChArUco board.
   *
   * @param markerMm the side of a marker; only for ChArUco
   * @param dictionary the markers' dictionary, such as 4x4_50; only for ChArUco
   */
  public static Board of(String name, double squareMm, double markerMm, String dictionary) {
    Matcher matcher = NAME.matcher(name.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw UserError.usage(
          ("--board: '%s' is not a board; use for example chessboard:9x6 (inner corners)"
                  + " or charuco:7x5 (squares)")
              .formatted(name));
    }
    int columns = Integer.parseInt(matcher.group("columns"));
    int rows = Integer.parseInt(matcher.group("rows"));
    if (columns < 3 || rows < 3) {
      throw UserError.usage("--board: %s is too small; use 3x3 or larger".formatted(name));
    }
    if (!(squareMm > 0 && squareMm < 10_000)) {
      throw UserError.usage(
          "--square-mm: %s is not a length; give millimetres above 0".formatted(squareMm));
    }
    if (matcher.group("kind").equals("chessboard")) {
      return new Chessboard(columns, rows, squareMm);
    }
    if (!(markerMm > 0 && markerMm < squareMm)) {
      throw UserError.usage(
          "--marker-mm: %s must be above 0 and below the square size of %s"
              .formatted(markerMm, squareMm));
    }
    int index = DICTIONARIES.indexOf(dictionary.toLowerCase(Locale.ROOT));
    if (index < 0) {
      throw UserError.usage(
          "--dictionary: unknown dictionary '%s'; use one of %s"
              .formatted(dictionary, String.join(", ", DICTIONARIES)));
    }
    return new CharucoChessboard(
        columns,
        rows,
        squareMm,
        markerMm,
        Objdetect.getPredefinedDictionary(Objdetect.DICT_4X4_50 + index));
  }
}
