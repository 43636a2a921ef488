package io.gazeshift.common.cli;

import java.util.ArrayList;
import java.util.List;

/** A text table: columns as wide as their contents, two spaces apart, the last one cut to fit. */
public final class TextTable {

  private static final String BETWEEN = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  public TextTable(String... headings) {
    rows.add(List.of(headings));
  }

  public void row(String... cells) {
    rows.add(List.of(cells));
  }

  public void print(Console console) {
    int last = rows.get(0).size() - 1;
    int[] widths = new int[last];
    for (List<String> row : rows) {
      for (int i = 0; i < last; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < last; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length())).append(BETWEEN);
      }
      line.append(row.get(last));
      console.out().println(cut(line.toString().stripTrailing(), console));
    }
    console.out().flush();
  }

  /** What is not read by a person is left whole. */
  private static String cut(String line, Console console) {
    return console.isTerminal() && line.length() > console.width()
        ? line.substring(0, Math.max(1, console.width() - 3)) + "..."
        : line;
  }
}
