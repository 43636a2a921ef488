package io.gazeshift.daemon.cli.support;

import io.gazeshift.common.UserError;
import java.util.function.Supplier;

/** Turns illegal arguments into errors for the user. */
public final class UserErrors {

  private UserErrors() {}

  /** For values from flags: an illegal one is a usage error. */
  public static <T> T fromFlags(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw UserError.usage(e.getMessage());
    }
  }

  /** For data from files: unusable data is a failure. */
  public static <T> T fromData(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw new UserError(e.getMessage(), e);
    }
  }
}
