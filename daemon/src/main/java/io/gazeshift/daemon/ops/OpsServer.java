package io.gazeshift.daemon.ops;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gazeshift.common.UserError;
import io.gazeshift.common.http.HttpListening;
import io.gazeshift.common.http.HttpThreads;
import io.gazeshift.common.http.ListenAddress;
import io.gazeshift.common.http.VisitorCheck;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves routes by their exact paths, and below a path that ends in a slash, what is directly
 * there. Its threads are bounded: one client too many is hung up on, and so is one that does not
 * take its answer in time. Whoever starts it closes it.
 */
public final class OpsServer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(OpsServer.class);

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final HttpServer server;
  private final VisitorCheck visitors;
  private final Map<String, Route> routes;
  private final Map<HttpExchange, Long> sinceNanos = new ConcurrentHashMap<>();
  private final ExecutorService threads = HttpThreads.open("http");
  private final ScheduledExecutorService watchdog =
      Executors.newSingleThreadScheduledExecutor(OpsServer::thread);

  private OpsServer(HttpServer server, Map<String, Route> routes) {
    this.server = server;
    this.visitors = VisitorCheck.of(server);
    this.routes = new ConcurrentHashMap<>(routes);
  }

  /**
   * Starts to listen.
   *
   * @throws UserError where the address is taken or not of this machine
   */
  public static OpsServer start(ListenAddress address, Map<String, Route> routes) {
    OpsServer ops = new OpsServer(HttpListening.open("http.listen", address), routes);
    HttpListening.serve(ops.server, ops.threads, ops::handle);
    var unused = ops.watchdog.scheduleWithFixedDelay(ops::hangUp, 1, 1, TimeUnit.SECONDS);
    return ops;
  }

  /** Serves one more route, or another one at a path; from any thread. */
  public void add(String path, Route route) {
    routes.put(path, route);
  }

  /** Where to look. */
  public String url() {
    return HttpListening.url(server);
  }

  private void handle(HttpExchange exchange) throws IOException {
    sinceNanos.put(exchange, System.nanoTime());
    try (exchange) {
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      exchange.getResponseHeaders().set("Cross-Origin-Resource-Policy", "same-origin");
      exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
      Optional<String> refusal = visitors.refusal(exchange);
      Route route = route(exchange.getRequestURI().getRawPath());
      if (refusal.isPresent()) {
        Answer.text(403, refusal.get()).send(exchange);
      } else if (route == null) {
        Answer.text(404, "there is no such page\n").send(exchange);
      } else {
        route.handle(exchange);
      }
    } catch (RuntimeException e) {
      log.warn("{} could not be answered", exchange.getRequestURI().getRawPath(), e);
      throw e;
    } finally {
      sinceNanos.remove(exchange);
    }
  }

  /** None where there is none. */
  private Route route(String path) {
    Route exact = routes.get(path);
    String above = path.substring(0, path.lastIndexOf('/') + 1);
    return exact != null || above.length() < 2 ? exact : routes.get(above);
  }

  private void hangUp() {
    long now = System.nanoTime();
    sinceNanos.forEach(
        (exchange, since) -> {
          if (now - since > PATIENCE.toNanos()) {
            exchange.close();
          }
        });
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "http");
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
