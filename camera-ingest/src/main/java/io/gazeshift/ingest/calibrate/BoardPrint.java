package io.gazeshift.ingest.calibrate;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.opencv.core.Core;
import org.opencv.core.Mat;
import org.opencv.core.Scalar;
import org.opencv.imgcodecs.Imgcodecs;

/** Writes a board for printing. An SVG knows its size in millimetres; a PNG has 254 dpi. */
public final class BoardPrint {

  private static final int PX_PER_MM = 10;
  private static final int MARGIN_MM = 10;

  private BoardPrint() {}

  /** The ending of the file decides. */
  public static void write(Board board, Path file) throws IOException {
    Mat picture = board.draw(PX_PER_MM);
    try {
      int margin = MARGIN_MM * PX_PER_MM;
      Core.copyMakeBorder(
          picture, picture, margin, margin, margin, margin, Core.BORDER_CONSTANT, new Scalar(255));
      String name = file.toString().toLowerCase(Locale.ROOT);
      if (name.endsWith(".svg")) {
        Files.writeString(file, svg(picture));
      } else if (!name.endsWith(".png")) {
        throw UserError.usage("--print-board: %s must end in .svg or .png".formatted(file));
      } else if (!Imgcodecs.imwrite(file.toString(), picture)) {
        throw new UserError(
            "--print-board: cannot write %s; check the directory and its permissions"
                .formatted(file));
      }
    } finally {
      picture.release();
    }
  }

  /** Black runs of pixels become rectangles; rows that are equal share them. */
  private static String svg(Mat picture) {
    int width = picture.width();
    int height = picture.height();
    StringBuilder svg =
        new StringBuilder(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="%1$smm" height="%2$smm" viewBox="0 0 %3$d %4$d" shape-rendering="crispEdges">
            <rect width="%3$d" height="%4$d" fill="#fff"/>
            """
                .formatted((double) width / PX_PER_MM, (double) height / PX_PER_MM, width, height));
    byte[] row = new byte[width];
    byte[] next = new byte[width];
    picture.get(0, 0, row);
    int top = 0;
    for (int y = 1; y <= height; y++) {
      if (y < height) {
        picture.get(y, 0, next);
      }
      if (y == height || !Arrays.equals(row, next)) {
        appendRuns(svg, row, top, y - top);
        System.arraycopy(next, 0, row, 0, width);
        top = y;
      }
    }
    return svg.append("</svg>\n").toString();
  }

  private static void appendRuns(StringBuilder svg, byte[] row, int top, int height) {
    for (int x = 0; x < row.length; x++) {
      int start = x;
      while (x < row.length && row[x] == 0) {
        x++;
      }
      if (x > start) {
        svg.append(
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n"
                .formatted(start, top, x - start, height));
      }
    }
  }
}
