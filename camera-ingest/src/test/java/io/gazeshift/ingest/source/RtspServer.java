package io.gazeshift.ingest.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** GStreamer's RTSP server in a process of its own, which can be killed, stopped and started. */
public final class RtspServer implements AutoCloseable {

  /** Debian's own Python, for it is that one which has Debian's GStreamer. */
  private static final String PYTHON = "/usr/bin/python3";

  private static final String NAME =
      "GStreamer RTSP server for Python (gir1.2-gst-rtsp-server-1.0)";

  private final Path film;
  private final Path script;
  private final int port;
  private Process process;

  /** Serves the film on a free port of loopback; not started yet. */
  public RtspServer(Path film) throws IOException {
    this.film = film;
    this.script = film.resolveSibling("rtsp_server.py");
    try (InputStream resource = RtspServer.class.getResourceAsStream("/rtsp_server.py")) {
      Files.copy(resource, script, StandardCopyOption.REPLACE_EXISTING);
    }
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = free.getLocalPort();
    }
  }

  /** Skips the test where this machine has none; fails it where REQUIRE_TOOLS names gstreamer. */
  public static void need() throws IOException, InterruptedException {
    boolean isThere = isThere();
    String required = System.getenv().getOrDefault("REQUIRE_TOOLS", "");
    if (!isThere && List.of(required.split("\\s+")).contains("gstreamer")) {
      throw new AssertionError("REQUIRE_TOOLS names gstreamer, but there is no " + NAME);
    }
    Assumptions.assumeTrue(isThere, "no " + NAME);
  }

  private static boolean isThere() throws IOException, InterruptedException {
    if (!Files.isExecutable(Path.of(PYTHON))) {
      return false;
    }
    Process probe =
        new ProcessBuilder(
                PYTHON,
                "-c",
                "import gi; gi.require_version('GstRtspServer', '1.0');"
                    + " gi.require_version('Gst', '1.0'); from gi.repository import Gst;"
                    + " Gst.init(None); assert all(map(Gst.ElementFactory.find,"
                    + " ('qtdemux', 'h264parse', 'rtph264pay')))")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return probe.waitFor(2, TimeUnit.MINUTES) && probe.exitValue() == 0;
  }

  /** Lets anybody look, or, given {@code user:password}, only those who know it. */
  public void start(String... credentials) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(PYTHON, script.toString(), Integer.toString(port), film.toString()));
    command.addAll(List.of(credentials));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    if (!"ready".equals(out.readLine())) {
      throw new IOException("the RTSP server did not start");
    }
  }

  /** {@code userInfo} is empty or ends in '@'. */
  public String url(String userInfo, String path) {
    return "rtsp://%s127.0.0.1:%d%s".formatted(userInfo, port, path);
  }

  /** Sends it a signal by the name kill(1) knows. */
  public void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() throws Exception {
    kill();
  }
}
