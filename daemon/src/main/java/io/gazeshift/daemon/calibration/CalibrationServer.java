package io.gazeshift.daemon.calibration;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.adaptation.glance.GlanceScore;
import io.gazeshift.adaptation.glance.GuidedRun;
import io.gazeshift.adaptation.glance.ScreenPoints.Spot;
import io.gazeshift.common.UserError;
import io.gazeshift.common.http.Answer;
import io.gazeshift.common.http.Exchange;
import io.gazeshift.common.http.HttpServer;
import io.gazeshift.common.http.ListenAddress;
import io.gazeshift.common.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the page of one guided run to a browser of this machine: on the loopback interface alone,
 * below a path that cannot be guessed and that ends with the run. Its threads are bounded: further
 * clients are disconnected.
 */
public final class CalibrationServer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(CalibrationServer.class);
  private static final Pattern POINT = Pattern.compile("points/(\\d{1,3})");
  private static final int TOKEN_BYTES = 16;

  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline';"
          + " connect-src 'self'";

  /** The page must still hear that the run is over. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final JsonMapper json = new JsonMapper();
  private final GuidedRun run;
  private final String token;
  private final HttpServer server;

  private CalibrationServer(GuidedRun run, String token, ListenAddress address) {
    this.run = run;
    this.token = token;
    Route route = this::handle;
    this.server = HttpServer.start("--port", address, route.withPolicy(POLICY), GRACE);
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
    return new CalibrationServer(
        run, HexFormat.of().formatHex(token), new ListenAddress(Optional.empty(), port));
  }

  /** What to open in a browser. */
  public String url() {
    return server.url() + token + "/";
  }

  private void handle(Exchange exchange) throws IOException {
    String path = exchange.path();
    if (path.startsWith("/" + token + "/")) {
      answer(exchange, path.substring(token.length() + 2));
    } else {
      exchange.send(Answer.text(403, "open the address that the terminal shows\n"));
    }
  }

  private void answer(Exchange exchange, String what) throws IOException {
    Matcher point = POINT.matcher(what);
    if (exchange.method().equals("GET")) {
      switch (what) {
        case "" -> exchange.send(Answer.html(page()));
        case "plan" -> exchange.send(Answer.json(200, plan()));
        default -> exchange.send(Answer.text(404, "there is no such page\n"));
      }
    } else if (!exchange.method().equals("POST")) {
      exchange.send(Answer.text(405, "only GET and POST\n"));
    } else if (point.matches() && Integer.parseInt(point.group(1)) < run.spots().size()) {
      collect(exchange, Integer.parseInt(point.group(1)));
    } else if (what.equals("done") || what.equals("give-up")) {
      exchange.send(Answer.json(200, "{}"));
      run.end(what.equals("done") ? GuidedRun.End.DONE : GuidedRun.End.GIVEN_UP);
    } else {
      exchange.send(Answer.text(404, "there is no such point\n"));
    }
  }

  private void collect(Exchange exchange, int point) {
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
    exchange.send(Answer.json(status, answer.toString()));
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

  @Override
  public void close() {
    server.close();
  }
}
