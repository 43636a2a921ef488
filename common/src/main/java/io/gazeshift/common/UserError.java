package io.gazeshift.common;

/**
 * Something the user can mend. The message is all they see (one line, no stack trace), so it names
 * the thing, the value and the remedy: {@code broker.port: 9092 is in use; stop the other program
 * or pick another with --port}.
 */
public final class UserError extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UserError(String message) {
    super(message);
  }

  /** Keeps the cause for {@code --verbose}. */
  public UserError(String message, Throwable cause) {
    super(message, cause);
  }
}
