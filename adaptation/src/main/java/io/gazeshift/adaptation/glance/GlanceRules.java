package io.gazeshift.adaptation.glance;

import io.gazeshift.adaptation.glance.GlanceRejection.Reason;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FeatureSample;
import java.util.List;
import java.util.Optional;

/**
 * Which glances may be used. One that may not must not stop the others: a width that no head takes
 * would fail every run of its domain. Immutable.
 */
public final class GlanceRules {

  private final TrustedKeys keys;
  private final Optional<Features> features;

  /** What the heads take. */
  private record Features(String fingerprint, int width) {}

  private GlanceRules(TrustedKeys keys, Optional<Features> features) {
    this.keys = keys;
    this.features = features;
  }

  /** Takes every glance that can be read. */
  public static GlanceRules any() {
    return signedBy(TrustedKeys.none());
  }

  /** Takes those that the keys vouch for, of any backbone. */
  public static GlanceRules signedBy(TrustedKeys keys) {
    return new GlanceRules(keys, Optional.empty());
  }

  /**
   * Takes those whose features these heads take, too.
   *
   * @param fingerprint of the heads' backbone
   * @param width how many features they take
   */
  public GlanceRules ofBackbone(String fingerprint, int width) {
    return new GlanceRules(keys, Optional.of(new Features(fingerprint, width)));
  }

  /** Why a glance is not used; empty if it is. */
  public Optional<GlanceRejection> rejection(String key, CalibrationGlance glance) {
    String own = GlanceStore.key(glance.getDomain(), glance.getGlanceId());
    if (!own.equals(key)) {
      return rejected(
          key,
          Reason.WRONG_KEY,
          "stands under that key but says it is %s; delete the record".formatted(printable(own)));
    }
    if (keys.requireSignature() && glance.getSignature().isEmpty()) {
      return rejected(
          key,
          Reason.UNSIGNED,
          "has no signature, but infer.trusted-keys is set; check it and sign it with 'gazeshift"
              + " glances sign', or remove it");
    }
    if (keys.requireSignature() && !keys.vouchFor(glance)) {
      return rejected(
          key,
          Reason.FORGED,
          "has a signature that no key of infer.trusted-keys made for this content; remove it with"
              + " 'gazeshift glances remove', or add the key it was signed with");
    }
    return features.flatMap(taken -> rejection(key, glance, taken));
  }

  private static Optional<GlanceRejection> rejection(
      String key, CalibrationGlance glance, Features taken) {
    List<FeatureSample> own =
        glance.getFramesList().stream()
            .filter(frame -> frame.getBackboneFingerprint().equals(taken.fingerprint))
            .toList();
    if (own.isEmpty()) {
      return rejected(
          key,
          Reason.OTHER_BACKBONE,
          "was seen by the backbone %s, but the heads are for %s; collect it again with 'gazeshift"
                  .formatted(
                      shortened(glance.getFrames(0).getBackboneFingerprint()),
                      shortened(taken.fingerprint))
              + " glances'");
    }
    return own.stream()
        .filter(frame -> frame.getFeatureFp16().size() != taken.width * Short.BYTES)
        .findFirst()
        .flatMap(
            frame ->
                rejected(
                    key,
                    Reason.WRONG_LENGTH,
                    ("has a frame of %d features, but the heads take %d; remove it with 'gazeshift"
                            + " glances remove' and collect it again")
                        .formatted(frame.getFeatureFp16().size() / Short.BYTES, taken.width)));
  }

  /** Of a glance that is used, the frames that the heads can be tried on. */
  public boolean isUsed(FeatureSample frame) {
    return features
        .map(taken -> frame.getBackboneFingerprint().equals(taken.fingerprint))
        .orElse(true);
  }

  private static Optional<GlanceRejection> rejected(String key, Reason reason, String explanation) {
    return Optional.of(new GlanceRejection(printable(key), reason.tag(), explanation));
  }

  /** What others wrote must not reach a log or terminal as control characters. */
  static String printable(String text) {
    String plain = text.replaceAll("\\p{Cntrl}", "?");
    return plain.length() <= 100 ? plain : plain.substring(0, 100) + "...";
  }

  private static String shortened(String fingerprint) {
    String plain = printable(fingerprint);
    return plain.length() <= 12 ? plain : plain.substring(0, 12) + "...";
  }
}
