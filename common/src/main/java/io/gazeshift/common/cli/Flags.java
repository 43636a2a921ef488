package io.gazeshift.common.cli;

import io.gazeshift.common.config.GivenValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The settings given by command-line options. */
public final class Flags {

  private final List<GivenValue> given = new ArrayList<>();

  /**
   * Adds a setting, unless the flag was not given.
   *
   * @param flag as the user writes it, e.g. {@code --port}
   * @param value null if the flag was not given
   */
  public Flags set(String flag, String path, @Nullable Object value) {
    if (value != null) {
      given.add(GivenValue.text(path, value.toString(), flag));
    }
    return this;
  }

  /** What was given, in order. */
  public List<GivenValue> given() {
    return List.copyOf(given);
  }
}
