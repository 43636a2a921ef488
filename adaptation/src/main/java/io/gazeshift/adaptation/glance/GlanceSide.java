package io.gazeshift.adaptation.glance;

/**
 * What a glance does in a domain whose prior is made of glances: each either teaches or judges. A
 * head that was fitted to a glance would be judged too well by it.
 *
 * <p>The side follows from a hash of the glance's key alone, so it is the same in every process and
 * run, whatever other glances come and go. {@link GlanceIds} keeps both sides equally large.
 */
public enum GlanceSide {
  /** Makes the prior. */
  TEACHES,
  /** Tests candidates in the gate. */
  JUDGES;

  public static GlanceSide of(String domain, String glanceId) {
    return GlanceMark.of(domain, glanceId) < 0 ? TEACHES : JUDGES;
  }
}
