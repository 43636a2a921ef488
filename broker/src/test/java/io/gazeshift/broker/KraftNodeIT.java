package io.gazeshift.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class KraftNodeIT {

  private static final String HOST = "127.0.0.1";

  @TempDir Path directory;

  @Test
  void aBrokerThatCannotStartLeavesNoControllerBehind() throws Exception {
    List<String> fatal = new CopyOnWriteArrayList<>();
    int controllerPort = Ports.free(HOST, new Random());
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
      NodeOptions options =
          NodeOptions.of(BrokerSettings.in(directory), taken.getLocalPort(), controllerPort);
      Files.createDirectories(options.kafkaDir());

      assertThatThrownBy(() -> KraftNode.start(options, fatal::add))
          .hasStackTraceContaining("Address already in use");
    }
    assertThat(Ports.isFree(HOST, controllerPort)).isTrue();
    assertThat(fatal).isEmpty();
  }
}
