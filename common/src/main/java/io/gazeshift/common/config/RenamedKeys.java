package io.gazeshift.common.config;

import java.util.List;
import java.util.Optional;

/** Keys of earlier releases that have a new name: giving an old one is an error that names it. */
public final class RenamedKeys {

  /** For a program whose keys never had other names. */
  public static final RenamedKeys NONE = new RenamedKeys(List.of());

  /** The renamed keys of Gazeshift. */
  public static final RenamedKeys OF_PROGRAM =
      new RenamedKeys(
          List.of(
              new Renamed("cameras[].calibration", "cameras[].lens-calibration", "0.2.0"),
              new Renamed("adapt.calibration", "adapt.validation", "0.2.0"),
              new Renamed("adapt.min-samples-asked", "adapt.min-samples-requested", "0.2.0"),
              new Renamed("adapt.longest-back-off", "adapt.max-back-off", "0.2.0")));

  /**
   * One renamed key.
   *
   * @param since the release that renamed it
   */
  public record Renamed(String oldPath, String newPath, String since) {}

  private final List<Renamed> all;

  public RenamedKeys(List<Renamed> all) {
    this.all = List.copyOf(all);
  }

  /** Every renamed key. */
  public List<Renamed> all() {
    return all;
  }

  /** What to say about a concrete path such as {@code cameras[0].calibration}, if it is old. */
  Optional<String> hintForPath(String path) {
    String template = Schema.template(path);
    return all.stream()
        .filter(renamed -> renamed.oldPath().equals(template))
        .map(renamed -> hint(path, Schema.withIndexOf(path, renamed.newPath()), renamed.since()))
        .findFirst();
  }

  /** The same for the name of an environment variable. */
  Optional<String> hintForVariable(String name) {
    String template = Environment.template(name);
    return all.stream()
        .filter(renamed -> Setting.variable(renamed.oldPath()).equals(template))
        .map(
            renamed ->
                hint(
                    name,
                    Environment.withIndexOf(name, Setting.variable(renamed.newPath())),
                    renamed.since()))
        .findFirst();
  }

  private static String hint(String oldName, String newName, String since) {
    return "%s was renamed in %s; use %s".formatted(oldName, since, newName);
  }
}
