package io.gazeshift.outputs.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gazeshift.outputs.feed.FeedKind;
import io.gazeshift.outputs.mqtt.MqttConfig.MqttLogin;
import io.gazeshift.outputs.mqtt.MqttConfig.MqttTls;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.junit.jupiter.api.Test;

class MqttConnectionTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int CONNECT = 0x10;
  private static final byte[] CONNECTED = {0x20, 2, 0, 0};
  private static final String CLIENT = "client-of-a-silent-server";

  @Test
  void aServerThatDoesNotAnswerLeavesNeitherThreadsNorASocketBehind() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      MqttConfig config = config(silent.getLocalPort());

      assertThatThrownBy(
              () -> MqttConnection.open(config.address(), config, () -> {}, Duration.ofSeconds(1)))
          .isInstanceOf(MqttException.class);

      await().atMost(LONG).untilAsserted(() -> assertThat(threads()).isEmpty());
      try (Socket accepted = silent.accept()) {
        accepted.setSoTimeout((int) LONG.toMillis());
        assertThat(ends(accepted)).isTrue();
      }
    }
  }

  @Test
  void connectionsThatAreLostAtOnceAreTriedAgainAfterGrowingPauses() throws Exception {
    List<Long> connectedNanos = new CopyOnWriteArrayList<>();
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (ServerSocket evicting = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        MqttPublisher publisher = new MqttPublisher(config(evicting.getLocalPort()), registry)) {
      Thread server = new Thread(() -> evictAll(evicting, publisher, connectedNanos));
      server.start();
      publisher.start();

      await().atMost(LONG).until(() -> connectedNanos.size() >= 3);
      assertThat(secondsBetween(connectedNanos, 0)).isGreaterThanOrEqualTo(0.4);
      assertThat(secondsBetween(connectedNanos, 1)).isGreaterThanOrEqualTo(0.9);
      assertThat(publisher.failure()).isEmpty();
    }
  }

  private static double secondsBetween(List<Long> nanos, int index) {
    return (nanos.get(index + 1) - nanos.get(index)) / 1e9;
  }

  /** Says that it is connected, and goes away once the client knows it, until it is closed. */
  private static void evictAll(
      ServerSocket listening, MqttPublisher publisher, List<Long> connectedNanos) {
    try {
      while (true) {
        try (Socket client = listening.accept()) {
          connectedNanos.add(System.nanoTime());
          readRequest(client.getInputStream());
          client.getOutputStream().write(CONNECTED);
          await()
              .atMost(LONG)
              .until(() -> publisher.disconnected().isEmpty() || listening.isClosed());
        }
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  /** All of it: to close a socket with something unread takes back what was written as well. */
  private static void readRequest(InputStream in) throws IOException {
    if (in.read() != CONNECT) {
      throw new IOException("not a request to connect");
    }
    int length = in.read();
    if (in.readNBytes(length).length < length) {
      throw new IOException("the request is cut short");
    }
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.endsWith(CLIENT))
        .toList();
  }

  /** After what it said before it gave up. */
  private static boolean ends(Socket socket) throws IOException {
    try {
      return socket.getInputStream().readAllBytes().length > 0;
    } catch (SocketException e) {
      return true;
    }
  }

  private static MqttConfig config(int port) {
    return new MqttConfig(
        MqttServer.TYPE.parse("mqtt://127.0.0.1:" + port),
        CLIENT,
        "gazeshift",
        List.of(FeedKind.EVENT),
        new MqttLogin(Optional.empty(), Optional.empty()),
        new MqttTls(Optional.empty(), Optional.empty(), Optional.empty()));
  }
}
