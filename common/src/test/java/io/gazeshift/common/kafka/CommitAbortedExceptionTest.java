package io.gazeshift.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommitAbortedExceptionTest {

  @ParameterizedTest
  @MethodSource
  void whatIsWrongWithTheRecordsLasts(KafkaException cause) {
    assertThat(new CommitAbortedException(cause).isLasting()).isTrue();
    assertThat(new CommitAbortedException(new KafkaException("in an error state", cause)))
        .as("as Kafka tells it from the second call on")
        .returns(true, CommitAbortedException::isLasting)
        .hasMessage(cause.getMessage());
  }

  static Stream<KafkaException> whatIsWrongWithTheRecordsLasts() {
    return Stream.of(
        new RecordTooLargeException("too large"),
        new InvalidRecordException("invalid"),
        new SerializationException("no record"),
        new GroupAuthorizationException("not permitted", "group"),
        new TopicAuthorizationException("not permitted", Set.of("gaze.models")));
  }

  @ParameterizedTest
  @MethodSource
  void whatIsWrongWithTheClusterMayPass(KafkaException cause) {
    assertThat(new CommitAbortedException(cause).isLasting()).isFalse();
  }

  static Stream<KafkaException> whatIsWrongWithTheClusterMayPass() {
    return Stream.of(
        new CommitFailedException(),
        new RebalanceInProgressException("a rebalance"),
        new TimeoutException("no answer"),
        new KafkaException("something else"));
  }
}
