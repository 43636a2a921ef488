package io.gazeshift.daemon.reference;

/** Text that fits into a cell of a Markdown table, or into the lines of a paragraph. */
public final class Cells {

  private static final int WIDTH = 100;

  private Cells() {}

  public static String escaped(String text) {
    return text.replaceAll("\\s+", " ").strip().replace("|", "\\|").replace("<", "&lt;");
  }

  /** A paragraph, with a line end after each line. */
  public static String wrapped(String text) {
    StringBuilder lines = new StringBuilder();
    int length = 0;
    for (String word : text.split(" ", -1)) {
      if (length > 0 && length + 1 + word.length() > WIDTH) {
        lines.append('\n');
        length = 0;
      }
      lines.append(length > 0 ? " " : "").append(word);
      length += (length > 0 ? 1 : 0) + word.length();
    }
    return lines.append('\n').toString();
  }
}
