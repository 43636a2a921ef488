package io.gazeshift.daemon.stream;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** How many published faces the inference group has not predicted yet. */
public final class LagProbe implements AutoCloseable {

  private static final long TIMEOUT_MILLIS = 2000;

  private final Admin admin;
  private final String group;

  public LagProbe(KafkaAccess kafka, String group) {
    this.admin = Admin.create(kafka.adminProperties());
    this.group = group;
  }

  /** Nothing while the cluster does not answer, or the group has committed nothing yet. */
  public OptionalLong lag() throws InterruptedException {
    try {
      Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
      admin
          .listConsumerGroupOffsets(group)
          .partitionsToOffsetAndMetadata()
          .get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
          .forEach(
              (partition, offset) -> {
                if (offset != null && partition.topic().equals(Topics.FACES.name())) {
                  committed.put(partition, offset);
                }
              });
      if (committed.isEmpty()) {
        return OptionalLong.empty();
      }
      Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
      committed.keySet().forEach(partition -> latest.put(partition, OffsetSpec.latest()));
      Map<TopicPartition, ListOffsetsResultInfo> ends =
          admin.listOffsets(latest).all().get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
      long lag = 0;
      for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end : ends.entrySet()) {
        lag += Math.max(0, end.getValue().offset() - committed.get(end.getKey()).offset());
      }
      return OptionalLong.of(lag);
    } catch (ExecutionException | TimeoutException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
