package io.gazeshift.common.config;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Writes the example configuration. Explanations begin with {@code "# "}; a setting is commented
 * out by a bare {@code #}, so that deleting this one character turns it on.
 */
final class ExampleYaml {

  private static final Pattern NEEDS_QUOTES = Pattern.compile("^$|^[^A-Za-z0-9~/].*|.*(: | #).*");
  private static final int WIDTH = 96;

  private final List<Setting<?>> settings;
  private final StringBuilder yaml = new StringBuilder();

  ExampleYaml(List<Setting<?>> settings) {
    this.settings = settings;
  }

  String text() {
    comment(
        "", "Gazeshift's configuration. Delete the '#' before a key to set it; the values here");
    comment(
        "",
        "are the defaults or examples. Variables override this file, and flags"
            + " override both.");
    comment("", "Any value may contain ${file:/run/secrets/x} or ${env:NAME}.");
    String section = "";
    for (Setting<?> setting : settings) {
      String own = section(setting);
      yaml.append('\n');
      if (!own.equals(section)) {
        yaml.append(own).append(":\n");
      }
      setting(setting, !own.equals(section));
      section = own;
    }
    return yaml.toString();
  }

  /**
   * Settings are two levels deep, {@code section.key}; a list or free map is a level of its own.
   */
  private static String section(Setting<?> setting) {
    return setting.path().replaceFirst("(\\[])?\\..*", "");
  }

  private void setting(Setting<?> setting, boolean first) {
    String indent = "  ";
    comment(indent, setting.description());
    String takes = setting.isFreeMap() ? "" : "Takes " + setting.type().expected() + ". ";
    comment(indent, takes + "Variable: " + setting.variable());
    String key = setting.path().substring(setting.path().indexOf('.') + 1);
    if (setting.isFreeMap()) {
      yaml.append(indent).append('#').append(key.replace(".*", "")).append(":\n");
      setting
          .example()
          .lines()
          .forEach(l -> yaml.append(indent).append("#  ").append(l).append('\n'));
      return;
    }
    String mark = !setting.isInList() ? "#" : first ? "#- " : "#  ";
    yaml.append(indent)
        .append(mark)
        .append(key)
        .append(": ")
        .append(scalar(setting.example()))
        .append('\n');
  }

  private void comment(String indent, String text) {
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (!line.isEmpty() && indent.length() + 2 + line.length() + 1 + word.length() > WIDTH) {
        yaml.append(indent).append("# ").append(line).append('\n');
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    yaml.append(indent).append("# ").append(line).append('\n');
  }

  private static String scalar(String text) {
    return NEEDS_QUOTES.matcher(text).matches() ? "'" + text.replace("'", "''") + "'" : text;
  }
}
