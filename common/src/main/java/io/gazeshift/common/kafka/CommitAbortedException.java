package io.gazeshift.common.kafka;

import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;

/**
 * The offsets were not committed, but producer and consumer still work, for example after a
 * rebalance. The caller may continue from the committed offsets.
 */
public final class CommitAbortedException extends KafkaException {

  private static final long serialVersionUID = 1L;

  /** Kafka's outer message often says only that something went wrong earlier. */
  private static String rootMessage(Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  public CommitAbortedException(KafkaException cause) {
    super(rootMessage(cause), cause);
  }

  /**
   * Whether the same records would be rejected again, because one is too large, invalid or not
   * permitted. Otherwise a retry may succeed.
   */
  public boolean isLasting() {
    for (Throwable cause = getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof RecordTooLargeException
          || cause instanceof InvalidRecordException
          || cause instanceof SerializationException
          || cause instanceof AuthorizationException) {
        return true;
      }
    }
    return false;
  }
}
