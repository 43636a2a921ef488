package io.gazeshift.daemon.doctor;

/** The result of a check, and the remedy (empty if none is needed). */
public record CheckFinding(Health health, String what, String remedy) {

  /** How much a finding matters. */
  public enum Health {
    GOOD,
    /** Works, but may not be what you want: no GPU, no cameras configured. */
    NOTE,
    BAD
  }

  public static CheckFinding good(String what) {
    return new CheckFinding(Health.GOOD, what, "");
  }

  public static CheckFinding note(String what, String remedy) {
    return new CheckFinding(Health.NOTE, what, remedy);
  }

  public static CheckFinding bad(String what, String remedy) {
    return new CheckFinding(Health.BAD, what, remedy);
  }
}
