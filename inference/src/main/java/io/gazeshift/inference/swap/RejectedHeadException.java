package io.gazeshift.inference.swap;

/** A published head that failed verification. The message says what is wrong with it. */
public final class RejectedHeadException extends Exception {

  private static final long serialVersionUID = 1L;

  /** What was wrong, for metrics and events. */
  public enum Reason {
    /** Nothing at all. */
    NO_VALUE,
    /** No HeadModel at all. */
    UNDECODABLE,
    /** Stands under the key of another domain. */
    WRONG_KEY,
    /** The layers are not the ones that were hashed. */
    WRONG_HASH,
    UNSIGNED,
    /** Not signed by a trusted key, or not for this domain, version and backbone. */
    WRONG_SIGNATURE,
    OTHER_BACKBONE,
    /** Beyond {@link io.gazeshift.inference.heads.VersionedHead#LAST_VERSION}. */
    WRONG_VERSION,
    /** Not newer than the active head. */
    OLD_VERSION,
    WRONG_SHAPE,
    NOT_FINITE
  }

  private final Reason reason;
  private final long version;

  RejectedHeadException(Reason reason, long version, String message) {
    super(message);
    this.reason = reason;
    this.version = version;
  }

  public Reason reason() {
    return reason;
  }

  /** The version of the rejected head; 0 where it cannot be told. */
  public long version() {
    return version;
  }
}
