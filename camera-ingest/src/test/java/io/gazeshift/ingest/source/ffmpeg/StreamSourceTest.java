package io.gazeshift.ingest.source.ffmpeg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.ManualClock;
import io.gazeshift.ingest.source.SourceAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class StreamSourceTest {

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer camera;

  @BeforeEach
  void open() throws IOException {
    camera = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    camera.start();
  }

  @AfterEach
  void close() {
    camera.stop(0);
  }

  /** An address that the playlist names may be one inside our network. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n%s\n#EXT-X-ENDLIST\n",
        "ffconcat version 1.0\nfile %s\n",
        "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=%s\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n"
      })
  void aCameraThatAnswersWithAPlaylistMakesUsFetchNothingElse(String playlist) {
    answer("/video", playlist.formatted(url("/secret.ts")));
    answer("/secret.ts", "secret");

    assertThatThrownBy(() -> connect("/video")).isInstanceOf(IOException.class);

    assertThat(asked).isNotEmpty().doesNotContain("/secret.ts");
  }

  /** FFmpeg has no option against it; the guide to cameras says so. */
  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void aCameraCanRedirectUsToAnotherAddress(int status) throws Exception {
    try (Port other = Port.thatHangsUp()) {
      redirect("/video", status, "http://127.0.0.1:%d/stream".formatted(other.number()));

      assertThatThrownBy(() -> connect("/video")).isInstanceOf(IOException.class);

      assertThat(other.connections()).isPositive();
    }
  }

  @Test
  void anRtspCameraCanRedirectUsToAnotherAddress() throws Exception {
    try (Port other = Port.thatHangsUp();
        Port rtsp =
            Port.thatAnswers(
                "RTSP/1.0 302 Found\r\nCSeq: 1\r\nLocation: rtsp://127.0.0.1:%d/stream\r\n\r\n"
                    .formatted(other.number()))) {
      assertThatThrownBy(() -> open("rtsp://127.0.0.1:%d/video".formatted(rtsp.number())))
          .isInstanceOf(IOException.class);

      assertThat(other.connections()).isPositive();
    }
  }

  private StreamSource connect(String path) throws Exception {
    return open(url(path));
  }

  private static StreamSource open(String url) throws Exception {
    return StreamSource.open(
        new SourceAddress.Stream(url, false, true),
        (width, height) -> CameraIntrinsics.assumed(width, height, 60),
        new ManualClock());
  }

  private String url(String path) {
    return "http://127.0.0.1:%d%s".formatted(camera.getAddress().getPort(), path);
  }

  private void answer(String path, String text) {
    camera.createContext(
        path,
        exchange -> {
          asked.add(exchange.getRequestURI().getPath());
          byte[] body = text.getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  private void redirect(String path, int status, String location) {
    camera.createContext(
        path,
        exchange -> {
          asked.add(exchange.getRequestURI().getPath());
          exchange.getResponseHeaders().set("Location", location);
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
  }

  /** Counts its connections, and gives each the same answer as soon as it asks something. */
  private static final class Port implements AutoCloseable {

    private final ServerSocket server;
    private final String answer;
    private final AtomicInteger connections = new AtomicInteger();
    private final Thread thread = new Thread(this::serve, "port");

    private Port(String answer) throws IOException {
      this.server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
      this.answer = answer;
      thread.start();
    }

    static Port thatAnswers(String answer) throws IOException {
      return new Port(answer);
    }

    static Port thatHangsUp() throws IOException {
      return new Port("");
    }

    int number() {
      return server.getLocalPort();
    }

    int connections() {
      return connections.get();
    }

    private void serve() {
      while (!server.isClosed()) {
        try (Socket socket = server.accept()) {
          connections.incrementAndGet();
          socket.getInputStream().read(new byte[4096]);
          socket.getOutputStream().write(answer.getBytes(UTF_8));
        } catch (IOException e) {
          // Closed by either side.
        }
      }
    }

    @Override
    public void close() throws Exception {
      server.close();
      thread.join();
    }
  }
}
