package io.gazeshift.inference.swap;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.HeadRecords;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.inference.keys.HeadSeal;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.swap.RefusedHeadException.Reason;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.HeadModel;
import org.jspecify.annotations.Nullable;

/** Decides whether a published head may predict. Thread-safe. */
public final class HeadVerifier {

  private final String backboneFingerprint;
  private final float[] probe;
  private final TrustedKeys keys;

  /** Takes the features of some patch, on which every head is tried. */
  public HeadVerifier(String backboneFingerprint, float[] probe, TrustedKeys keys) {
    this.backboneFingerprint = backboneFingerprint;
    this.probe = probe.clone();
    this.keys = keys;
  }

  /**
   * The head of a record, ready to predict.
   *
   * @param presentVersion of the head that predicts for the domain now: the highest so far, for no
   *     record takes a domain to a lower one
   */
  VersionedHead verify(String domain, byte @Nullable [] record, long presentVersion)
      throws RefusedHeadException {
    if (record == null) {
      throw new RefusedHeadException(
          Reason.NO_VALUE,
          0,
          "a record without a value, which nobody can have signed, changes nothing; to go back to"
              + " the source head, use 'gazeshift models rollback --to 0'");
    }
    HeadModel head = decode(record);
    refuse(
        !head.getDomain().equals(domain),
        head,
        Reason.WRONG_KEY,
        "is for domain %s".formatted(head.getDomain()));
    refuse(
        !HeadSeal.sha256(head).equals(head.getSha256()),
        head,
        Reason.WRONG_HASH,
        "has layers that do not match its SHA-256");
    refuseUntrusted(head);
    refuse(
        !head.getBackboneFingerprint().equals(backboneFingerprint),
        head,
        Reason.OTHER_BACKBONE,
        "was made for the backbone %s, this one is %s"
            .formatted(shortened(head.getBackboneFingerprint()), shortened(backboneFingerprint)));
    refuse(
        head.getVersion() < 0,
        head,
        Reason.WRONG_VERSION,
        "has a number that nobody has reached, and nothing could follow it");
    refuse(
        head.getVersion() <= presentVersion,
        head,
        Reason.OLD_VERSION,
        "is not newer than %d, which is in force; to roll back, publish it as a new version"
            .formatted(presentVersion));
    return new VersionedHead(tried(head), head.getVersion());
  }

  private static HeadModel decode(byte[] record) throws RefusedHeadException {
    try {
      return RecordType.HEAD_MODEL.decode(record);
    } catch (BadRecordException e) {
      throw new RefusedHeadException(Reason.UNDECODABLE, 0, String.valueOf(e.getMessage()));
    }
  }

  private void refuseUntrusted(HeadModel head) throws RefusedHeadException {
    if (keys.requireSignature()) {
      refuse(head.getSignature().isEmpty(), head, Reason.UNSIGNED, "is not signed");
      refuse(
          !keys.vouchFor(head),
          head,
          Reason.WRONG_SIGNATURE,
          "is not signed by a key of infer.trusted-keys");
    }
  }

  private Head tried(HeadModel record) throws RefusedHeadException {
    refuse(
        !HeadRecords.isFinite(record),
        record,
        Reason.NOT_FINITE,
        "has a weight that is not finite");
    Head head;
    try {
      head = HeadRecords.head(record);
    } catch (IllegalArgumentException e) {
      throw refusal(record, Reason.WRONG_SHAPE, String.valueOf(e.getMessage()));
    }
    refuse(
        head.inputs() != probe.length,
        record,
        Reason.WRONG_SHAPE,
        "takes %d features, the backbone gives %d".formatted(head.inputs(), probe.length));
    float[] angles = head.predict(probe);
    refuse(
        !Float.isFinite(angles[0]) || !Float.isFinite(angles[1]),
        record,
        Reason.NOT_FINITE,
        "gives pitch %s, yaw %s on a blank patch".formatted(angles[0], angles[1]));
    return head;
  }

  private static void refuse(boolean wrong, HeadModel head, Reason reason, String what)
      throws RefusedHeadException {
    if (wrong) {
      throw refusal(head, reason, what);
    }
  }

  private static RefusedHeadException refusal(HeadModel head, Reason reason, String what) {
    return new RefusedHeadException(
        reason,
        head.getVersion(),
        "head %s %s".formatted(Long.toUnsignedString(head.getVersion()), what));
  }

  private static String shortened(String fingerprint) {
    return fingerprint.length() <= 12 ? fingerprint : fingerprint.substring(0, 12) + "...";
  }
}
