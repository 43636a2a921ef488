package io.gazeshift.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.kafka.HangingTransactions.Cluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HangingTransactionsTest {

  private static final TopicPartition PREDICTIONS = new TopicPartition("gaze.predictions", 7);
  private static final TopicPartition OFFSETS = new TopicPartition("__consumer_offsets", 0);

  private static final int PRODUCER = 2;
  private static final int EPOCH = 1078;

  private final List<AbortTransactionSpec> aborted = new ArrayList<>();
  private Set<TopicPartition> unabortable = Set.of();

  @Test
  void whatABrokerThatWasKilledLeftOpenIsAborted() {
    end(
        TransactionState.EMPTY,
        Map.of(
            PREDICTIONS, List.of(state(2, 1077, OptionalLong.of(6917))),
            OFFSETS, List.of(state(2, 1077, OptionalLong.of(2479)))));

    assertThat(aborted)
        .containsExactlyInAnyOrder(
            new AbortTransactionSpec(PREDICTIONS, 2, (short) 1077, 3),
            new AbortTransactionSpec(OFFSETS, 2, (short) 1077, 3));
  }

  /** The other process began after this one asked the coordinator. */
  @Test
  void aTransactionOfThePresentEpochIsLeftAlone() {
    end(
        TransactionState.EMPTY,
        Map.of(PREDICTIONS, List.of(state(PRODUCER, EPOCH, OptionalLong.of(6917)))));

    assertThat(aborted).isEmpty();
  }

  @Test
  void aTransactionOfALaterEpochIsLeftAlone() {
    end(
        TransactionState.COMPLETE_COMMIT,
        Map.of(PREDICTIONS, List.of(state(PRODUCER, EPOCH + 1, OptionalLong.of(6917)))));

    assertThat(aborted).isEmpty();
  }

  /** The other process took over the name before this one asked the coordinator. */
  @ParameterizedTest
  @EnumSource(
      value = TransactionState.class,
      names = {"EMPTY", "COMPLETE_COMMIT", "COMPLETE_ABORT"},
      mode = EnumSource.Mode.EXCLUDE)
  void nothingIsTouchedWhileTheCoordinatorKnowsOfATransaction(TransactionState state) {
    end(state, Map.of(PREDICTIONS, List.of(state(PRODUCER, 1077, OptionalLong.of(6917)))));

    assertThat(aborted).isEmpty();
  }

  @Test
  void othersTransactionsAndOnesThatAreOverAreLeftAlone() {
    end(
        TransactionState.EMPTY,
        Map.of(
            PREDICTIONS,
            List.of(state(5, 9, OptionalLong.of(6917)), state(2, 1077, OptionalLong.empty()))));

    assertThat(aborted).isEmpty();
  }

  @Test
  void aPartitionThatCannotBeReadDoesNotHideTheOthers() {
    KafkaFutureImpl<PartitionProducerState> forbidden = new KafkaFutureImpl<>();
    forbidden.completeExceptionally(new TopicAuthorizationException("no"));
    KafkaFutureImpl<PartitionProducerState> unknown = new KafkaFutureImpl<>();
    unknown.completeExceptionally(new UnknownTopicOrPartitionException("gone"));
    KafkaFuture<PartitionProducerState> leaderless = new KafkaFutureImpl<>();
    endOf(
        TransactionState.EMPTY,
        Map.of(
            PREDICTIONS,
            answer(List.of(state(PRODUCER, 1077, OptionalLong.of(6917)))),
            new TopicPartition("gaze.features", 0),
            forbidden,
            new TopicPartition("gaze.features", 1),
            unknown,
            new TopicPartition("gaze.features", 2),
            leaderless));

    assertThat(aborted)
        .containsExactly(new AbortTransactionSpec(PREDICTIONS, PRODUCER, (short) 1077, 3));
  }

  @Test
  void aTransactionThatCannotBeAbortedDoesNotKeepTheOthersOpen() {
    unabortable = Set.of(OFFSETS);
    end(
        TransactionState.EMPTY,
        Map.of(
            OFFSETS, List.of(state(PRODUCER, 1077, OptionalLong.of(2479))),
            PREDICTIONS, List.of(state(PRODUCER, 1077, OptionalLong.of(6917)))));

    assertThat(aborted)
        .extracting(AbortTransactionSpec::topicPartition)
        .containsExactly(PREDICTIONS);
  }

  private void end(TransactionState state, Map<TopicPartition, List<ProducerState>> producers) {
    endOf(
        state,
        producers.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, each -> answer(each.getValue()))));
  }

  private static KafkaFuture<PartitionProducerState> answer(List<ProducerState> producers) {
    return KafkaFuture.completedFuture(new PartitionProducerState(producers));
  }

  /** What has not answered by now never does. */
  private void endOf(
      TransactionState state, Map<TopicPartition, KafkaFuture<PartitionProducerState>> producers) {
    HangingTransactions.end(
        new Cluster() {
          @Override
          public TransactionDescription transactionOf(String transactionalId) {
            return new TransactionDescription(
                1, state, PRODUCER, EPOCH, 10_000, OptionalLong.empty(), Set.of());
          }

          @Override
          public Map<TopicPartition, KafkaFuture<PartitionProducerState>> producers() {
            return producers;
          }

          @Override
          public void abort(AbortTransactionSpec transaction) {
            if (unabortable.contains(transaction.topicPartition())) {
              throw new KafkaException("its leader is gone");
            }
            aborted.add(transaction);
          }
        },
        "gazeshift-infer-crash",
        Duration.ZERO);
  }

  private static ProducerState state(long producer, int epoch, OptionalLong open) {
    return new ProducerState(producer, epoch, 10, 0, OptionalInt.of(3), open);
  }
}
