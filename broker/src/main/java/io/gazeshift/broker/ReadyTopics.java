package io.gazeshift.broker;

import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.TopicMismatchException;
import io.gazeshift.protocol.TopicSetup;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates topics that are missing, checks the others, and logs what should be different. */
public final class ReadyTopics {

  private static final Logger log = LoggerFactory.getLogger(ReadyTopics.class);

  private ReadyTopics() {}

  /**
   * Returns when all of them can be used.
   *
   * @param replicationFactor of topics that are created; -1 leaves it to the broker
   * @throws UserError if one does not fit, or the cluster does not create or describe it
   */
  public static void ensure(KafkaAccess kafka, int replicationFactor, List<Topic> topics) {
    try (Admin admin = Admin.create(kafka.adminProperties())) {
      TopicSetup.Report report = TopicSetup.ensure(admin, replicationFactor, topics);
      log.debug("topics created: {}, found: {}", report.created(), report.found());
      report.notes().forEach(log::info);
      report.warnings().forEach(log::warn);
    } catch (TopicMismatchException e) {
      throw new UserError(e.getMessage(), e);
    } catch (AuthorizationException e) {
      throw failure(topics, e, "check the permissions of the Kafka user");
    } catch (KafkaException e) {
      throw failure(topics, e, "check that all brokers of %s are up".formatted(kafka.bootstrap()));
    }
  }

  private static UserError failure(List<Topic> topics, KafkaException reason, String remedy) {
    return new UserError(
        "kafka: cannot create or read %s: %s; %s"
            .formatted(
                topics.size() == 1 ? topics.get(0) : "the topics", reason.getMessage(), remedy),
        reason);
  }
}
