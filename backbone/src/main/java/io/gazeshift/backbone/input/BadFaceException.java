package io.gazeshift.backbone.input;

/** A face that a backbone cannot take. The message says what is wrong with it. */
public final class BadFaceException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What was wrong, for metrics and dead-letter headers. */
  public enum Reason {
    /** Not a JPEG, or one that is cut or damaged. */
    NOT_A_JPEG,
    /** A JPEG of another kind than baseline. */
    UNSUPPORTED,
    /** Not as large as the backbone's input. */
    WRONG_SIZE,
    /** There is no picture, and the backbone needs one. */
    NO_PATCH,
    /** There are no landmarks, and the backbone needs them. */
    NO_LANDMARKS,
    /** The landmarks are no face's. */
    BAD_LANDMARKS
  }

  private final Reason reason;

  public BadFaceException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  static BadFaceException noPatch() {
    return new BadFaceException(
        Reason.NO_PATCH,
        "face has no picture, which this model needs; set ingest.patches to true for its camera");
  }

  public Reason reason() {
    return reason;
  }
}
