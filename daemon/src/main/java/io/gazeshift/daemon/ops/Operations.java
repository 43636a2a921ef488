package io.gazeshift.daemon.ops;

import io.gazeshift.common.UserError;
import io.gazeshift.common.http.Answer;
import io.gazeshift.common.http.HttpServer;
import io.gazeshift.common.http.Route;
import io.gazeshift.common.http.Routes;
import io.gazeshift.common.http.VisitorRules;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.config.HttpConfig;
import io.gazeshift.daemon.meters.CataloguedRegistry;
import io.gazeshift.daemon.meters.PlatformMeters;
import io.gazeshift.daemon.meters.ProcessMeters;
import io.gazeshift.daemon.meters.ThreadDeaths;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Metrics and health of one process, and the server that exposes them. Opened before the roles and
 * closed after them, so that it can report how they start and stop.
 */
public final class Operations implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Operations.class);

  private final CataloguedRegistry registry = new CataloguedRegistry();
  private final Health health = new Health();
  private final PlatformMeters platform;
  private final BrokerProbe broker;
  private final ThreadDeaths deaths;
  private final Routes routes;
  private final Optional<HttpServer> server;

  /**
   * Starts to listen where the configuration says so.
   *
   * @throws UserError if a configured address is in use
   */
  public Operations(GazeshiftConfig config, KafkaAccess kafka) {
    registry.bounded().keepApart(config.cameraIds(), config.configuredDomains());
    this.deaths = new ThreadDeaths(registry.meters());
    this.routes = routes();
    this.server = listen(config.http());
    this.platform = new PlatformMeters(registry.meters(), dataDirectory(config));
    this.broker = new BrokerProbe(kafka);
    health.ready("broker", broker);
    ProcessMeters.READY.in(registry.meters(), () -> health.isReady() ? 1 : 0);
    ProcessMeters.RESIDENT_MEMORY.in(registry.meters(), ProcessMeters::residentBytes);
  }

  private Routes routes() {
    return new Routes(
        Map.of(
            "/metrics",
            Route.page(() -> new Answer(200, CataloguedRegistry.TEXT_FORMAT, registry.scrape())),
            "/healthz",
            Route.page(health::aliveness),
            "/readyz",
            Route.page(health::readiness)));
  }

  private Optional<HttpServer> listen(HttpConfig http) {
    try {
      return http.listen()
          .map(
              address ->
                  HttpServer.start(
                      "http.listen",
                      address,
                      routes,
                      new VisitorRules(http.allowedHosts(), http.allowedOrigins())));
    } catch (UserError e) {
      if (http.configured()) {
        throw e;
      }
      log.info("http.listen: page and metrics of this process are off: {}", e.getMessage());
      return Optional.empty();
    }
  }

  /** The embedded broker's directory, whose disk may fill up. */
  private static Optional<Path> dataDirectory(GazeshiftConfig config) {
    return config.kafka().embedded() ? Optional.of(config.broker().dataDir()) : Optional.empty();
  }

  public MeterRegistry meters() {
    return registry.meters();
  }

  /** The same meters, for those whose cameras and domains come from records. */
  public BoundedMeters boundedMeters() {
    return registry.bounded();
  }

  public Health health() {
    return health;
  }

  /**
   * A thread that died, if one did: what it did is not done any more, so the process has failed.
   */
  public Optional<RuntimeException> failure() {
    return deaths.problem().map(UserError::new);
  }

  /** Adds a route, if this process has a server. */
  public void add(String path, Route route) {
    routes.add(path, route);
  }

  /** The URL of the server, if there is one. */
  public Optional<String> url() {
    return server.map(HttpServer::url);
  }

  @Override
  public void close() {
    server.ifPresent(HttpServer::close);
    broker.close();
    deaths.close();
    platform.close();
    registry.close();
  }
}
