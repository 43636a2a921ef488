package io.gazeshift.daemon.infer;

import org.apache.kafka.common.KafkaException;

/**
 * The offsets were not committed, but producer and consumer are well: after a rebalance, say.
 * Whoever goes back to the committed offsets may go on.
 */
final class CommitAbortedException extends KafkaException {

  private static final long serialVersionUID = 1L;

  CommitAbortedException(KafkaException cause) {
    super(cause.getMessage(), cause);
  }
}
