package io.gazeshift.common.kafka;

import org.apache.kafka.common.KafkaException;

/**
 * The offsets were not committed, but producer and consumer are well: after a rebalance, say.
 * Whoever goes back to the committed offsets may go on.
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
