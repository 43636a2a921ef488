package io.gazeshift.daemon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ErrorReporter;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.roles.Roles;
import io.gazeshift.testing.RunningBroker;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.Thread.UncaughtExceptionHandler;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A role of which a thread ends by an error. */
@Timeout(120)
class ThreadDeathIT {

  private static final String DEATH =
      "thread camera-lab ended by java.lang.OutOfMemoryError: no native memory";

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  @TempDir Path home;
  private final UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
  private final HttpClient client = HttpClient.newHttpClient();
  private final StringWriter err = new StringWriter();

  @AfterEach
  void itClosedWhatItHadOpened() {
    assertThat(Thread.getDefaultUncaughtExceptionHandler()).isSameAs(before);
  }

  @Test
  void itIsNotHealthyAndEndsWithTheExitCodeOfAFailure() {
    List<HttpResponse<String>> answers = new ArrayList<>();
    int exitCode =
        run(
            BROKER.bootstrap(),
            roles -> {
              roles.startNone();
              answers.add(healthz(roles));
              dies();
              answers.add(healthz(roles));
            });

    assertThat(answers).extracting(HttpResponse::statusCode).containsExactly(200, 503);
    assertThat(answers.get(1).body()).contains(DEATH);
    assertThat(exitCode).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains(DEATH).doesNotContain("internal error");
  }

  @Test
  void itEndsWhileItWaitsForItsBroker() throws IOException {
    camera().start();
    assertThat(run("127.0.0.1:" + freePort(), Roles::startNone)).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains(DEATH);
  }

  private int run(String kafka, Consumer<Roles> start) {
    Console console =
        new Console(new PrintWriter(new StringWriter()), new PrintWriter(err), false, 80, Map.of());
    CommandLine line = new CommandLine(new Role(console, start));
    new ErrorReporter(console).attachTo(line);
    return line.execute(
        "--set=kafka.bootstrap=" + kafka, "--set=broker.data-dir=" + home, "--set=http.listen=0");
  }

  /** Dies as soon as the process watches its threads. */
  private Thread camera() {
    return new Thread(
        () -> {
          while (Thread.getDefaultUncaughtExceptionHandler() == before) {
            Thread.yield();
          }
          throw new OutOfMemoryError("no native memory");
        },
        "camera-lab");
  }

  private void dies() {
    Thread camera = camera();
    camera.start();
    try {
      camera.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private HttpResponse<String> healthz(Roles roles) {
    URI healthz = URI.create(roles.url().orElseThrow()).resolve("healthz");
    try {
      return client.send(HttpRequest.newBuilder(healthz).build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Command(name = "role")
  private static final class Role implements Callable<Integer> {

    private final Console console;
    private final Consumer<Roles> start;

    @Mixin private CommonOptions options = new CommonOptions();

    Role(Console console, Consumer<Roles> start) {
      this.console = console;
      this.start = start;
    }

    @Override
    public Integer call() throws InterruptedException {
      return new RoleProcess("mirror", console, options).run(new Flags(), start);
    }
  }
}
