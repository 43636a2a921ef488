package io.gazeshift.ingest.preview;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.UserError;
import io.gazeshift.common.http.ListenAddress;
import io.gazeshift.common.http.VisitorRules;
import io.gazeshift.ingest.normalise.NormalisedFace;
import io.gazeshift.ingest.normalise.Normaliser;
import io.gazeshift.ingest.normalise.VirtualCamera;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.ManualClock;
import io.gazeshift.ingest.source.Pacer;
import io.gazeshift.ingest.synthetic.SyntheticCamera;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.opencv.core.Core;
import org.opencv.core.Mat;
import org.opencv.core.MatOfByte;
import org.opencv.imgcodecs.Imgcodecs;

@Timeout(120)
class PreviewServerTest {

  private final ManualClock clock = new ManualClock();
  private final List<Socket> sockets = new ArrayList<>();
  private PreviewServer server;
  private SyntheticCamera camera;
  private CameraFrame frame;
  private Normaliser normaliser;
  private FrameView view;

  @BeforeEach
  void open() {
    server =
        PreviewServer.start(
            new ListenAddress(Optional.empty(), 0),
            new VisitorRules(List.of("edge-box.local"), List.of()),
            List.of("door", "window"),
            clock);
    camera = new SyntheticCamera(SyntheticScene.LAB, 1, Pacer.unpaced(30, 0));
    frame = CameraFrame.of(camera.intrinsics());
    normaliser = new Normaliser(camera.intrinsics(), VirtualCamera.STANDARD);
    view = server.open("door", camera.intrinsics());
  }

