package io.gazeshift.common.cli;

import io.gazeshift.common.config.Given;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The settings given by flags. */
public final class Flags {

  private final List<Given> given = new ArrayList<>();

  /**
   * Adds a setting, unless the flag was not given.
   *
   * @param flag as the user writes it, e.g. {@code --port}
   * @param value null if the flag was not given
   */
  public Flags set(String flag, String path, @Nullable Object value) {
    if (value != null) {
      given.add(Given.text(path, value.toString(), flag));
    }
    return this;
  }

  /** What was given, in order. */
  public List<Given> given() {
    return List.copyOf(given);
  }
}
