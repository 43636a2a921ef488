package io.gazeshift.daemon.page;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.common.UserError;
import io.gazeshift.common.http.Answer;
import io.gazeshift.common.http.Route;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.live.LiveSnapshot;
import io.gazeshift.daemon.ops.Health;
import io.gazeshift.daemon.ops.Operations;
import io.gazeshift.ingest.preview.CameraPictures;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the page consists of, put together. What is slow is done where it holds up nobody but who
 * asked for it.
 */
public final class Page implements AutoCloseable {

  /** A picture comes at once while somebody looks; only the first one is waited for. */
  private static final Duration FIRST_PICTURE = Duration.ofSeconds(2);

  /** The same for everybody who asks within this time. */
  private static final Duration LIVE_AGE = Duration.ofMillis(150);

  /** What a report may do in a browser: look like something. */
  private static final String REPORT_POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

  private final Health health;
  private final Supplier<Optional<LiveSnapshot>> live;
  private final CameraPictures pictures;
  private final ReportFolder reports;
  private final ModelAdmin desk;
  private final Optional<AdminToken> token;
  private final LiveJson json;

  /** Closes the desk; what is going on stays the caller's. */
  Page(
      Health health,
      Supplier<Optional<LiveSnapshot>> live,
      CameraPictures pictures,
      ReportFolder reports,
      ModelAdmin desk,
      Optional<AdminToken> token) {
    this.health = health;
    this.live = live;
    this.pictures = pictures;
    this.reports = reports;
    this.desk = desk;
    this.token = token;
    this.json = new LiveJson(pictures, reports::has);
  }

  /**
   * For a process of this configuration. Nothing is read before somebody looks.
   *
   * @param live what is going on, unless that is not known yet; stays the caller's
   * @throws UserError where a file for the admin token is named and holds none
   */
  public static Page of(
      GazeshiftConfig config,
      KafkaAccess kafka,
      Health health,
      Supplier<Optional<LiveSnapshot>> live,
      CameraPictures pictures) {
    return new Page(
        health,
        live,
        pictures,
        new ReportFolder(config.adapt().reportDir()),
        new ModelAdmin(config, kafka, InstantSource.system()),
        config.http().adminTokenFile().map(AdminToken::in));
  }

  /** Serves it beside what the process serves already. */
  public void addTo(Operations operations) {
    routes().forEach(operations::add);
  }

  /** All of it, by path. */
  Map<String, Route> routes() {
    Map<String, Route> routes = PageFiles.routes();
    routes.put(
        "/api/live", Route.page(new CachedSupplier<>(this::live, LIVE_AGE, System::nanoTime)));
    routes.put("/api/models", Route.lookedUp(this::models));
    routes.put("/camera/", Route.lookedUp(this::picture));
    routes.put(
        "/report/",
        Route.lookedUp(address -> reports.report(lastName(address))).withPolicy(REPORT_POLICY));
    TokenRateLimiter guesses = new TokenRateLimiter(System::nanoTime);
    Map<String, AdminAction> actions =
        Map.of(
            "rollback",
            desk::rollback,
            "pin",
            desk::pin,
            "unpin",
            desk::unpin,
            "adapt",
            desk::adapt);
    actions.forEach(
        (name, action) ->
            routes.put("/api/admin/" + name, new AdminRoute(name, token, guesses, action)));
    return routes;
  }

  private Answer live() {
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("admin", token.isPresent());
    answer.set("health", health.told());
    live.get().ifPresent(snapshot -> json.put(answer, snapshot));
    return Answer.json(200, answer.toString());
  }

  private Answer models(URI address) {
    String query = Optional.ofNullable(address.getRawQuery()).orElse("");
    String domain = query.startsWith("domain=") ? query.substring("domain=".length()) : "";
    if (!AdminOrder.isDomain(domain)) {
      return Answer.text(400, "name a domain, as in /api/models?domain=lab\n");
    }
    try {
      return Answer.json(200, VersionsJson.of(domain, desk.versions(domain)).toString());
    } catch (UserError e) {
      return Answer.text(503, e.getMessage() + "\n");
    }
  }

  private Answer picture(URI address) {
    String name = lastName(address);
    String camera = name.endsWith(".jpg") ? name.substring(0, name.length() - 4) : name;
    if (!name.endsWith(".jpg") || !pictures.shows(camera)) {
      return Answer.text(
          404,
          "no picture: the camera does not run in this process, or it is a real one and"
              + " ingest.preview is off\n");
    }
    try {
      return pictures
          .newest(camera, FIRST_PICTURE)
          .map(jpeg -> new Answer(200, "image/jpeg", jpeg))
          .orElse(Answer.text(503, "the camera gives no picture now\n"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Answer.text(503, "the process is being stopped\n");
    }
  }

  /** As it was written, without decoding: whatever needs it has another name. */
  private static String lastName(URI address) {
    String path = address.getRawPath();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  @Override
  public void close() {
    desk.close();
  }
}
