package io.gazeshift.common.kafka;

import io.gazeshift.common.UserError;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/**
 * A static member of a consumer group: a process that restarts under the same name takes over its
 * old membership at once, while a new member would have to wait for the old one to time out.
 *
 * @param section of the configuration that names group and instance
 */
public record GroupMember(KafkaAccess kafka, String section, String group, String instance) {

  private static final int SESSION_TIMEOUT_MILLIS = 10_000;
  private static final int DESCRIBE_TIMEOUT_MILLIS = 5_000;

  /** What makes a consumer this member. */
  public Map<String, Object> consumerSettings() {
    return Map.of(
        ConsumerConfig.GROUP_ID_CONFIG,
        group,
        ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
        instance,
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        CooperativeStickyAssignor.class.getName(),
        ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
        SESSION_TIMEOUT_MILLIS);
  }

  /** The name under which its producer's transactions are fenced and ended. */
  public String transactionalId() {
    return group + "-" + instance;
  }

  /** Complains if the group knows this instance as another member than this one. */
  public void rejectIfTaken(String memberId) {
    Admin admin = Admin.create(kafka.adminProperties());
    try {
      boolean taken =
          Objects.requireNonNull(
                  admin.describeConsumerGroups(List.of(group)).describedGroups().get(group))
              .get(DESCRIBE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
              .members()
              .stream()
              .filter(member -> member.groupInstanceId().filter(instance::equals).isPresent())
              .anyMatch(member -> !member.consumerId().equals(memberId));
      if (taken) {
        throw taken();
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new KafkaException("cannot describe the consumer group", e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    } finally {
      admin.close(Duration.ZERO);
    }
  }

  /** What to say when it is. */
  public UserError taken() {
    return new UserError(
        ("%1$s.instance: another process has joined the group %3$s as '%2$s', so this"
                + " process stops; to run both, give each its own name with --set"
                + " %1$s.instance=NAME")
            .formatted(section, instance, group));
  }
}
