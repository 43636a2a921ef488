package io.gazeshift.common.kafka;

import org.apache.kafka.common.KafkaException;

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
}
