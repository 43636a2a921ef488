package io.gazeshift.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.TopicMismatchException.Mismatch;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TopicsTest {

  static Stream<Topic> topics() {
    return Topics.ALL.stream();
  }

  @Test
  void everyTopicIsListedOnce() {
    assertThat(Topics.ALL)
        .extracting(Topic::name)
        .containsExactly(
            "gaze.faces",
            "gaze.predictions",
            "gaze.events",
            "gaze.events.state",
            "gaze.speed",
            "gaze.features",
            "gaze.models",
            "gaze.models.history",
            "gaze.adaptations",
            "gaze.requests",
            "gaze.calibration",
            "gaze.truth",
            "gaze.faces.dlq",
            "gaze.calibration.dlq");
  }

  @ParameterizedTest
  @MethodSource("topics")
  void aTopicHasANameKafkaAccepts(Topic topic) {
    org.apache.kafka.common.internals.Topic.validate(topic.name());
  }

  @ParameterizedTest
  @MethodSource("topics")
  void theLargestRecordFitsWithRoomForKeyAndHeaders(Topic topic) {
    int recordBytes = topic.type().map(RecordType::maxBytes).orElse(Topics.FACES.maxMessageBytes());
    assertThat(topic.maxMessageBytes()).isGreaterThanOrEqualTo(recordBytes + 64 * 1024);
  }

  @ParameterizedTest
  @MethodSource("topics")
  void aRecordOutlivesItsRetentionByNoMoreThanAQuarter(Topic topic) {
    topic
        .retention()
        .ifPresent(kept -> assertThat(topic.segment().multipliedBy(4)).isLessThanOrEqualTo(kept));
  }

  @Test
  void facesAreDeletedAfterMinutes() {
    assertThat(Topics.FACES.configs())
        .containsEntry(TopicConfig.CLEANUP_POLICY_CONFIG, "delete")
        .containsEntry(
            TopicConfig.RETENTION_MS_CONFIG, Long.toString(Duration.ofMinutes(10).toMillis()))
        .containsEntry(TopicConfig.SEGMENT_MS_CONFIG, "60000");
  }

  @ParameterizedTest
  @MethodSource("topics")
  void theClockOfTheWriterDoesNotDecideHowLongARecordIsKept(Topic topic) {
    if (!topic.compacted()) {
      assertThat(topic.configs())
          .containsEntry(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
    }
  }

  /** Otherwise a few kilobytes may hold a record that is larger than the memory of its readers. */
  @ParameterizedTest
  @MethodSource("topics")
  void theBrokerMeasuresWhatAProducerCompressed(Topic topic) {
    assertThat(topic.configs()).containsEntry(TopicConfig.COMPRESSION_TYPE_CONFIG, "uncompressed");
  }

  @ParameterizedTest
  @MethodSource("topics")
  void withThreeReplicasTwoHaveARecordBeforeItIsAcknowledged(Topic topic) {
    assertThat(topic.configs(3)).containsEntry(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2");
    assertThat(topic.configs(2)).doesNotContainKey(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
    assertThat(topic.configs(1)).doesNotContainKey(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
  }

  @Test
  void modelsAreCompactedAndNeverExpire() {
    assertThat(Topics.MODELS.compacted()).isTrue();
    assertThat(Topics.MODELS.configs())
        .containsEntry(TopicConfig.CLEANUP_POLICY_CONFIG, "compact")
        .containsEntry(TopicConfig.SEGMENT_MS_CONFIG, "10000")
        .containsEntry(TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0.01")
        .containsEntry(TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG, "15000")
        .doesNotContainKey(TopicConfig.RETENTION_MS_CONFIG);
  }

  @Test
  void theDeadLetterTopicTakesWhateverTheFacesTopicTakes() {
    assertThat(Topics.FACES_DLQ.type()).isEmpty();
    assertThat(Topics.FACES_DLQ.maxMessageBytes()).isGreaterThan(Topics.FACES.maxMessageBytes());
  }

  @Test
  void aMismatchNamesTopicSettingFoundNeededAndRemedyAndAllAreListed() {
    TopicMismatchException exception =
        new TopicMismatchException(
            List.of(
                new Mismatch("gaze.models", "cleanup.policy", "delete", "compact", "run: a"),
                new Mismatch("gaze.faces", "max.message.bytes", "1", "2", "run: b")));
    assertThat(exception)
        .hasMessage(
            "topic gaze.models: cleanup.policy is delete, but must be compact; run:"
                + " a\ntopic gaze.faces: max.message.bytes is 1, but must be 2; run: b");
  }
}
