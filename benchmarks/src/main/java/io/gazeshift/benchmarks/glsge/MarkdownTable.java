package io.gazeshift.benchmarks.glsge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Tables in Markdown that can be read as they are. */
final class MarkdownTable {

  private MarkdownTable() {}

  static List<String> row(String first, List<String> others) {
    List<String> row = new ArrayList<>(List.of(first));
    row.addAll(others);
    return row;
  }

  /** The rows, of which the first is the heading, with all columns padded. */
  static List<String> lines(List<List<String>> rows) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder("|");
      for (int c = 0; c < widths.length; c++) {
        String cell = row.get(c);
        line.append(' ').append(cell).append(" ".repeat(widths[c] - cell.length())).append(" |");
      }
      lines.add(line.toString());
      if (lines.size() == 1) {
        lines.add(
            Arrays.stream(widths)
                .mapToObj("-"::repeat)
                .collect(Collectors.joining(" | ", "| ", " |")));
      }
    }
    return lines;
  }
}
