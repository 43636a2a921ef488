package io.gazeshift.daemon.page;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.common.UserError;
import io.gazeshift.common.http.Answer;
import io.gazeshift.common.http.Route;
import io.gazeshift.common.http.TokenCheck;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.live.LiveSnapshot;
import io.gazeshift.daemon.ops.Health;
import io.gazeshift.daemon.ops.Operations;
import io.gazeshift.inference.swap.HeadVerifier;
import io.gazeshift.ingest.preview.CameraPictures;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The page's routes. A slow request delays only the client that made it. */
public final class Page implements AutoCloseable {

  /** How long to wait for a camera's first image; later ones are there at once. */
  private static final Duration FIRST_PICTURE = Duration.ofSeconds(2);

  /** Requests within this time get the same answer. */
  private static final Duration LIVE_AGE = Duration.ofMillis(150);

  /** A report may show text, styles and images, and nothing else. */
  private static final String REPORT_POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

  private final Health health;
  private final Supplier<Optional<LiveSnapshot>> live;
  private final CameraPictures pictures;
  private final ReportFolder reports;
  private final ModelAdmin modelAdmin;
  private final Optional<TokenCheck> token;
  private final LiveJson json;

  /** Owns the admin; the caller keeps ownership of the live state. */
  Page(
      Health health,
      Supplier<Optional<LiveSnapshot>> live,
      CameraPictures pictures,
      ReportFolder reports,
      ModelAdmin modelAdmin,
      Optional<TokenCheck> token) {
    this.health = health;
    this.live = live;
    this.pictures = pictures;
    this.reports = reports;
    this.modelAdmin = modelAdmin;
    this.token = token;
    this.json = new LiveJson(pictures, reports::has);
  }

  /**
   * For a process of this configuration. Reads nothing before the first request.
   *
   * @param live the live state, if already known; the caller keeps ownership
   * @param heads rejects heads that inference would reject; called by the first request for heads
   */
  public static Page of(
      GazeshiftConfig config,
      KafkaAccess kafka,
      Health health,
      Supplier<Optional<LiveSnapshot>> live,
      Supplier<HeadVerifier> heads,
      CameraPictures pictures,
      Tokens tokens) {
    return new Page(
        health,
        live,
        pictures,
        new ReportFolder(config.adapt().reportDir()),
        new ModelAdmin(config, kafka, heads, InstantSource.system()),
        tokens.admin());
  }

  /** Adds the page to the routes of the process. */
  public void addTo(Operations operations) {
    routes().forEach(operations::add);
  }

  /** The routes by path. */
  Map<String, Route> routes() {
    Map<String, Route> routes = PageFiles.routes();
    routes.put(
        "/api/live", Route.page(new CachedSupplier<>(this::live, LIVE_AGE, System::nanoTime)));
    routes.put("/api/models", Route.lookedUp(this::models));
    routes.put("/camera/", Route.lookedUp(this::picture));
    routes.put(
        "/report/",
        Route.lookedUp(address -> reports.report(lastName(address))).withPolicy(REPORT_POLICY));
    Map<String, AdminAction> actions =
        Map.of(
            "rollback",
            modelAdmin::rollback,
            "pin",
            modelAdmin::pin,
            "unpin",
            modelAdmin::unpin,
            "adapt",
            modelAdmin::adapt);
    actions.forEach(
        (name, action) -> routes.put("/api/admin/" + name, new AdminRoute(name, token, action)));
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
      return Answer.json(200, VersionsJson.of(domain, modelAdmin.versions(domain)).toString());
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
          "no image: the camera does not run in this process, or it is a real camera and"
              + " ingest.preview is off\n");
    }
    try {
      return pictures
          .newest(camera, FIRST_PICTURE)
          .map(jpeg -> new Answer(200, "image/jpeg", jpeg))
          .orElse(Answer.text(503, "the camera delivers no image at the moment\n"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Answer.text(503, "the process is stopping\n");
    }
  }

  /** As it was written, without decoding: whatever needs it has another name. */
  private static String lastName(URI address) {
    String path = address.getRawPath();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  @Override
  public void close() {
    modelAdmin.close();
  }
}
