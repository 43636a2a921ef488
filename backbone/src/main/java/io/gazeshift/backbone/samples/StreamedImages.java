package io.gazeshift.backbone.samples;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;

/** Images of a camera's stream, with the face that each shows and when. */
public record StreamedImages(List<Path> files, FrameStream stream) {

  private static final String FORM = "path,track,capture_micros";
  private static final int COLUMNS = 3;

  public StreamedImages {
    files = List.copyOf(files);
  }

  /** From a list {@code path,track,capture_micros}: paths from the image directory. */
  public static StreamedImages ofCsv(Path images, Path list) throws IOException {
    List<ImageList.Line> lines = ImageList.read(images, list, FORM, COLUMNS, COLUMNS).lines();
    return new StreamedImages(
        lines.stream().map(ImageList.Line::file).toList(),
        new FrameStream(
            numbers(lines, line -> whole(line, 1)), numbers(lines, line -> whole(line, 2))));
  }

  private static long[] numbers(List<ImageList.Line> lines, ToLongFunction<ImageList.Line> number) {
    return lines.stream().mapToLong(number).toArray();
  }

  private static long whole(ImageList.Line line, int cell) {
    try {
      return Long.parseLong(line.cells().get(cell));
    } catch (NumberFormatException e) {
      throw new UserError(
          "%s: '%s' is not a whole number; every line must be %s"
              .formatted(line.place(), line.cells().get(cell), FORM),
          e);
    }
  }
}
