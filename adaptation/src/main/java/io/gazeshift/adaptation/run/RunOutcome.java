package io.gazeshift.adaptation.run;

import io.gazeshift.adaptation.method.AdaptationRun;
import io.gazeshift.glsge.gate.GateVerdict;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import java.time.Duration;
import java.util.Optional;

/**
 * How a run ended.
 *
 * @param stage JUDGED, LEFT_ALONE (skipped, no change) or FAILED
 * @param explanation in a sentence or a few
 * @param run the adaptation, if it got that far; its head is the candidate of a judged run
 * @param verdict of the gate, if it judged
 * @param judging how long the gate took
 */
public record RunOutcome(
    Stage stage,
    String explanation,
    Optional<AdaptationRun> run,
    Optional<GateVerdict> verdict,
    Optional<Duration> judging) {

  public static RunOutcome failed(String explanation) {
    return new RunOutcome(
        Stage.FAILED, explanation, Optional.empty(), Optional.empty(), Optional.empty());
  }

  static RunOutcome skipped(AdaptationRun run, String explanation) {
    return new RunOutcome(
        Stage.LEFT_ALONE, explanation, Optional.of(run), Optional.empty(), Optional.empty());
  }

  static RunOutcome judged(AdaptationRun run, GateVerdict verdict, Duration judging) {
    String explanation =
        !verdict.accepted()
            ? String.join("; ", verdict.rejections())
            : verdict.checks().size() == 1
                ? "not judged (adapt.gate: off); its outputs are finite"
                : "all %d checks passed".formatted(verdict.checks().size());
    return new RunOutcome(
        Stage.JUDGED, explanation, Optional.of(run), Optional.of(verdict), Optional.of(judging));
  }

  /** The same run as a failure. */
  public RunOutcome butFailed(String why) {
    return new RunOutcome(Stage.FAILED, why, run, verdict, judging);
  }

  public boolean isAccepted() {
    return verdict.map(GateVerdict::accepted).orElse(false);
  }
}
