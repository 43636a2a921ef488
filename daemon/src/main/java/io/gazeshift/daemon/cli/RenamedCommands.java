package io.gazeshift.daemon.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** Commands and options of earlier releases that have a new name. */
final class RenamedCommands {

  /** What to say, by the old name with its command. */
  static final Map<String, String> HINTS = hints();

  private RenamedCommands() {}

  private static Map<String, String> hints() {
    Map<String, String> hints = new LinkedHashMap<>();
    add(hints, "gazeshift", "calibrate", "calibrate-lens");
    add(hints, "gazeshift", "calibration", "glances");
    add(hints, "gazeshift adapt", "--calibration", "--validation");
    add(hints, "gazeshift predict", "--calibration", "--lens-calibration");
    return hints;
  }

  private static void add(Map<String, String> hints, String command, String old, String now) {
    hints.put(
        command + " " + old,
        "'%s %s' was renamed in 0.2.0; use '%s %s'".formatted(command, old, command, now));
  }
}
