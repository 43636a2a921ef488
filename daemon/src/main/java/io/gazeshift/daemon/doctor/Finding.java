package io.gazeshift.daemon.doctor;

/** What a check found, and what to do about it (empty where there is nothing to do). */
public record Finding(Health health, String what, String remedy) {

  /** How much a finding matters. */
  public enum Health {
    GOOD,
    /** Works, but somebody may want it otherwise: no GPU, no cameras configured. */
    NOTE,
    BAD
  }

  public static Finding good(String what) {
    return new Finding(Health.GOOD, what, "");
  }

  public static Finding note(String what, String remedy) {
    return new Finding(Health.NOTE, what, remedy);
  }

  public static Finding bad(String what, String remedy) {
    return new Finding(Health.BAD, what, remedy);
  }
}
