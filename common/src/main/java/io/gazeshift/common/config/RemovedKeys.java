package io.gazeshift.common.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Keys of earlier releases that exist no more: giving one is an error that says so. */
final class RemovedKeys {

  private record Removed(String path, String since, String remedy) {

    String variable() {
      return Environment.PREFIX + path.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_");
    }

    String hint(String name) {
      return "%s: was removed in %s; %s".formatted(name, since, remedy);
    }
  }

  private static final List<Removed> ALL =
      List.of(
          new Removed("faces.yunet", "0.2.0", "delete it: MediaPipe's detector finds the faces"));

  private RemovedKeys() {}

  /** What to say about a path, if it was removed. */
  static Optional<String> hintForPath(String path) {
    return ALL.stream()
        .filter(removed -> removed.path().equals(path))
        .map(removed -> removed.hint(path))
        .findFirst();
  }

  /** The same for the name of an environment variable. */
  static Optional<String> hintForVariable(String name) {
    return ALL.stream()
        .filter(removed -> removed.variable().equals(name))
        .map(removed -> removed.hint(name))
        .findFirst();
  }
}
