package io.gazeshift.backbone.openvino;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.gazeshift.common.UserError;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files are others than the real ones, as is the server; the way is the same. */
class GazeNetworkFetchTest {

  private static final byte[] LAYERS = "layers".getBytes(StandardCharsets.UTF_8);
  private static final byte[] WEIGHTS = "some weights".getBytes(StandardCharsets.UTF_8);

  private final Map<String, byte[]> served = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer server;

  @TempDir private Path dir;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/FP32/",
        exchange -> {
          String name = exchange.getRequestURI().getPath().substring("/FP32/".length());
          asked.add(name);
          byte[] content = served.get(name);
          exchange.sendResponseHeaders(content == null ? 404 : 200, content == null ? -1 : 0);
          if (content != null) {
            try (OutputStream body = exchange.getResponseBody()) {
              body.write(content);
            }
          }
          exchange.close();
        });
    server.createContext(
        "/moved/",
        exchange -> {
          String name = exchange.getRequestURI().getPath().substring("/moved/".length());
          exchange.getResponseHeaders().add("Location", "/FP32/" + name);
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });
    server.start();
    served.put("net.xml", LAYERS);
    served.put("net.bin", WEIGHTS);
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void bothFilesAreDownloadedAndProgressTold() throws Exception {
    List<Double> progress = new ArrayList<>();

    List<Path> written = byHttp("/FP32/").into(models(), progress::add);

    assertThat(written).containsExactly(models().resolve("net.xml"), models().resolve("net.bin"));
    assertThat(models().resolve("net.xml")).hasBinaryContent(LAYERS);
    assertThat(models().resolve("net.bin")).hasBinaryContent(WEIGHTS);
    assertThat(progress).first().isEqualTo(0.0);
    assertThat(progress).last().isEqualTo(1.0);
    assertThat(progress).isSorted();
    try (var files = Files.list(models())) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void aRedirectIsFollowed() throws Exception {
    assertThat(byHttp("/moved/").into(models(), done -> {})).hasSize(2);
  }

  @Test
  void onlyWhatIsMissingOrWrongIsDownloaded() throws Exception {
    Files.createDirectories(models());
    Files.write(models().resolve("net.xml"), LAYERS);
    Files.writeString(models().resolve("net.bin"), "broken");

    assertThat(byHttp("/FP32/").into(models(), done -> {}))
        .containsExactly(models().resolve("net.bin"));
    assertThat(byHttp("/FP32/").into(models(), done -> {})).isEmpty();
    assertThat(asked).containsExactly("net.bin");
  }

  @Test
  void anotherContentOfTheSameSizeIsRejectedAndNothingWritten() {
    served.put("net.bin", "evil weights".getBytes(StandardCharsets.UTF_8));

    assertRejected(
        byHttp("/FP32/"),
        "/FP32/net.bin has the SHA-384 ",
        PinnedFile.sha384Of(WEIGHTS),
        "Nothing was written");
  }

  @Test
  void aFileThatEndsTooSoonIsRejected() {
    served.put("net.bin", new byte[3]);
    assertRejected(byHttp("/FP32/"), "/FP32/net.bin has 3 bytes, expected 12");
  }

  @Test
  void aFileThatDoesNotEndIsNotReadToItsEnd() {
    served.put("net.bin", new byte[4_000_000]);
    assertRejected(byHttp("/FP32/"), "/FP32/net.bin has more than the expected 12 bytes");
  }

  @Test
  void anAnswerThatIsNoFileIsRepeated() {
    served.remove("net.bin");
    assertRejected(
        byHttp("/FP32/"), "cannot download ", "/FP32/net.bin (the server answers 404)", "--from");
  }

  @Test
  void aServerThatIsNotThereIsNamed() {
    GazeNetworkFetch fetch = byHttp("/FP32/");
    server.stop(0);
    assertRejected(fetch, "cannot download ", "/FP32/net.xml", "check the network", "--from");
  }

  @Test
  void aServerThatStopsSendingIsGivenUp() throws Exception {
    CountDownLatch givenUp = new CountDownLatch(1);
    server.createContext(
        "/stalled/",
        exchange -> {
          exchange.sendResponseHeaders(200, LAYERS.length);
          exchange.getResponseBody().write(LAYERS, 0, 3);
          exchange.getResponseBody().flush();
          try {
            givenUp.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    URI folder =
        URI.create(
            "http://%s:%d/stalled/"
                .formatted(
                    server.getAddress().getAddress().getHostAddress(),
                    server.getAddress().getPort()));
    try {
      assertRejected(
          new GazeNetworkFetch(new HttpFiles(folder, Duration.ofSeconds(1)), pinned()),
          "cannot download ",
          "/stalled/net.xml (the server sent nothing for 1 s)",
          "--from");
    } finally {
      givenUp.countDown();
    }
  }

  @Test
  void filesOfADirectoryAreCheckedAsWell() throws Exception {
    Path from = Files.createDirectory(dir.resolve("from"));
    Files.write(from.resolve("net.xml"), LAYERS);
    GazeNetworkFetch fetch = new GazeNetworkFetch(new LocalFiles(from), pinned());
    assertRejected(fetch, "--from: " + from + " does not contain net.bin", "https://");

    Files.writeString(from.resolve("net.bin"), "evil weights");
    assertRejected(fetch, from.resolve("net.bin") + " has the SHA-384 ", "Nothing was written");

    Files.write(from.resolve("net.bin"), WEIGHTS);
    assertThat(fetch.into(models(), done -> {})).hasSize(2);
    assertThat(models().resolve("net.bin")).hasBinaryContent(WEIGHTS);
  }

  @Test
  void aDirectoryThatCannotBeMadeIsNamed() throws Exception {
    Files.writeString(models(), "a file");
    assertThatThrownBy(() -> byHttp("/FP32/").into(models(), done -> {}))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("faces.models: cannot write", models().toString());
  }

  @Test
  void withoutItsFilesTheNetworkSaysHowToGetThem() throws Exception {
    GazeNetworkFiles files = new GazeNetworkFiles(models());
    assertThat(files.areComplete()).isFalse();
    assertThatThrownBy(files::read)
        .isInstanceOf(UserError.class)
        .hasMessage(
            "%s does not contain gaze-estimation-adas-0002.xml; run"
                + " 'gazeshift models fetch --gaze intel'",
            models());

    Files.createDirectories(models());
    Files.writeString(models().resolve("gaze-estimation-adas-0002.xml"), "broken");
    assertThatThrownBy(files::read)
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("has 6 bytes, expected 68724", "--gaze intel' to replace it");
  }

  private static List<PinnedFile> pinned() {
    return List.of(
        new PinnedFile("net.xml", LAYERS.length, PinnedFile.sha384Of(LAYERS)),
        new PinnedFile("net.bin", WEIGHTS.length, PinnedFile.sha384Of(WEIGHTS)));
  }

  private GazeNetworkFetch byHttp(String path) {
    URI folder =
        URI.create(
            "http://%s:%d%s"
                .formatted(
                    server.getAddress().getAddress().getHostAddress(),
                    server.getAddress().getPort(),
                    path));
    return new GazeNetworkFetch(new HttpFiles(folder, Duration.ofSeconds(20)), pinned());
  }

  private void assertRejected(GazeNetworkFetch fetch, String... parts) {
    assertThatThrownBy(() -> fetch.into(models(), done -> {}))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll(parts);
    assertThat(models()).doesNotExist();
  }

  private Path models() {
    return dir.resolve("models");
  }
}
