package io.gazeshift.trials.harness;

/**
 * One row of the table.
 *
 * @param fault what was done
 * @param rounds how often, or how much of it
 * @param acknowledged faces that Kafka acknowledged; nothing where no faces were sent
 * @param losses acknowledged faces without a prediction
 * @param duplicates predictions of a face that had one
 * @param recovery from the fault until it worked again
 * @param checked what was looked at
 * @param outcome what came of it
 * @param detail what did not hold, why it was not run, or figures worth a word
 */
public record TrialResult(
    String fault,
    String rounds,
    String acknowledged,
    String losses,
    String duplicates,
    String recovery,
    String checked,
    Outcome outcome,
    String detail) {

  /** What came of a trial. */
  public enum Outcome {
    HELD("held"),
    BROKE("**broke**"),
    NOT_RUN("not run");

    private final String word;

    Outcome(String word) {
      this.word = word;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  /** Of a trial in which faces were predicted; that none is lost or repeated is checked here. */
  public static TrialResult of(
      String fault, long rounds, Ledger ledger, Recovery recovery, Checks checks, String detail) {
    checks.that("faces were acknowledged", ledger.acknowledged() > 0, 0);
    checks.equal("no acknowledged face is lost", 0, ledger.losses());
    checks.equal("no face is predicted twice", 0, ledger.duplicates());
    checks.equal("nothing is predicted that was not sent", 0, ledger.strangers());
    return new TrialResult(
        fault,
        "%,d".formatted(rounds),
        "%,d".formatted(ledger.acknowledged()),
        "%,d".formatted(ledger.losses()),
        "%,d".formatted(ledger.duplicates()),
        recovery.toString(),
        checks.promises(),
        checks.allHold() ? Outcome.HELD : Outcome.BROKE,
        join(checks.broken(), detail));
  }

  /** Of a trial that is not about faces. */
  public static TrialResult of(
      String fault, String rounds, Recovery recovery, Checks checks, String detail) {
    return new TrialResult(
        fault,
        rounds,
        "-",
        "-",
        "-",
        recovery.toString(),
        checks.promises(),
        checks.allHold() ? Outcome.HELD : Outcome.BROKE,
        join(checks.broken(), detail));
  }

  /** Of a trial that cannot be run on this machine. */
  public static TrialResult notRun(String fault, String why) {
    return new TrialResult(fault, "0", "-", "-", "-", "-", "-", Outcome.NOT_RUN, why);
  }

  /** Of a trial that ended before it could tell. */
  public static TrialResult broken(String fault, Throwable problem) {
    String line = String.valueOf(problem).lines().findFirst().orElse("");
    return new TrialResult(
        fault, "-", "-", "-", "-", "-", "-", Outcome.BROKE, "the trial itself failed: " + line);
  }

  private static String join(String broken, String detail) {
    return broken.isEmpty() || detail.isEmpty() ? broken + detail : broken + ". " + detail;
  }
}