  @AfterEach
  void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    server.close();
    view.close();
    normaliser.close();
    frame.close();
    camera.close();
  }

  @Test
  void thePageShowsEveryCamera() throws IOException {
    Answer answer = ask("GET / HTTP/1.1", "localhost");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-type")).startsWith("text/html");
    assertThat(answer.header("Cache-control")).isEqualTo("no-store");
    assertThat(answer.body())
        .contains("src=\"/cameras/door.mjpg\"", "src=\"/cameras/window.mjpg\"");
  }

  @Test
  void whoLooksSeesTheFrameMadeSmallWithThePatchBesideIt() throws Exception {
    Answer answer = watch("door");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-type")).startsWith("multipart/x-mixed-replace; boundary=");

    showUntilDrawn();
    Mat picture = decode(answer.nextPicture());

    int width = Math.min(640, camera.intrinsics().width());
    assertThat(picture.cols()).isEqualTo(width + 160);
    assertThat(picture.rows())
        .isEqualTo(
            Math.max(160, width * camera.intrinsics().height() / camera.intrinsics().width()));
    Mat patch = picture.submat(0, 160, width, width + 160);
    assertThat(Core.mean(patch).val[0]).as("not the empty strip").isNotEqualTo(48);
    picture.release();
  }

  @Test
  void nothingIsDrawnWithoutAViewer() throws Exception {
    LatestPicture picture = new LatestPicture(clock);
    try (PreviewPainter painter = new PreviewPainter(camera.intrinsics(), picture, clock)) {
      showIn(painter);
      LatestPicture.Watch watch = picture.watch();
      assertThat(watch.next(Duration.ZERO)).isEmpty();

      clock.advanceMillis(500);
      showIn(painter);
      assertThat(watch.next(Duration.ZERO)).isPresent();

      clock.advanceMillis(100);
      showIn(painter);
      assertThat(watch.next(Duration.ZERO)).as("five a second at most").isEmpty();

      watch.close();
      clock.advanceMillis(500);
      showIn(painter);
      assertThat(picture.isWatched()).isFalse();
    }
  }

  @Test
  void aCameraThatShowsNothingIsSaidToShowNothing() throws Exception {
    Mat picture = decode(watch("window").nextPicture());

    assertThat(picture.cols()).isEqualTo(640);
    picture.release();
  }

  @Test
  void whatIsNoCameraIsNotFound() throws IOException {
    for (String path :
        List.of("/cameras/garden.mjpg", "/cameras/", "/etc/passwd", "/cameras/door.mjpg/..")) {
      assertThat(ask("GET " + path + " HTTP/1.1", "localhost").status()).as(path).isEqualTo(404);
    }
  }

  @Test
  void pathsThatLeaveTheServerAreBadRequests() throws IOException {
    for (String path :
        List.of("/cameras/../../etc/passwd", "/cameras/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd")) {
      assertThat(ask("GET " + path + " HTTP/1.1", "localhost").status()).as(path).isEqualTo(400);
    }
  }

  @Test
  void onlyReadingIsAllowed() throws IOException {
    assertThat(ask("POST / HTTP/1.1", "localhost").status()).isEqualTo(405);
    assertThat(ask("DELETE /cameras/door.mjpg HTTP/1.1", "localhost").status()).isEqualTo(405);
  }

  @Test
  void otherSitesInABrowserOfThisMachineSeeNothing() throws IOException {
    assertThat(ask("GET / HTTP/1.1", "evil.example:80").status()).isEqualTo(403);
    assertThat(
            ask("GET /cameras/door.mjpg HTTP/1.1\r\nSec-Fetch-Site: cross-site", "localhost")
                .status())
        .isEqualTo(403);
  }

  @Test
  void itAnswersUnderTheNamesThatAreConfigured() throws IOException {
    assertThat(ask("GET / HTTP/1.1", "edge-box.local").status()).isEqualTo(200);
    assertThat(ask("GET / HTTP/1.1", "other-box.local").status()).isEqualTo(403);
  }

  @Test
  void itListensOnThisMachineOnly() {
    assertThat(server.url()).startsWith("http://127.0.0.1:");
  }

  @Test
  void moreClientsThanThereArePlacesAreRejected() throws IOException {
    for (int i = 0; i < PreviewServer.MAX_STREAMS; i++) {
      assertThat(watch("door").status()).isEqualTo(200);
    }

    assertThat(watch("door").status()).isEqualTo(503);
    assertThat(ask("GET / HTTP/1.1", "localhost").status()).as("the page").isEqualTo(200);

    sockets.get(0).close();
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              show();
              return watch("door").status() == 200;
            });
  }

  @Test
  void clientsThatAreSlowToAskDoNotKeepThePageFromOthers() throws IOException {
    URI url = URI.create(server.url());
    for (int i = 0; i < 100; i++) {
      Socket socket = new Socket(url.getHost(), url.getPort());
      sockets.add(socket);
      socket.getOutputStream().write("GET / HTTP/1.1\r\nX-Slow: ".getBytes(US_ASCII));
    }

    long askedNanos = System.nanoTime();
    assertThat(ask("GET / HTTP/1.1", "localhost").status()).isEqualTo(200);

    // In less time than it takes until the first of them is hung up on.
    assertThat(Duration.ofNanos(System.nanoTime() - askedNanos)).isLessThan(Duration.ofSeconds(4));
  }

  @Test
  void aClientThatDoesNotReadDelaysNeitherTheCameraNorOthers() throws Exception {
    watch("door");
    Answer reading = watch("door");

    // More than the system buffers of a connection take.
    for (int i = 0; i < 400; i++) {
      showUntilDrawn();
    }

    assertThat(decode(reading.nextPicture()).empty()).isFalse();
  }

  @Test
  void closingEndsTheStreams() throws Exception {
    Answer answer = watch("door");

    server.close();

    assertThatThrownBy(
            () -> {
              while (true) {
                answer.nextPicture();
              }
            })
        .isInstanceOf(IOException.class);
  }

  @Test
  void aPortThatIsTakenIsSaidSo() {
    int port = URI.create(server.url()).getPort();

    assertThatThrownBy(
            () ->
                PreviewServer.start(
                    new ListenAddress(Optional.empty(), port),
                    VisitorRules.OWN_NAMES,
                    List.of("door"),
                    clock))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("ingest.preview: cannot listen on port " + port);
  }

  /** A frame that is due, for everybody who looks already. */
  private void showUntilDrawn() throws Exception {
    clock.advanceMillis(250);
    show();
  }

  private void show() throws InterruptedException {
    showIn(view);
  }

  private void showIn(FrameView shown) throws InterruptedException {
    camera.read(frame);
    shown.begin(frame.bgr());
    NormalisedFace face = normaliser.normalise(frame.bgr(), camera.truth().pose());
    shown.face(camera.locator().locate(frame).get(0), face.patch());
    shown.end();
  }

  private static Mat decode(byte[] jpeg) {
    MatOfByte bytes = new MatOfByte(jpeg);
    Mat picture = Imgcodecs.imdecode(bytes, Imgcodecs.IMREAD_COLOR);
    bytes.release();
    return picture;
  }

  private Answer watch(String name) throws IOException {
    return ask("GET /cameras/" + name + ".mjpg HTTP/1.1", "localhost");
  }

  /** As bytes on a socket, so that nothing tidies up the request. */
  private Answer ask(String request, String host) throws IOException {
    URI url = URI.create(server.url());
    Socket socket = new Socket(url.getHost(), url.getPort());
    sockets.add(socket);
    socket.setSoTimeout(20_000);
    socket.getOutputStream().write((request + "\r\nHost: " + host + "\r\n\r\n").getBytes(US_ASCII));
    return new Answer(new DataInputStream(new BufferedInputStream(socket.getInputStream())));
  }

  /** Reads HTTP by hand. */
  private static final class Answer {

    private final DataInputStream in;
    private final String status;
    private final List<String> headers = new ArrayList<>();
    private int chunkLeft;

    Answer(DataInputStream in) throws IOException {
      this.in = in;
      this.status = line();
      for (String line = line(); !line.isEmpty(); line = line()) {
        headers.add(line);
      }
    }

    int status() {
      return Integer.parseInt(status.substring(9, 12));
    }

    String header(String name) {
      return headers.stream()
          .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
          .map(line -> line.substring(name.length() + 1).strip())
          .findFirst()
          .orElse("");
    }

    String body() throws IOException {
      byte[] body = new byte[Integer.parseInt(header("Content-length"))];
      in.readFully(body);
      return new String(body, US_ASCII);
    }

    byte[] nextPicture() throws IOException {
      String line = chunkedLine();
      while (!line.startsWith("Content-Length: ")) {
        line = chunkedLine();
      }
      byte[] jpeg = new byte[Integer.parseInt(line.substring(16))];
      chunkedLine();
      for (int i = 0; i < jpeg.length; i++) {
        jpeg[i] = (byte) chunkedByte();
      }
      return jpeg;
    }

    private String chunkedLine() throws IOException {
      StringBuilder line = new StringBuilder();
      for (int c = chunkedByte(); c != '\n'; c = chunkedByte()) {
        line.append((char) c);
      }
      return line.toString().strip();
    }

    private int chunkedByte() throws IOException {
      if (chunkLeft == 0) {
        String size = line();
        chunkLeft = Integer.parseInt(size.isEmpty() ? line() : size, 16);
        if (chunkLeft == 0) {
          throw new IOException("the stream ended");
        }
      }
      chunkLeft--;
      return in.readUnsignedByte();
    }

    private String line() throws IOException {
      StringBuilder line = new StringBuilder();
      for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
        line.append((char) c);
      }
      return line.toString().strip();
    }
  }
}
