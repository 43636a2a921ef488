package io.gazeshift.outputs.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** A Mosquitto that runs. The code that starts it closes it. */
public final class Mosquitto implements AutoCloseable {

  static final Path PROGRAM = Path.of("/usr/sbin/mosquitto");

  private static final Duration LONG = Duration.ofSeconds(30);

  private final Process process;

  private Mosquitto(Process process) {
    this.process = process;
  }

  public static boolean isInstalled() {
    return Files.isExecutable(PROGRAM);
  }

  /** For anyone on this machine. */
  public static Mosquitto start(Path directory, int port) throws IOException {
    String configuration =
        "user root\nlistener %d 127.0.0.1\nallow_anonymous true\n".formatted(port);
    return start(directory, configuration, port);
  }

  /**
   * Returns when it listens.
   *
   * @param directory for its configuration and its log
   * @param ports of the configuration's listeners
   */
  static Mosquitto start(Path directory, String configuration, int... ports) throws IOException {
    Path file = Files.writeString(directory.resolve("mosquitto.conf"), configuration);
    Path log = directory.resolve("mosquitto.log");
    Process process =
        new ProcessBuilder(PROGRAM.toString(), "-c", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    await()
        .atMost(LONG)
        .until(
            () -> {
              if (!process.isAlive()) {
                throw new AssertionError("mosquitto ended: " + Files.readString(log));
              }
              return Arrays.stream(ports).allMatch(Mosquitto::listens);
            });
    return new Mosquitto(process);
  }

  private static boolean listens(int port) {
    try (var socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** It stores its sessions first. */
  @Override
  public void close() throws InterruptedException {
    process.destroy();
    assertThat(process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }
}
