package io.gazeshift.backbone.image;

/** A patch that is not a JPEG of the expected size. The message says what is wrong with it. */
public final class BadPatchException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What was wrong, for metrics and dead-letter headers. */
  public enum Reason {
    /** Not a JPEG, or one that is cut or damaged. */
    NOT_A_JPEG,
    /** A JPEG of another kind than baseline. */
    UNSUPPORTED,
    /** Not as large as the backbone's input. */
    WRONG_SIZE
  }

  private final Reason reason;

  public BadPatchException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
