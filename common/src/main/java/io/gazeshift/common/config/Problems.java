package io.gazeshift.common.config;

import io.gazeshift.common.UserError;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects all errors of a configuration, so that the user can fix them in one go. */
public final class Problems {

  private final Set<String> lines = new LinkedHashSet<>();

  /** Notes one problem, on one line. */
  public void add(String line) {
    lines.add(line);
  }

  /** Whether nothing is wrong so far. */
  public boolean isEmpty() {
    return lines.isEmpty();
  }

  /**
   * Builds a section. Its constructor rejects by an {@link IllegalArgumentException} whose message
   * begins with the key within the section: {@code id: 'a' is taken}.
   *
   * @return the section, or null after a problem: call {@link #throwIfAny} before it is used
   */
  public <S> @Nullable S collect(String path, Supplier<S> section) {
    try {
      return section.get();
    } catch (IllegalArgumentException e) {
      add(path + "." + e.getMessage());
      return null;
    }
  }

  /** Throws one error with a line for each problem, if there is any. */
  public void throwIfAny() {
    if (!lines.isEmpty()) {
      throw UserError.usage(String.join("\n", lines));
    }
  }
}
