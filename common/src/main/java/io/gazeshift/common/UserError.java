package io.gazeshift.common;

import org.jspecify.annotations.Nullable;

/**
 * An error that the user can fix. The message is all they see (one line for each problem, no stack
 * trace), so it names the thing, the value and the remedy: {@code broker.port: 9092 is in use; stop
 * the other program or pick another with --port}.
 */
public class UserError extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean usage;

  /** The surroundings failed: a broker that does not answer, a full disk. */
  public UserError(String message) {
    this(message, null, false);
  }

  /** As above, and keeps the cause for {@code --verbose}. */
  public UserError(String message, Throwable cause) {
    this(message, cause, false);
  }

  protected UserError(String message, @Nullable Throwable cause, boolean usage) {
    super(message, cause);
    this.usage = usage;
  }

  /** The request itself is wrong (a flag, a configuration key): trying again cannot help. */
  public static UserError usage(String message) {
    return new UserError(message, null, true);
  }

  /** Whether the request was wrong, rather than its surroundings. */
  public boolean isUsage() {
    return usage;
  }
}
