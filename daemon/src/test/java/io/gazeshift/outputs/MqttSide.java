package io.gazeshift.outputs;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.outputs.feed.FeedKind;
import io.gazeshift.outputs.feed.LiveFeed;
import io.gazeshift.outputs.mqtt.Mosquitto;
import io.gazeshift.outputs.mqtt.MqttConfig;
import io.gazeshift.outputs.mqtt.MqttConfig.MqttLogin;
import io.gazeshift.outputs.mqtt.MqttConfig.MqttTls;
import io.gazeshift.outputs.mqtt.MqttPublisher;
import io.gazeshift.outputs.mqtt.MqttServer;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.eclipse.paho.client.mqttv3.MqttClient;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;

/** The way of records over a real MQTT broker to one that reads them; nothing without Mosquitto. */
final class MqttSide implements AutoCloseable {

  private static final String PREFIX = "gazeshift";

  private final LiveReader reader = new LiveReader();
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  private MqttSide() {}

  static MqttSide open(LiveFeed feed, Path directory, MeterRegistry registry) throws Exception {
    MqttSide side = new MqttSide();
    if (Mosquitto.isInstalled()) {
      side.start(feed, directory, registry);
    }
    return side;
  }

  private void start(LiveFeed feed, Path directory, MeterRegistry registry) throws Exception {
    int port = Mosquitto.freePort();
    opened.push(Mosquitto.start(directory, port));
    MqttClient subscriber =
        new MqttClient("tcp://127.0.0.1:" + port, "reader", new MemoryPersistence());
    subscriber.connect();
    opened.push(subscriber);
    opened.push(() -> subscriber.disconnectForcibly(0, 1000));
    subscriber.subscribe(
        PREFIX + "/#",
        1,
        (topic, message) ->
            reader.got(
                topic.substring(topic.lastIndexOf('/') + 1),
                new String(message.getPayload(), UTF_8)));
    MqttPublisher publisher =
        new MqttPublisher(
            new MqttConfig(
                Optional.of(new MqttServer("127.0.0.1", port, false)),
                "outputs",
                PREFIX,
                List.of(FeedKind.PREDICTION, FeedKind.EVENT),
                new MqttLogin(Optional.empty(), Optional.empty()),
                new MqttTls(Optional.empty(), Optional.empty(), Optional.empty())),
            registry);
    opened.push(publisher);
    publisher.start();
    feed.add(publisher);
  }

  /** One, or none. */
  List<LiveReader> readers() {
    return opened.isEmpty() ? List.of() : List.of(reader);
  }

  @Override
  public void close() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }
}
