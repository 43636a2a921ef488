package io.gazeshift.daemon.cli.support;

import io.gazeshift.common.UserError;
import java.util.function.Supplier;

/** Turns what the library refuses into what a person is told. */
public final class Asked {

  private Asked() {}

  /** Values that came from flags: refusing them is telling the user that they asked wrongly. */
  public static <T> T rightly(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw UserError.usage(e.getMessage());
    }
  }

  /** Work on data that came from files. */
  public static <T> T ofData(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw new UserError(e.getMessage(), e);
    }
  }
}
