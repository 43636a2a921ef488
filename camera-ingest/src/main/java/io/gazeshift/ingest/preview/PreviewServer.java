package io.gazeshift.ingest.preview;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gazeshift.common.UserError;
import io.gazeshift.common.http.HttpListening;
import io.gazeshift.common.http.HttpThreads;
import io.gazeshift.common.http.ListenAddress;
import io.gazeshift.common.http.VisitorCheck;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CaptureClock;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Shows what the cameras see on a page of this machine. It serves that page and one stream for each
 * camera, by name, and no files. The number of clients is bounded; one that does not take its
 * pictures is cut off. The caller closes it, before or after the cameras.
 */
public final class PreviewServer implements FrameViews, AutoCloseable {

  static final int MAX_STREAMS = 8;

  private static final Duration STUCK = Duration.ofSeconds(5);

  private final Map<String, LatestPicture> byCamera = new LinkedHashMap<>();
  private final Map<String, String> cameraByPath = new LinkedHashMap<>();
  private final Semaphore places = new Semaphore(MAX_STREAMS);
  private final Set<MjpegStream> streams = ConcurrentHashMap.newKeySet();
  private final CaptureClock clock;
  private final VisitorCheck visitors;
  private final byte[] placeholder;
  private final ExecutorService threads = HttpThreads.open("preview");
  private final ScheduledExecutorService watchdog =
      Executors.newSingleThreadScheduledExecutor(PreviewServer::thread);
  private final HttpServer server;

  private PreviewServer(
      Collection<String> cameras, HttpServer server, byte[] placeholder, CaptureClock clock) {
    this.placeholder = placeholder;
    this.clock = clock;
    this.server = server;
    this.visitors = VisitorCheck.of(server);
    for (String camera : cameras) {
      byCamera.put(camera, new LatestPicture(clock));
      cameraByPath.put(path(camera), camera);
    }
  }

  /**
   * Starts to listen.
   *
   * @throws UserError where the address is taken or not of this machine
   */
  public static PreviewServer start(
      ListenAddress address, Collection<String> cameras, CaptureClock clock) {
    byte[] placeholder = Placeholder.jpeg();
    HttpServer http = HttpListening.open("ingest.preview", address);
    PreviewServer server = new PreviewServer(cameras, http, placeholder, clock);
    server.listen();
    return server;
  }

  private void listen() {
    HttpListening.serve(server, threads, this::handle);
    var unused =
        watchdog.scheduleWithFixedDelay(
            () -> streams.forEach(stream -> stream.closeIfStuck(STUCK)), 1, 1, TimeUnit.SECONDS);
  }

  /** Where to look. */
  public String url() {
    return HttpListening.url(server);
  }

  @Override
  public FrameView open(String camera, CameraIntrinsics intrinsics) {
    return new PreviewPainter(intrinsics, byCamera.get(camera), clock);
  }

  static String path(String camera) {
    return "/cameras/" + camera + ".mjpg";
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      exchange.getResponseHeaders().set("Cross-Origin-Resource-Policy", "same-origin");
      exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
      Optional<String> rejection = visitors.rejection(exchange);
      String path = exchange.getRequestURI().getRawPath();
      if (rejection.isPresent()) {
        answer(exchange, 403, "text/plain", rejection.get());
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        answer(exchange, 405, "text/plain", "only GET\n");
      } else if (path.equals("/")) {
        answer(exchange, 200, "text/html", PreviewPage.html(byCamera.keySet()));
      } else if (cameraByPath.containsKey(path)) {
        stream(exchange, cameraByPath.get(path));
      } else {
        answer(exchange, 404, "text/plain", "no such camera or page\n");
      }
    }
  }

  private void stream(HttpExchange exchange, String camera) throws IOException {
    if (!places.tryAcquire()) {
      answer(
          exchange,
          503,
          "text/plain",
          "already serving %d viewers; close one and try again\n".formatted(MAX_STREAMS));
      return;
    }
    MjpegStream stream = new MjpegStream(exchange, placeholder);
    streams.add(stream);
    try {
      stream.run(byCamera.get(camera));
    } finally {
      streams.remove(stream);
      places.release();
    }
  }

  private static void answer(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "preview");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    watchdog.shutdownNow();
    server.stop(0);
    threads.shutdownNow();
  }
}
