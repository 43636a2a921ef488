package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.train.AngularError;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What glances of known gaze say of a candidate: a paired test of both heads' errors, one
 * observation for each glance.
 *
 * <p>Every run tests its candidate on the same glances. At 95 % each time, one of twenty harmful
 * candidates would pass, and among the runs of a few days one surely would. So the 5 % are spent
 * over all looks at a glance: the first look may err in 3 % of cases, the k-th in 1 / k² of that,
 * and all looks together, however many there will be, in at most 5 % (Σ 1 / k² = π² / 6). Nothing
 * has to be known of the number of runs, as Pocock's or O'Brien and Fleming's bounds would need. A
 * new glance has not been looked at, so it renews the budget by its share of all glances.
 *
 * @param changes the candidate's error less the parent's, one for each glance, radians
 * @param parentRad the parent's mean error
 * @param earlierLooks at a glance, on average over all of them
 */
record GlanceEvidence(List<Double> changes, double parentRad, double earlierLooks) {

  static final String NAME = "glances";

  /** So few can only reject. */
  private static final int FEWEST_TO_ACCEPT = 8;

  private static final int FEWEST_TO_TEST = 3;

  /** The chance to err, one-sided, over all looks. */
  private static final double BUDGET = 0.05;

  /** Of the budget, what the first look spends. */
  private static final double FIRST_SHARE = 6 / (Math.PI * Math.PI);

  /** What may be decided by them. */
  enum Decision {
    ACCEPT,
    REJECT,
    OPEN
  }

  static GlanceEvidence of(GateCase gateCase) {
    Map<String, List<LabelledFrame>> glances = new LinkedHashMap<>();
    for (LabelledFrame frame : gateCase.labelled()) {
      glances.computeIfAbsent(frame.glance(), name -> new ArrayList<>()).add(frame);
    }
    List<Double> changes = new ArrayList<>();
    double sum = 0;
    double looks = 0;
    for (List<LabelledFrame> frames : glances.values()) {
      double before = error(gateCase.parent(), frames);
      changes.add(error(gateCase.candidate(), frames) - before);
      sum += before;
      looks += frames.get(0).earlierLooks();
    }
    return new GlanceEvidence(changes, sum / glances.size(), looks / glances.size());
  }

  private static double error(Head head, List<LabelledFrame> frames) {
    double sum = 0;
    for (LabelledFrame frame : frames) {
      float[] gaze = head.predict(frame.features());
      sum += AngularError.radians(gaze[0], gaze[1], frame.pitchRad(), frame.yawRad());
    }
    return sum / frames.size();
  }

  /** The chance to err that this look may spend. */
  double significance() {
    return BUDGET * FIRST_SHARE / Math.pow(1 + earlierLooks, 2);
  }

  /**
   * Accepts what is surely not worse than by the tolerated share; rejects what is surely worse, and
   * as a precaution what seems to be worse: at all, or by fewer glances than could accept it by
   * more than the precaution's share. The precaution spends nothing: it never lets a head pass.
   */
  Decision decision(GateBounds bounds) {
    double change = mean() / parentRad;
    double margin = margin() / parentRad;
    if (Double.isNaN(change) || change - margin > 0 || change > precaution(bounds)) {
      return Decision.REJECT;
    }
    boolean sure = change + margin <= bounds.glanceTolerance();
    return sure && isEnough() ? Decision.ACCEPT : Decision.OPEN;
  }

  private boolean isEnough() {
    return changes.size() >= FEWEST_TO_ACCEPT;
  }

  private double precaution(GateBounds bounds) {
    return isEnough() ? 0 : bounds.glancePrecaution();
  }

  GateCheck check(GateBounds bounds) {
    Decision decision = decision(bounds);
    double change = mean() / parentRad;
    return new GateCheck(
        NAME,
        decision != Decision.REJECT,
        change,
        decision == Decision.OPEN ? precaution(bounds) : bounds.glanceTolerance(),
        String.format(
            Locale.ROOT,
            "on %d labelled glances the error changes from %.2f to %.2f deg, %+.1f %%"
                + " (±%.1f %%, %s %% confidence at look %s); %s",
            changes.size(),
            Math.toDegrees(parentRad),
            Math.toDegrees(parentRad + mean()),
            100 * change,
            100 * margin() / parentRad,
            shortened(100 * (1 - significance()), 5),
            shortened(1 + earlierLooks, 3),
            said(decision, bounds)));
  }

  private static String shortened(double value, int digits) {
    return new BigDecimal(value, new MathContext(digits)).stripTrailingZeros().toPlainString();
  }

  private String said(Decision decision, GateBounds bounds) {
    return switch (decision) {
      case ACCEPT ->
          String.format(
              Locale.ROOT,
              "significantly below the limit of %+.1f %%, which accepts the candidate",
              100 * bounds.glanceTolerance());
      case REJECT ->
          String.format(
              Locale.ROOT,
              "significantly worse, or worse on average by more than %.1f %%, which rejects"
                  + " the candidate",
              100 * precaution(bounds));
      case OPEN ->
          String.format(
              Locale.ROOT,
              "inconclusive (at least %d glances and a limit of %+.1f %% are needed; glances that"
                  + " are looked at again prove less, new ones more), so the other checks decide",
              FEWEST_TO_ACCEPT,
              100 * bounds.glanceTolerance());
    };
  }

  private double mean() {
    return changes.stream().mapToDouble(c -> c).average().orElse(Double.NaN);
  }

  /** Student's one-sided margin; of fewer than three glances nothing is sure. */
  private double margin() {
    int n = changes.size();
    if (n < FEWEST_TO_TEST) {
      return Double.POSITIVE_INFINITY;
    }
    double mean = mean();
    double squares = changes.stream().mapToDouble(c -> (c - mean) * (c - mean)).sum();
    double quantile = TDistribution.of(n - 1).inverseSurvivalProbability(significance());
    return quantile * Math.sqrt(squares / (n - 1) / n);
  }
}
