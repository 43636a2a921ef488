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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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

  private StreamSource connect(String path) throws Exception {
    return StreamSource.open(
        new SourceAddress.Stream(url(path), false, true),
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
}
