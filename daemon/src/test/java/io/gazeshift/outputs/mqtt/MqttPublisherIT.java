package io.gazeshift.outputs.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.outputs.feed.EventPosition;
import io.gazeshift.outputs.feed.FeedKind;
import io.gazeshift.outputs.feed.FeedMessage;
import io.gazeshift.outputs.mqtt.MqttConfig.MqttLogin;
import io.gazeshift.outputs.mqtt.MqttConfig.MqttTls;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.testing.RequiredTools;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.eclipse.paho.client.mqttv3.IMqttDeliveryToken;
import org.eclipse.paho.client.mqttv3.MqttCallback;
import org.eclipse.paho.client.mqttv3.MqttClient;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttMessage;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sent to a real Mosquitto, encrypted, by a client with a certificate and a password. */
class MqttPublisherIT {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Path MOSQUITTO_PASSWD = Path.of("/usr/bin/mosquitto_passwd");
  private static final Path OPENSSL = Path.of("/usr/bin/openssl");

  @TempDir Path directory;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<String> received = new CopyOnWriteArrayList<>();
  private int port;
  private int plainPort;
  private String configuration;
  private Mosquitto broker;

  @BeforeEach
  void start() throws Exception {
    RequiredTools.tool(
        "mosquitto",
        List.of(Mosquitto.PROGRAM, MOSQUITTO_PASSWD, OPENSSL).stream()
            .allMatch(Files::isExecutable),
        "no " + Mosquitto.PROGRAM + " here, or no openssl");
    // Signed by itself; a client trusts it as an authority.
    certificate("server", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost");
    certificate("client", "/CN=edge box");
    Files.writeString(directory.resolve("password"), "open sesame\n");
    run(
        MOSQUITTO_PASSWD.toString(),
        "-b",
        "-c",
        directory.resolve("users").toString(),
        "edge",
        "open sesame");
    port = Mosquitto.freePort();
    plainPort = Mosquitto.freePort();
    // The plain listener is the subscriber's; its session outlives a restart.
    configuration =
        """
        user root
        per_listener_settings true
        persistence true
        persistence_location %1$s/
        max_queued_messages 0
        max_packet_size 5000
        listener %2$d 127.0.0.1
        password_file %1$s/users
        cafile %1$s/client.pem
        certfile %1$s/server.pem
        keyfile %1$s/server.key
        require_certificate true
        listener %3$d 127.0.0.1
        allow_anonymous true
        """
            .formatted(directory, port, plainPort);
    startBroker();
  }

  @AfterEach
  void stop() throws Exception {
    if (broker != null) {
      broker.close();
    }
  }

  @Test
  void messagesArriveAndTheOldestPredictionsAreDroppedWhileTheBrokerIsAway() throws Exception {
    MqttClient subscriber = subscribe();
    try (MqttPublisher publisher = new MqttPublisher(config(), registry)) {
      publisher.start();
      publisher.opened(EventPosition.NONE);
      await().atMost(LONG).until(() -> publisher.disconnected().isEmpty());
      publisher.accept(List.of(prediction(1), event(1)));
      await().atMost(LONG).until(() -> received.size() == 2);
      assertThat(received)
          .containsExactly(
              "gazeshift/cabin/left/0/prediction {\"n\":1}",
              "gazeshift/cabin/left/0/event {\"n\":1}");

      broker.close();
      await().atMost(LONG).until(() -> publisher.disconnected().isPresent());
      publisher.accept(List.of(event(2)));
      int more = 500;
      publisher.accept(
          IntStream.range(0, MqttPublisher.MOST_WAITING + more)
              .mapToObj(MqttPublisherIT::prediction)
              .toList());
      assertThat(registry.get("gazeshift.mqtt.dropped").counter().count()).isEqualTo(more + 1);

      startBroker();
      subscriber.close(true);
      MqttClient again = subscribe();
      await().atMost(LONG).until(() -> received.size() >= 2 + MqttPublisher.MOST_WAITING);
      assertThat(received)
          .as("the event outlives older and newer predictions")
          .contains("gazeshift/cabin/left/0/event {\"n\":2}")
          .contains("gazeshift/cabin/left/0/prediction {\"n\":%d}".formatted(more + 1))
          .doesNotContain("gazeshift/cabin/left/0/prediction {\"n\":%d}".formatted(more));
      again.disconnectForcibly(0, 1000);
      again.close(true);
    }
    assertThat(registry.get("gazeshift.mqtt.sent").counter().count())
        .isGreaterThanOrEqualTo(2 + MqttPublisher.MOST_WAITING);
  }

  @Test
  void whatCannotBeSentStopsNothingElse() throws Exception {
    MqttClient subscriber = subscribe();
    try (MqttPublisher publisher = new MqttPublisher(config(), registry)) {
      publisher.start();
      publisher.accept(
          List.of(event(1), event("l\u0085t", "{}"), event("left", "x".repeat(10_000)), event(2)));
      await().atMost(LONG).until(() -> received.contains("gazeshift/cabin/left/0/event {\"n\":2}"));
      publisher.accept(List.of(event(3)));
      await().atMost(LONG).until(() -> received.contains("gazeshift/cabin/left/0/event {\"n\":3}"));
    }
    assertThat(received).contains("gazeshift/cabin/l_t/0/event {}");
    assertThat(registry.get("gazeshift.mqtt.dropped").counter().count()).isEqualTo(1);
    subscriber.disconnectForcibly(0, 1000);
    subscriber.close(true);
  }

  private MqttConfig config() {
    return new MqttConfig(
        MqttServer.TYPE.parse("mqtts://localhost:" + port),
        "edge-box",
        "gazeshift",
        List.of(FeedKind.PREDICTION, FeedKind.EVENT),
        new MqttLogin(Optional.of("edge"), Optional.of(directory.resolve("password"))),
        new MqttTls(
            Optional.of(directory.resolve("server.pem")),
            Optional.of(directory.resolve("client.pem")),
            Optional.of(directory.resolve("client.key"))));
  }

  /** With a session that the broker keeps while it is restarted. */
  private MqttClient subscribe() throws Exception {
    MqttClient client =
        new MqttClient("tcp://127.0.0.1:" + plainPort, "subscriber", new MemoryPersistence());
    MqttConnectOptions options = new MqttConnectOptions();
    options.setCleanSession(false);
    options.setMaxInflight(1000);
    client.setCallback(
        new MqttCallback() {
          @Override
          public void connectionLost(Throwable cause) {}

          @Override
          public void messageArrived(String topic, MqttMessage message) {
            received.add(topic + " " + new String(message.getPayload(), UTF_8));
          }

          @Override
          public void deliveryComplete(IMqttDeliveryToken token) {}
        });
    client.connect(options);
    client.subscribe("gazeshift/#", 1);
    return client;
  }

  private void startBroker() throws IOException {
    broker = Mosquitto.start(directory, configuration, port, plainPort);
  }

  private void certificate(String name, String subject, String... more) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                OPENSSL.toString(),
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
                "-days",
                "2",
                "-subj",
                subject,
                "-keyout",
                directory.resolve(name + ".key").toString(),
                "-out",
                directory.resolve(name + ".pem").toString()));
    command.addAll(List.of(more));
    run(command.toArray(new String[0]));
  }

  private static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private static FeedMessage prediction(int number) {
    GazePrediction prediction =
        GazePrediction.newBuilder()
            .setIdentity(FaceIdentity.newBuilder().setDomain("cabin").setCamera("left"))
            .build();
    return FeedMessage.ofPrediction(prediction, "{\"n\":%d}".formatted(number));
  }

  private static FeedMessage event(int number) {
    return event("left", "{\"n\":%d}".formatted(number));
  }

  private static FeedMessage event(String camera, String json) {
    FaceEvent event = FaceEvent.newBuilder().setDomain("cabin").setCamera(camera).build();
    return FeedMessage.ofEvent(event, json);
  }
}
