package io.gazeshift.daemon.calibration;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gazeshift.adaptation.glance.GlanceScore;
import io.gazeshift.adaptation.glance.GuidedRun;
import io.gazeshift.adaptation.glance.ScreenPoints.Spot;
import io.gazeshift.common.UserError;
import io.gazeshift.common.http.HttpListening;
import io.gazeshift.common.http.HttpThreads;
import io.gazeshift.common.http.ListenAddress;
import io.gazeshift.common.http.VisitorCheck;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the page of one guided run to a browser of this machine: on the loopback interface alone,
 * below a path that nobody can guess and that ends with the run. Its threads are bounded: one
 * client too many is hung up on.
 */
public final class CalibrationServer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(CalibrationServer.class);
  private static final Pattern POINT = Pattern.compile("points/(\\d{1,3})");
  private static final int TOKEN_BYTES = 16;

  private final JsonMapper json = new JsonMapper();
  private final GuidedRun run;
  private final String token;
  private final HttpServer server;
  private final VisitorCheck visitors;
  private final ExecutorService threads = HttpThreads.open("calibration-page");

  private CalibrationServer(GuidedRun run, String token, HttpServer server) {
    this.run = run;
    this.token = token;
    this.server = server;
    this.visitors = VisitorCheck.of(server);
  }

  /**
   * Starts to listen.
   *
   * @param port 0: any that is free
   * @param random must be unpredictable
   * @throws UserError where the port is taken
   */
  public static CalibrationServer start(GuidedRun run, int port, Random random) {
    byte[] token = new byte[TOKEN_BYTES];
    random.nextBytes(token);
    HttpServer http = HttpListening.open("--port", new ListenAddress(Optional.empty(), port));
    CalibrationServer server = new CalibrationServer(run, HexFormat.of().formatHex(token), http);
    HttpListening.serve(http, server.threads, server::handle);
    return server;
  }

  /** What to open in a browser. */
  public String url() {
    return HttpListening.url(server) + token + "/";
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
      exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
      exchange
          .getResponseHeaders()
          .set(
              "Content-Security-Policy",
              "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline';"
                  + " connect-src 'self'");
      String path = exchange.getRequestURI().getRawPath();
      if (visitors.refusal(exchange).isPresent() || !path.startsWith("/" + token + "/")) {
        answer(exchange, 403, "text/plain", "open the address that the terminal shows\n");
        return;
      }
      answer(exchange, path.substring(token.length() + 2));
    } catch (RuntimeException e) {
      log.warn("the calibration page asked for something that failed: {}", e.toString());
    }
  }

  private void answer(HttpExchange exchange, String what) throws IOException {
    Matcher point = POINT.matcher(what);
    if (exchange.getRequestMethod().equals("GET")) {
      switch (what) {
        case "" -> answer(exchange, 200, "text/html", page());
        case "plan" -> answer(exchange, 200, "application/json", plan());
        default -> answer(exchange, 404, "text/plain", "there is no such page\n");
      }
    } else if (!exchange.getRequestMethod().equals("POST")) {
      answer(exchange, 405, "text/plain", "only GET and POST\n");
    } else if (point.matches() && Integer.parseInt(point.group(1)) < run.spots().size()) {
      collect(exchange, Integer.parseInt(point.group(1)));
    } else if (what.equals("done") || what.equals("give-up")) {
      answer(exchange, 200, "application/json", "{}");
      run.end(what.equals("done") ? GuidedRun.End.DONE : GuidedRun.End.GIVEN_UP);
    } else {
      answer(exchange, 404, "text/plain", "there is no such point\n");
    }
  }

  private void collect(HttpExchange exchange, int point) throws IOException {
    ObjectNode answer = json.createObjectNode();
    int status = 200;
    try {
      GlanceScore score = run.collect(point);
      answer
          .put("frames", score.glance().getFramesCount())
          .put("spreadDeg", score.spreadDeg())
          .put("errorDeg", score.errorDeg());
    } catch (UserError e) {
      status = 409;
      answer.put("problem", e.getMessage());
    } catch (RuntimeException e) {
      log.warn("point {} could not be collected", point, e);
      status = 500;
      answer.put("problem", "The point could not be collected (%s).".formatted(e.getMessage()));
    }
    answer(exchange, status, "application/json", answer.toString());
  }

  private String plan() {
    ObjectNode plan = json.createObjectNode().put("lookMillis", run.look().toMillis());
    ArrayNode points = plan.putArray("points");
    for (Spot spot : run.spots()) {
      points.addObject().put("right", spot.right()).put("down", spot.down());
    }
    return plan.toString();
  }

  private static String page() throws IOException {
    try (InputStream in = CalibrationServer.class.getResourceAsStream("/calibration/page.html")) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static void answer(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    // The page must still hear that the run is over.
    server.stop(1);
    threads.shutdownNow();
  }
}
