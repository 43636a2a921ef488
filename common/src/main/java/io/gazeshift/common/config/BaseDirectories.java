package io.gazeshift.common.config;

import java.nio.file.Path;
import java.util.Map;

/** The directories for a user's files, by the XDG base directory specification. */
public final class BaseDirectories {

  private BaseDirectories() {}

  /** The home directory. */
  public static Path home(Map<String, String> environment) {
    String home = environment.getOrDefault("HOME", System.getProperty("user.home", ""));
    // Containers run under users that have no home; Java then answers "?".
    return Path.of(home.startsWith("/") ? home : System.getProperty("java.io.tmpdir"));
  }

  /** For what a program keeps between runs: {@code $XDG_STATE_HOME} or {@code ~/.local/state}. */
  public static Path state(Map<String, String> environment) {
    return base(environment, "XDG_STATE_HOME", ".local/state");
  }

  /** For configuration: {@code $XDG_CONFIG_HOME} or {@code ~/.config}. */
  public static Path config(Map<String, String> environment) {
    return base(environment, "XDG_CONFIG_HOME", ".config");
  }

  /** For what can be had again: {@code $XDG_CACHE_HOME} or {@code ~/.cache}. */
  public static Path cache(Map<String, String> environment) {
    return base(environment, "XDG_CACHE_HOME", ".cache");
  }

  private static Path base(Map<String, String> environment, String variable, String belowHome) {
    String given = environment.getOrDefault(variable, "");
    // The rules say that a relative path is to be ignored.
    return given.startsWith("/") ? Path.of(given) : home(environment).resolve(belowHome);
  }
}
