package io.gazeshift.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.kafka.HangingTransactions.Cluster;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class HangingTransactionsTest {

  private static final TopicPartition PREDICTIONS = new TopicPartition("gaze.predictions", 7);
  private static final TopicPartition OFFSETS = new TopicPartition("__consumer_offsets", 0);

  private final List<AbortTransactionSpec> aborted = new ArrayList<>();

  @Test
  void whatABrokerThatWasKilledLeftOpenIsAborted() {
    end(
        Map.of(
            PREDICTIONS, List.of(state(2, 1077, OptionalLong.of(6917))),
            OFFSETS, List.of(state(2, 1077, OptionalLong.of(2479)))));

    assertThat(aborted)
        .containsExactlyInAnyOrder(
            new AbortTransactionSpec(PREDICTIONS, 2, (short) 1077, 3),
            new AbortTransactionSpec(OFFSETS, 2, (short) 1077, 3));
  }

  @Test
  void othersTransactionsAndOnesThatAreOverAreLeftAlone() {
    end(
        Map.of(
            PREDICTIONS,
            List.of(state(5, 9, OptionalLong.of(6917)), state(2, 1077, OptionalLong.empty()))));

    assertThat(aborted).isEmpty();
  }

  private void end(Map<TopicPartition, Collection<ProducerState>> producers) {
    HangingTransactions.end(
        new Cluster() {
          @Override
          public long producerOf(String transactionalId) {
            return 2;
          }

          @Override
          public Map<TopicPartition, Collection<ProducerState>> producers() {
            return producers;
          }

          @Override
          public void abort(AbortTransactionSpec transaction) {
            aborted.add(transaction);
          }
        },
        "gazeshift-infer-crash");
  }

  private static ProducerState state(long producer, int epoch, OptionalLong open) {
    return new ProducerState(producer, epoch, 10, 0, OptionalInt.of(3), open);
  }
}
