package io.gazeshift.adaptation.schedule;

/** Whether a domain is adapted now, and why or why not, in words for an event or a log. */
public record Decision(boolean run, Cause cause, String explanation) {

  /** What decided. */
  public enum Cause {
    /** Somebody asked. */
    MANUAL,
    /** It has never been adapted. */
    FIRST,
    /** The interval is over. */
    INTERVAL,
    /** What the cameras see, or where people look, has changed. */
    DRIFT,
    /** Not enough samples yet. */
    TOO_FEW,
    /** It is a quiet hour. */
    QUIET,
    /** The last tries failed, or came to nothing. */
    BACKED_OFF,
    /** Nothing has changed. */
    NOT_DUE
  }

  static Decision run(Cause cause, String explanation) {
    return new Decision(true, cause, explanation);
  }

  static Decision wait(Cause cause, String explanation) {
    return new Decision(false, cause, explanation);
  }
}
