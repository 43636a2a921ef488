package io.gazeshift.outputs.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gazeshift.outputs.feed.FeedKind;
import io.gazeshift.outputs.mqtt.MqttConfig.MqttLogin;
import io.gazeshift.outputs.mqtt.MqttConfig.MqttTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.junit.jupiter.api.Test;

class MqttConnectionTest {

  private static final Duration LONG = Duration.ofSeconds(30);
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
