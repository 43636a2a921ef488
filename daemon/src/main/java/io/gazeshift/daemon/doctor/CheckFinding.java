package io.gazeshift.daemon.doctor;

/** What a check found, and what to do about it (empty where there is nothing to do). */
public record CheckFinding(Health health, String what, String remedy) {

  /** How much a finding matters. */
  public enum Health {
    GOOD,
    /** Works, but somebody may want it otherwise: no GPU, no cameras configured. */
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
