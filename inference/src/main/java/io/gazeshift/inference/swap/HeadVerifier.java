package io.gazeshift.inference.swap;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.HeadRecords;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.inference.keys.HeadSeal;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.swap.RejectedHeadException.Reason;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.HeadModel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides whether a published head may predict. Thread-safe. */
public final class HeadVerifier {

  private final Optional<Backbone> backbone;
  private final TrustedKeys keys;

  /** The backbone that heads must fit, and the features on which they are tried. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared and never written to.
  private record Backbone(String fingerprint, float[] probe) {}

  /** Takes the features of some patch, on which every head is tried. */
  public HeadVerifier(String backboneFingerprint, float[] probe, TrustedKeys keys) {
    this(Optional.of(new Backbone(backboneFingerprint, probe.clone())), keys);
  }

  private HeadVerifier(Optional<Backbone> backbone, TrustedKeys keys) {
    this.backbone = backbone;
    this.keys = keys;
  }

  /** Decides as far as possible without a backbone. */
  public static HeadVerifier ofAnyBackbone(TrustedKeys keys) {
    return new HeadVerifier(Optional.empty(), keys);
  }

  /**
   * The head of a record, ready to predict.
   *
   * @param presentVersion of the head that predicts for the domain now: the highest so far, for no
   *     record takes a domain to a lower one
   */
  public VersionedHead verify(String domain, byte @Nullable [] record, long presentVersion)
      throws RejectedHeadException {
    if (record == null) {
      throw new RejectedHeadException(
          Reason.NO_VALUE,
          0,
          "a record without a value cannot be signed and changes nothing; to return to"
              + " the source head, use 'gazeshift models rollback --to 0'");
    }
    return verify(domain, decode(record), presentVersion);
  }

  /** Why a version may not predict, whichever predicts now; empty if it may. */
  public Optional<String> rejection(HeadModel head) {
    try {
      verify(head.getDomain(), head, head.getVersion() - 1);
      return Optional.empty();
    } catch (RejectedHeadException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private VersionedHead verify(String domain, HeadModel head, long presentVersion)
      throws RejectedHeadException {
    reject(
        !head.getDomain().equals(domain),
        head,
        Reason.WRONG_KEY,
        "is for domain %s".formatted(head.getDomain()));
    reject(
        !HeadSeal.sha256(head).equals(head.getSha256()),
        head,
        Reason.WRONG_HASH,
        "has layers that do not match its SHA-256");
    rejectUntrusted(head);
    if (backbone.isPresent()) {
      rejectForeign(head, backbone.get());
    }
    reject(
        !VersionedHead.isPossible(head.getVersion()),
        head,
        Reason.WRONG_VERSION,
        "has an impossible version: versions go from 1 to %d"
            .formatted(VersionedHead.LAST_VERSION));
    reject(
        head.getVersion() <= presentVersion,
        head,
        Reason.OLD_VERSION,
        ("is not newer than the active version %d; to roll back, publish it as a new" + " version")
            .formatted(presentVersion));
    Head made = made(head);
    if (backbone.isPresent()) {
      rejectUnfit(head, made, backbone.get());
    }
    return new VersionedHead(made, head.getVersion());
  }

  private static HeadModel decode(byte[] record) throws RejectedHeadException {
    try {
      return RecordType.HEAD_MODEL.decode(record);
    } catch (BadRecordException e) {
      throw new RejectedHeadException(Reason.UNDECODABLE, 0, String.valueOf(e.getMessage()));
    }
  }

  private void rejectUntrusted(HeadModel head) throws RejectedHeadException {
    if (keys.requireSignature()) {
      reject(head.getSignature().isEmpty(), head, Reason.UNSIGNED, "is not signed");
      reject(
          !keys.vouchFor(head),
          head,
          Reason.WRONG_SIGNATURE,
          "is not signed by a key of infer.trusted-keys");
    }
  }

  private static void rejectForeign(HeadModel head, Backbone backbone)
      throws RejectedHeadException {
    reject(
        !head.getBackboneFingerprint().equals(backbone.fingerprint()),
        head,
        Reason.OTHER_BACKBONE,
        "was made for the backbone %s, but this process uses %s"
            .formatted(
                shortened(head.getBackboneFingerprint()), shortened(backbone.fingerprint())));
  }

  private static Head made(HeadModel record) throws RejectedHeadException {
    reject(
        !HeadRecords.isFinite(record),
        record,
        Reason.NOT_FINITE,
        "has a weight that is not finite");
    try {
      return HeadRecords.head(record);
    } catch (IllegalArgumentException e) {
      throw rejection(record, Reason.WRONG_SHAPE, String.valueOf(e.getMessage()));
    }
  }

  private static void rejectUnfit(HeadModel record, Head head, Backbone backbone)
      throws RejectedHeadException {
    float[] probe = backbone.probe();
    reject(
        head.inputs() != probe.length,
        record,
        Reason.WRONG_SHAPE,
        "expects %d features, but the backbone produces %d".formatted(head.inputs(), probe.length));
    float[] angles = head.predict(probe);
    reject(
        !Float.isFinite(angles[0]) || !Float.isFinite(angles[1]),
        record,
        Reason.NOT_FINITE,
        "predicts pitch %s, yaw %s on a blank patch".formatted(angles[0], angles[1]));
  }

  private static void reject(boolean wrong, HeadModel head, Reason reason, String what)
      throws RejectedHeadException {
    if (wrong) {
      throw rejection(head, reason, what);
    }
  }

  private static RejectedHeadException rejection(HeadModel head, Reason reason, String what) {
    return new RejectedHeadException(
        reason,
        head.getVersion(),
        "head %s %s".formatted(Long.toUnsignedString(head.getVersion()), what));
  }

  private static String shortened(String fingerprint) {
    return fingerprint.length() <= 12 ? fingerprint : fingerprint.substring(0, 12) + "...";
  }
}
