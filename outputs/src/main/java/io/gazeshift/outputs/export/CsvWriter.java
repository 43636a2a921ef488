package io.gazeshift.outputs.export;

import io.gazeshift.protocol.v1.GazePrediction;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Comma-separated values as in RFC 4180, with a header; a cell without a value is empty. */
final class CsvWriter implements PredictionWriter {

  private static final Pattern NEEDS_QUOTES = Pattern.compile("[\",\r\n]");

  /** With six digits of a second always, so that a reader finds one format. */
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(6).toFormatter(Locale.ROOT);

  private final BufferedWriter file;

  CsvWriter(Path path) throws IOException {
    this.file = Files.newBufferedWriter(path);
    line(
        PredictionColumn.ALL.stream().map(PredictionColumn::name).collect(Collectors.joining(",")));
  }

  @Override
  public void write(GazePrediction prediction) throws IOException {
    line(
        PredictionColumn.ALL.stream()
            .map(column -> text(column.cell().apply(prediction)))
            .collect(Collectors.joining(",")));
  }

  private void line(String text) throws IOException {
    file.write(text);
    file.write("\r\n");
  }

  private static String text(Object cell) {
    String text = cell.equals(Double.NaN) ? "" : cell.toString();
    if (cell instanceof Instant time) {
      text = TIME.format(time);
    }
    return NEEDS_QUOTES.matcher(text).find() ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
