package io.gazeshift.ingest.preview;

import io.gazeshift.common.UserError;
import io.gazeshift.common.http.Answer;
import io.gazeshift.common.http.Exchange;
import io.gazeshift.common.http.HttpServer;
import io.gazeshift.common.http.ListenAddress;
import io.gazeshift.common.http.VisitorRules;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CaptureClock;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * Shows what the cameras see, with the located heads and the patches, also where there is no
 * inference and so no other page. It serves a page and one stream for each camera, by name, and no
 * files. The number of streams is bounded. The one who starts it closes it, before or after the
 * cameras.
 */
public final class PreviewServer implements FrameViews, AutoCloseable {

  static final int MAX_STREAMS = 8;

  private final Map<String, LatestPicture> byCamera = new LinkedHashMap<>();
  private final Map<String, String> cameraByPath = new LinkedHashMap<>();
  private final Semaphore places = new Semaphore(MAX_STREAMS);
  private final CaptureClock clock;
  private final byte[] placeholder = Placeholder.jpeg();
  private final HttpServer server;

  private PreviewServer(
      ListenAddress address, VisitorRules rules, Collection<String> cameras, CaptureClock clock) {
    this.clock = clock;
    for (String camera : cameras) {
      byCamera.put(camera, new LatestPicture(clock));
      cameraByPath.put(path(camera), camera);
    }
    this.server = HttpServer.start("ingest.preview", address, this::handle, rules);
  }

  /**
   * Starts to listen.
   *
   * @param rules further names of this machine
   * @throws UserError where the address is taken or not of this machine
   */
  public static PreviewServer start(
      ListenAddress address, VisitorRules rules, Collection<String> cameras, CaptureClock clock) {
    return new PreviewServer(address, rules, cameras, clock);
  }

  /** Where to look. */
  public String url() {
    return server.url();
  }

  @Override
  public FrameView open(String camera, CameraIntrinsics intrinsics) {
    return new PreviewPainter(intrinsics, byCamera.get(camera), clock);
  }

  static String path(String camera) {
    return "/cameras/" + camera + ".mjpg";
  }

  private void handle(Exchange exchange) throws IOException {
    String path = exchange.path();
    if (!exchange.method().equals("GET")) {
      exchange.setHeader("Allow", "GET");
      exchange.send(Answer.text(405, "only GET\n"));
    } else if (path.equals("/")) {
      exchange.send(Answer.html(PreviewPage.html(byCamera.keySet())));
    } else if (cameraByPath.containsKey(path)) {
      stream(exchange, cameraByPath.get(path));
    } else {
      exchange.send(Answer.text(404, "no such camera or page\n"));
    }
  }

  private void stream(Exchange exchange, String camera) throws IOException {
    if (!places.tryAcquire()) {
      exchange.send(
          Answer.text(
              503, "already serving %d viewers; close one and try again\n".formatted(MAX_STREAMS)));
      return;
    }
    try {
      new MjpegStream(exchange, placeholder).run(byCamera.get(camera));
    } finally {
      places.release();
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
