package io.gazeshift.adaptation.schedule;

/** Whether a domain is adapted now, with the reason for an event or a log line. */
public record Decision(boolean run, Cause cause, String explanation) {

  /** The deciding reason. */
  public enum Cause {
    /** A run was requested. */
    MANUAL,
    /** The domain has never been adapted. */
    FIRST,
    /** The interval is over. */
    INTERVAL,
    /** What the cameras see, or where people look, has changed. */
    DRIFT,
    /** Not enough samples yet. */
    TOO_FEW,
    /** It is a quiet hour. */
    QUIET,
    /** The last runs failed, or their heads were rejected or rolled back. */
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
