package io.gazeshift.adaptation.glance;

import java.util.Locale;

/**
 * A glance that is not used.
 *
 * @param glance its key, without control characters
 * @param reason short, for metrics
 * @param explanation what is wrong with it, and what to do
 */
public record GlanceRejection(String glance, String reason, String explanation) {

  /** Why a glance that can be read is not used. */
  enum Reason {
    WRONG_KEY,
    UNSIGNED,
    FORGED,
    OTHER_BACKBONE,
    WRONG_LENGTH;

    String tag() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether it was valid for another model, so it is no dead letter. */
  boolean isOfOtherBackbone() {
    return reason.equals(Reason.OTHER_BACKBONE.tag());
  }

  @Override
  public String toString() {
    return "glance %s %s".formatted(glance, explanation);
  }
}
