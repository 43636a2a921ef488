package io.gazeshift.protocol;

import org.apache.kafka.common.errors.SerializationException;

/** A record that breaks the contract. The message names the record type and what was wrong. */
public final class BadRecordException extends SerializationException {

  private static final long serialVersionUID = 1L;

  /** What was wrong, for metrics and dead-letter headers. */
  public enum Reason {
    /** No bytes at all. */
    EMPTY,
    /** Longer than its topic allows. */
    OVERSIZED,
    /** Shorter than it says of itself, or cut within a field. */
    TRUNCATED,
    /** Written by a newer (or no) version of the contract. */
    UNKNOWN_VERSION,
    /** Not protobuf of this type. */
    MALFORMED,
    /** Well-formed, but a field is missing or impossible. */
    INVALID
  }

  private final Reason reason;

  public BadRecordException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
