package io.gazeshift.daemon.reference;

import io.gazeshift.common.config.Schema;
import io.gazeshift.common.config.Setting;

/** {@code docs/reference/configuration.md}, from the declared settings. */
final class ConfigurationPage {

  private static final String BEFORE =
      """
      # Configuration

      Generated from the settings in the code by `ReferencePagesTest`; do not edit it.

      One YAML file configures every role. Gazeshift takes the file from `--config`, from
      `$GAZESHIFT_CONFIG`, from `./gazeshift.yaml` or from `~/.config/gazeshift/gazeshift.yaml`,
      whichever it finds first. An environment variable overrides the file, and a flag
      (`--set KEY=VALUE`) overrides both. Any value may contain `${file:/run/secrets/x}` or
      `${env:NAME}`; Gazeshift then reads the value from there and never shows it.

      - `gazeshift config` prints the effective configuration and where each value comes from.
      - `gazeshift config --example` prints a commented file with every key.

      In a variable's name `<n>` is the position in the list, counted from 0. A key that is
      *required* has no default.
      """;

  private ConfigurationPage() {}

  static String markdown(Schema schema) {
    StringBuilder page = new StringBuilder(BEFORE);
    String section = "";
    for (Setting<?> setting : schema.settings()) {
      String own = setting.path().replaceFirst("\\..*", "");
      if (!own.equals(section)) {
        page.append("\n## %s\n\n".formatted(own.replace("[]", "")));
        if (own.endsWith("[]")) {
          page.append("A list; each entry has these keys.\n\n");
        }
        page.append("| key | what it does | takes | default | variable |\n");
        page.append("| --- | --- | --- | --- | --- |\n");
        section = own;
      }
      page.append(row(setting));
    }
    return page.toString();
  }

  private static String row(Setting<?> setting) {
    return "| `%s` | %s | %s | %s | `%s` |\n"
        .formatted(
            setting.path(),
            Cells.escaped(setting.description()),
            setting.isFreeMap() ? "any key and text" : Cells.escaped(setting.type().expected()),
            defaultOf(setting),
            setting.variable());
  }

  private static String defaultOf(Setting<?> setting) {
    String example = setting.example().replaceAll("\\s*\n\\s*", ", ");
    String shown = example.isEmpty() ? "" : "`" + Cells.escaped(example) + "`";
    if (setting.isFreeMap()) {
      return "none; example: " + shown;
    }
    if (setting.fallback().isEmpty()) {
      return "*required*" + (shown.isEmpty() ? "" : "; example: " + shown);
    }
    String text = setting.fallback().get().apply(Environments.DOCUMENTED);
    if (text.equals(setting.example())) {
      return text.isEmpty() ? "empty" : shown;
    }
    return text.isEmpty() && !shown.isEmpty() ? "empty; example: " + shown : shown;
  }
}
