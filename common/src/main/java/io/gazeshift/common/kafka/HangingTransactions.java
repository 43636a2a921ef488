package io.gazeshift.common.kafka;

import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aborts hanging transactions of this program: open in a partition, but already complete for the
 * transaction coordinator. A Kafka 4.3 broker leaves them behind when it completes a transaction
 * while a partition has no leader, because it treats the partition as deleted. The embedded broker
 * does not do this; in another cluster it takes an outage of all replicas of the partition. They
 * would never end: committed offsets cannot be asked for any more, and readers of committed records
 * stop there.
 *
 * <p>Another process may have taken over the name while this one was still opening, and be in the
 * middle of a transaction: aborting that would commit its offsets without its predictions. So
 * nothing is touched while the coordinator knows of an open transaction, nor what carries the
 * coordinator's present epoch. An older epoch cannot be alive: a producer gets its epoch only after
 * the coordinator has ended all that went before.
 *
 * <p>If everything that such a transaction wrote is open, no reader has seen any of it: aborted, it
 * never was, and its faces are predicted again. Where Kafka had ended it in some partitions
 * already, the faces of that one commit are predicted twice. Kafka has forgotten which way it was
 * to end, and has no tool to end it the other way; continuing is better than blocking forever.
 *
 * <p>Not recognised is what was left open under an earlier producer id. Each commit raises the
 * epoch, and after some 32,767 of them it is exhausted: the coordinator then gives this name a new
 * id and forgets the old one. {@code kafka-transactions.sh find-hanging} finds such transactions,
 * and {@code kafka-transactions.sh abort} ends them.
 */
final class HangingTransactions {

  private static final Logger log = LoggerFactory.getLogger(HangingTransactions.class);
  private static final String OFFSETS = "__consumer_offsets";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** The coordinator has no open transaction of this name. */
  private static final Set<TransactionState> OVER =
      Set.of(
          TransactionState.EMPTY,
          TransactionState.COMPLETE_COMMIT,
          TransactionState.COMPLETE_ABORT);

  /** What must be known of the cluster, and be done to it. */
  interface Cluster {

    /** What the coordinator knows; asked before the partitions. */
    TransactionDescription transactionOf(String transactionalId);

    /** Each partition answers for itself: one may have no leader, or not be this user's to read. */
    Map<TopicPartition, KafkaFuture<PartitionProducerState>> producers();

    void abort(AbortTransactionSpec transaction);
  }

  private HangingTransactions() {}

  /**
   * To be called when the producer of this name is initialised and has not begun anything. Where
   * this user may not look or act, it stays as it is.
   */
  static void end(KafkaAccess kafka, String transactionalId) {
    Admin admin = Admin.create(kafka.adminProperties());
    try {
      end(new AskedCluster(admin), transactionalId, PATIENCE);
    } catch (KafkaException e) {
      log.info("could not check for hanging transactions: {}", e.getMessage());
    } finally {
      // At once: what a broker that stands still has not answered is not waited for any longer.
      admin.close(Duration.ZERO);
    }
  }

  /**
   * @param patience with all partitions together
   */
  static void end(Cluster cluster, String transactionalId, Duration patience) {
    TransactionDescription transaction = cluster.transactionOf(transactionalId);
    if (!OVER.contains(transaction.state())) {
      log.info(
          "{} is {}: another process of this name has a transaction open",
          transactionalId,
          transaction.state());
      return;
    }
    answers(cluster.producers(), patience)
        .forEach(
            (partition, states) ->
                states.activeProducers().stream()
                    .filter(state -> isHanging(state, transaction))
                    .forEach(state -> abort(cluster, partition, state)));
  }

  /** Of the partitions that have one; the others are named in the log. */
  private static Map<TopicPartition, PartitionProducerState> answers(
      Map<TopicPartition, KafkaFuture<PartitionProducerState>> asked, Duration patience) {
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    Map<TopicPartition, PartitionProducerState> answers = new HashMap<>();
    Set<String> forbidden = new TreeSet<>();
    Map<String, String> failed = new TreeMap<>();
    asked.forEach(
        (partition, answer) -> {
          long leftNanos = Math.max(0, deadlineNanos - System.nanoTime());
          try {
            answers.put(partition, await(answer, Duration.ofNanos(leftNanos)));
          } catch (InterruptException e) {
            throw e;
          } catch (KafkaException e) {
            if (e.getCause() instanceof AuthorizationException) {
              forbidden.add(partition.topic());
            } else {
              failed.put(partition.toString(), String.valueOf(e.getMessage()));
            }
          }
        });
    if (!forbidden.isEmpty()) {
      log.info("this Kafka user may not look for hanging transactions in {}", forbidden);
    }
    if (!failed.isEmpty()) {
      log.warn("did not look for hanging transactions in {}", failed);
    }
    return answers;
  }

  private static boolean isHanging(ProducerState state, TransactionDescription transaction) {
    return state.producerId() == transaction.producerId()
        && state.producerEpoch() < transaction.producerEpoch()
        && state.currentTransactionStartOffset().isPresent();
  }

  private static void abort(Cluster cluster, TopicPartition partition, ProducerState state) {
    long offset = state.currentTransactionStartOffset().getAsLong();
    try {
      cluster.abort(
          new AbortTransactionSpec(
              partition,
              state.producerId(),
              (short) state.producerEpoch(),
              state.coordinatorEpoch().orElse(0)));
      log.warn("{}: aborted a hanging transaction, open since offset {}", partition, offset);
    } catch (InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      log.warn(
          "{}: cannot abort a hanging transaction, open since offset {}: {}; readers of committed"
              + " records stop there until kafka-transactions.sh abort ends it",
          partition,
          offset,
          e.getMessage());
    }
  }

  /** By the tools Kafka has for people. */
  private record AskedCluster(Admin admin) implements Cluster {

    @Override
    public TransactionDescription transactionOf(String transactionalId) {
      return Objects.requireNonNull(
          await(admin.describeTransactions(List.of(transactionalId)).all()).get(transactionalId));
    }

    @Override
    public Map<TopicPartition, KafkaFuture<PartitionProducerState>> producers() {
      Set<String> there =
          await(admin.listTopics(new ListTopicsOptions().listInternal(true)).names());
      List<String> topics =
          Stream.concat(
                  Topics.ALL.stream().map(Topic::name),
                  Stream.of(Topics.PREDICTIONS_JSON.name(), OFFSETS))
              .filter(there::contains)
              .toList();
      List<TopicPartition> partitions =
          await(admin.describeTopics(topics).allTopicNames()).values().stream()
              .flatMap(
                  topic ->
                      topic.partitions().stream()
                          .map(info -> new TopicPartition(topic.name(), info.partition())))
              .toList();
      DescribeProducersResult producers = admin.describeProducers(partitions);
      return partitions.stream()
          .collect(Collectors.toMap(partition -> partition, producers::partitionResult));
    }

    @Override
    public void abort(AbortTransactionSpec transaction) {
      await(admin.abortTransaction(transaction).all());
    }

    private static <T> T await(KafkaFuture<T> answer) {
      return HangingTransactions.await(answer, PATIENCE);
    }
  }

  private static <T> T await(KafkaFuture<T> answer, Duration patience) {
    try {
      return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw new KafkaException(cause.getMessage(), cause);
    } catch (TimeoutException e) {
      throw new KafkaException("no answer within %d s".formatted(PATIENCE.toSeconds()), e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }
}
