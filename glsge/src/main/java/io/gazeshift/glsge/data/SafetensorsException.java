package io.gazeshift.glsge.data;

/** A safetensors file that breaks the format, or lacks what was asked of it. */
public final class SafetensorsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What was wrong. */
  public enum Reason {
    /** Cannot be opened or read. */
    UNREADABLE,
    /** Ends before its header or its data do. */
    TRUNCATED,
    /** The header is too long, not JSON, names a thing twice or describes a tensor badly. */
    BAD_HEADER,
    /** Tensors overlap, leave gaps, or do not fit their shape or the file. */
    BAD_OFFSETS,
    /** No tensor or metadata of that name. */
    MISSING,
    /** Another element type than the one asked for. */
    WRONG_TYPE,
    /** Another shape than the one asked for. */
    WRONG_SHAPE,
    /** The numbers make no sense together, or are not what the metadata says of them. */
    CORRUPT
  }

  private final Reason reason;

  public SafetensorsException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public SafetensorsException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
