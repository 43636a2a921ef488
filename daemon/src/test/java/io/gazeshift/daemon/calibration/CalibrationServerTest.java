package io.gazeshift.daemon.calibration;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.adaptation.glance.GuidedRun;
import io.gazeshift.adaptation.glance.ScreenPoints.Spot;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.ScreenPlace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The page, without a person in front of a camera. */
class CalibrationServerTest {

  /** These tests record no point, so they need no watch. */
  private final GuidedRun run =
      new GuidedRun(
          List.of(new Spot(0.5, 0.5)),
          ScreenPlace.ofCentre(new PointMm(0, 170, 0), 530, 300, new PointMm(0, 0, 1)),
          null,
          null,
          null,
          Duration.ofSeconds(1),
          null);

  private final CalibrationServer server = CalibrationServer.start(run, 0, new Random(1));
  private final URI page = URI.create(server.url());

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void clientsThatAreSlowToAskDoNotKeepThePageFromOthers() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), page.getPort());
        slow.add(socket);
        socket.getOutputStream().write("GET / HTTP/1.1\r\nX-Slow: ".getBytes(US_ASCII));
      }
      // In less time than it takes until the first of them is hung up on.
      HttpResponse<String> answer =
          send(HttpRequest.newBuilder(page).timeout(Duration.ofSeconds(4)).GET());
      assertThat(answer.statusCode()).isEqualTo(200);
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  @Test
  void afterTheEndNoPointIsLookedAt() throws Exception {
    assertThat(send(post("done")).statusCode()).isEqualTo(200);
    assertThat(run.awaitEnd(Duration.ofSeconds(10))).isTrue();
    HttpResponse<String> late = send(post("points/0"));
    assertThat(late.statusCode()).isEqualTo(409);
    assertThat(late.body()).contains("has ended");
  }

  private HttpRequest.Builder post(String what) {
    return HttpRequest.newBuilder(page.resolve(what)).POST(BodyPublishers.noBody());
  }

  private static HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }
}
