package io.gazeshift.daemon.roles;

import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.outputs.feed.LiveFeed;
import io.gazeshift.outputs.mirror.PredictionMirror;
import io.gazeshift.outputs.mqtt.MqttPublisher;
import io.gazeshift.protocol.TopicMismatchException;
import io.gazeshift.protocol.TopicSetup;
import io.gazeshift.protocol.Topics;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/** Passes on what is published, to programs that read neither Kafka nor protobuf. */
final class OutputRole {

  private final GazeshiftConfig config;
  private final KafkaAccess kafka;
  private final ProcessResources running;

  OutputRole(GazeshiftConfig config, KafkaAccess kafka, ProcessResources running) {
    this.config = config;
    this.kafka = kafka;
    this.running = running;
  }

  void startMirror() {
    createMirrorTopic();
    PredictionMirror mirror =
        running.keep(new PredictionMirror(kafka, config.mirror(), running.meters()));
    mirror.start();
    running.mayFail(mirror::failure);
    running.health().ready("mirror", mirror::problem);
    running.describe("predictions as JSON, to " + Topics.PREDICTIONS_JSON);
  }

  void startMqtt() {
    MqttPublisher publisher = running.keep(new MqttPublisher(config.mqtt(), running.meters()));
    publisher.start();
    running.mayFail(publisher::failure);
    running.health().ready("mqtt", publisher::disconnected);
    LiveFeed feed = running.keep(LiveFeed.open(kafka));
    running.mayFail(feed::failure);
    feed.add(publisher);
    running.describe("predictions and events, to " + config.mqtt().address());
  }

  private void createMirrorTopic() {
    try (Admin admin = Admin.create(kafka.adminProperties())) {
      TopicSetup.ensure(
          admin, config.kafka().replicationFactor(), List.of(Topics.PREDICTIONS_JSON));
    } catch (TopicMismatchException e) {
      throw new UserError(e.getMessage(), e);
    } catch (KafkaException e) {
      throw new UserError(
          "kafka: cannot create or read %s: %s; check the permissions of the Kafka user"
              .formatted(Topics.PREDICTIONS_JSON, e.getMessage()),
          e);
    }
  }
}
