package io.gazeshift.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gazeshift.common.UserError;
import io.gazeshift.testing.RunningBroker;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a user reads when the broker cannot start. */
class BrokerRejectionIT {

  @RegisterExtension static final RunningBroker OTHER = new RunningBroker();

  @TempDir static Path temp;

  @AfterEach
  void nothingIsLeftRunning() {
    assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
        .extracting(ProcessHandle::pid)
        .containsExactly(OTHER.broker().pid());
  }

  @Test
  void aPortInUseIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      assertThat(rejection(BrokerSettings.in(temp).withPort(port)))
          .hasMessage(
              "broker.port: %d is in use on 127.0.0.1; stop the program that uses it, or set"
                  + " another port (0 picks a free one)",
              port);
    }
  }

  static Stream<Path> unwritable() throws Exception {
    Path file = Files.writeString(temp.resolve("file"), "");
    // These reject even the superuser.
    return Stream.of(file, file.resolve("below"), Path.of("/proc/gazeshift"));
  }

  @ParameterizedTest
  @MethodSource("unwritable")
  void aDirectoryThatCannotBeWrittenIsNamed(Path directory) {
    assertThat(rejection(BrokerSettings.in(directory)))
        .hasMessageStartingWith("broker.data-dir: cannot write to " + directory + " (")
        .hasMessageEndingWith("); set a directory that this user may write to");
  }

  @Test
  void aDirectoryInUseByAnotherBrokerIsNamed() {
    Path directory = OTHER.directory();
    assertThat(rejection(BrokerSettings.in(directory).withStopTimeout(Duration.ofMillis(300))))
        .hasMessage(
            "broker.data-dir: %s is in use by another running broker; stop it, or set another"
                + " directory",
            directory);
  }

  @Test
  void aDiskThatIsTooFullIsNamed() {
    long tooMuch = Long.MAX_VALUE >> 20;
    assertThat(rejection(BrokerSettings.in(temp).withMinFreeMiB(tooMuch)))
        .hasMessageStartingWith("broker.data-dir: " + temp + " has ")
        .hasMessageContaining(" MiB of free disk space, but " + tooMuch);
  }

  @Test
  void dataThatKafkaCannotReadIsReportedInItsWords() throws Exception {
    Path kafka = Files.createDirectories(temp.resolve("foreign/kafka"));
    Files.writeString(kafka.resolve("meta.properties"), "version=1\nnode.id=77\ncluster.id=x\n");

    assertThat(rejection(BrokerSettings.in(kafka.getParent())))
        .hasMessageStartingWith("broker: could not start (")
        .hasMessageContaining("77")
        .hasMessageEndingWith("; its logs are in " + kafka.resolveSibling("logs"));
  }

  @Test
  void anAddressThisMachineDoesNotHaveIsNamed() {
    assertThatThrownBy(() -> Ports.rejectUnusable("192.0.2.1", 9092))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("broker.bind: 192.0.2.1 is not an address of this machine");
  }

  private static UserError rejection(BrokerSettings settings) {
    UserError rejection =
        catchThrowableOfType(
            UserError.class, () -> EmbeddedBroker.start(settings, new BrokerListener() {}));
    assertThat(rejection.getMessage()).doesNotContain("\n");
    return rejection;
  }
}
