package io.gazeshift.daemon.roles;

import io.gazeshift.broker.ReadyTopics;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.outputs.feed.LiveFeed;
import io.gazeshift.outputs.mirror.PredictionMirror;
import io.gazeshift.outputs.mqtt.MqttPublisher;
import io.gazeshift.protocol.Topics;
import java.util.List;

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
    ReadyTopics.ensure(kafka, config.kafka().replicationFactor(), List.of(Topics.PREDICTIONS_JSON));
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
}
