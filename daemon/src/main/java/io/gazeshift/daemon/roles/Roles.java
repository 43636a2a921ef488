package io.gazeshift.daemon.roles;

import io.gazeshift.adaptation.run.RunListener;
import io.gazeshift.adaptation.run.Source;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.CrashMarker;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.live.LiveBoard;
import io.gazeshift.daemon.live.LiveSettings;
import io.gazeshift.daemon.live.LiveSnapshot;
import io.gazeshift.daemon.ops.Health;
import io.gazeshift.daemon.ops.Operations;
import io.gazeshift.daemon.page.Page;
import io.gazeshift.daemon.page.ShownCameras;
import io.gazeshift.daemon.page.Tokens;
import io.gazeshift.daemon.page.WatchedBoard;
import io.gazeshift.ingest.preview.CameraPictures;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.outputs.feed.EventHistory;
import io.gazeshift.outputs.feed.LiveFeed;
import io.gazeshift.outputs.stream.EventStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Creates and starts the roles of this process. Closing it stops them in reverse order and releases
 * their resources.
 */
public final class Roles implements AutoCloseable {

  /** Processes that predict or adapt, and so know which heads can be used. */
  private static final Set<String> MODEL_USERS = Set.of("run", "infer", "adapt");

  /** Processes that predict. */
  private static final Set<String> PREDICTING = Set.of("run", "infer");

  private final String command;
  private final GazeshiftConfig config;
  private final CrashMarker marker;
  private final KafkaAccess kafka;
  private final ProcessResources running;
  private final Health health;
  private final KafkaAccess metered;
  private final CaptureClock captureClock = CaptureClock.system();
  private final CameraPictures pictures;
  private final Optional<ModelLoading> loading;
  private final BooleanSupplier stopping;

  private Roles(
      String command, GazeshiftConfig config, KafkaAccess cluster, BooleanSupplier stopping) {
    this.command = command;
    this.stopping = stopping;
    this.config = config;
    this.running = new ProcessResources(new Operations(config, cluster));
    this.marker = running.keep(CrashMarker.open(marker(command, config)));
    this.kafka = cluster.withCrashMarker(marker);
    this.health = running.health();
    health.ready("roles", () -> Optional.of("starting"));
    this.metered = kafka.withMeters(running.meters());
    this.pictures = new CameraPictures(new ShownCameras(config), captureClock);
    running.mayFail(running.operations()::failure);
    health.alive("roles", () -> running.failure().map(Throwable::getMessage));
    this.loading =
        PREDICTING.contains(command)
            ? Optional.of(running.keep(loadModel(config)))
            : Optional.empty();
  }

  /** While the broker is still waited for. */
  private static ModelLoading loadModel(GazeshiftConfig config) {
    return new ModelLoading(
        config.infer().model(),
        new BackboneOptions(config.infer().device(), config.infer().threads()));
  }

  /** A name that a process has again after a restart, and no other process on this machine. */
  private static Path marker(String command, GazeshiftConfig config) {
    return config
        .broker()
        .dataDir()
        .resolve("readers")
        .resolve("%s-%s".formatted(command, config.infer().instance()).replace('/', '_'));
  }

  /** Starts all roles, inference before the cameras so that no frame waits. */
  public static Roles all(GazeshiftConfig config, KafkaAccess kafka) {
    return startAll(config, kafka, Optional.empty(), () -> false);
  }

  /**
   * As {@link #all(GazeshiftConfig, KafkaAccess)}, with a board for the page that the caller has
   * opened and closes.
   *
   * @param stopping whether the process is to stop: then no further role is started
   */
  public static Roles all(
      GazeshiftConfig config, KafkaAccess kafka, LiveBoard board, BooleanSupplier stopping) {
    return startAll(config, kafka, Optional.of(board), stopping);
  }

  /**
   * Starts no role yet, only page, metrics and health, which need no broker: they tell what the
   * process waits for. Start one kind of roles then.
   *
   * @param command what the process was started as, such as {@code infer}
   * @param stopping whether the process is to stop: then no further role is started
   */
  public static Roles open(
      String command, GazeshiftConfig config, KafkaAccess kafka, BooleanSupplier stopping) {
    return open(command, config, kafka, Optional.empty(), stopping);
  }

  /** Starts cameras, inference and adaptation. */
  public void startAll() {
    started(this::startEverything);
  }

  /** Starts adaptation alone; the listener gets the progress of its runs. */
  public void startAdaptation(RunListener listener) {
    started(() -> startAdapting(listener));
  }

  public void startInference() {
    started(() -> inference().start());
  }

  /** Starts the cameras alone. */
  public void startCameras() {
    started(() -> cameras().start());
  }

  /** Starts the mirror of predictions alone. */
  public void startMirror() {
    started(() -> outputs().startMirror());
  }

  /** Starts the output to an MQTT broker alone. */
  public void startMqtt() {
    started(() -> outputs().startMqtt());
  }

  /** Starts no role. */
  public void startNone() {
    started(() -> {});
  }

  /** Rejects an unusable bank, key or directory; call it before starting a broker. */
  public static void checkAdaptation(GazeshiftConfig config) {
    AdaptationRole.check(config);
  }

  /** Rejects missing or unusable cameras; call it before starting a broker. */
  public static void checkCameras(GazeshiftConfig config) {
    CameraRole.check(config);
  }

  /** As {@link #checkCameras}, for a process that has nothing but cameras. */
  public static void checkCamerasAlone(GazeshiftConfig config) {
    if (config.ingest().featuresOnly()) {
      throw UserError.usage(
          "ingest.features-only: 'gazeshift ingest' can only send faces; use 'gazeshift run', or"
              + " set it to false");
    }
    CameraRole.check(config);
  }

  /** Closes everything again if starting fails. */
  private static Roles startAll(
      GazeshiftConfig config,
      KafkaAccess kafka,
      Optional<LiveBoard> board,
      BooleanSupplier stopping) {
    Roles roles = open("run", config, kafka, board, stopping);
    try {
      roles.startAll();
      return roles;
    } catch (RuntimeException e) {
      roles.close();
      throw e;
    }
  }

  private static Roles open(
      String command,
      GazeshiftConfig config,
      KafkaAccess kafka,
      Optional<LiveBoard> board,
      BooleanSupplier stopping) {
    Roles roles = new Roles(command, config, kafka, stopping);
    try {
      if (roles.url().isPresent()) {
        roles.servePage(board);
      }
      return roles;
    } catch (RuntimeException e) {
      roles.close();
      throw e;
    }
  }

  private void started(Runnable start) {
    start.run();
    marker.started();
    url().ifPresent(this::describePage);
    health.ready("roles", Optional::empty);
  }

  /** On a busy machine each of them takes seconds. */
  private void startEverything() {
    if (stopping.getAsBoolean()) {
      return;
    }
    InferenceRole inference = inference();
    ModelDirectory model = inference.model();
    model.requirePatches(config.ingest().patches(), config.ingest().patchSizePixels());
    if (config.ingest().featuresOnly()) {
      cameras().start(inference.startEdge(config.ingest().queueFrames()));
    } else {
      inference.start();
      if (stopping.getAsBoolean()) {
        return;
      }
      cameras().start();
    }
    if (stopping.getAsBoolean()) {
      return;
    }
    if (config.adapt().enabled() && Source.bankFile(config.adapt(), model).isPresent()) {
      adaptation().start(model, inference.fingerprint(), RunListener.NONE);
    }
  }

  private void startAdapting(RunListener listener) {
    ModelDirectory model = ModelDirectory.of(config.infer().model());
    // Only to check that the head fits.
    try (Backbone opened = model.openBackbone(new BackboneOptions("cpu", 1))) {
      adaptation().start(model, opened.fingerprint(), listener);
    }
  }

  private CameraRole cameras() {
    return new CameraRole(config, metered, pictures, captureClock, running);
  }

  /** Waits for its model, before any camera. */
  private InferenceRole inference() {
    return new InferenceRole(
        config, metered, InstantSource.system(), loading.orElseThrow(), running);
  }

  private AdaptationRole adaptation() {
    return new AdaptationRole(config, metered, InstantSource.system(), running);
  }

  private OutputRole outputs() {
    return new OutputRole(config, metered, running);
  }

  private void servePage(Optional<LiveBoard> board) {
    Supplier<Optional<LiveSnapshot>> live =
        board.isPresent()
            ? () -> board.map(LiveBoard::snapshot)
            : running.keep(
                new WatchedBoard(() -> LiveBoard.open(kafka, liveSettings()), System::nanoTime));
    Tokens tokens = Tokens.of(config.http());
    running
        .keep(Page.of(config, kafka, health, live, () -> liveSettings().heads(), pictures, tokens))
        .addTo(running.operations());
    serveStream(tokens);
  }

  private void serveStream(Tokens tokens) {
    LiveFeed feed = running.keep(LiveFeed.open(kafka));
    running.mayFail(feed::failure);
    EventHistory history = running.keep(new EventHistory(kafka));
    running
        .operations()
        .add(
            EventStream.PATH,
            running.keep(
                new EventStream(feed, history, tokens.read(), running.operations().meters())));
  }

  private LiveSettings liveSettings() {
    return MODEL_USERS.contains(command)
        ? LiveSettings.of(config)
        : LiveSettings.ofAnyModel(config);
  }

  private void describePage(String url) {
    running.describe("the page at " + url);
    running.describe("metrics at " + url + "metrics");
  }

  /** A short description of the roles. */
  public String description() {
    return running.description();
  }

  /** The URL of page, metrics and health, if they are on. */
  public Optional<String> url() {
    return running.operations().url();
  }

  /**
   * Throws the failure of a role or a thread, which ends the process so that its supervisor
   * restarts it.
   */
  public void throwIfFailed() {
    running
        .failure()
        .ifPresent(
            failure -> {
              throw failure;
            });
  }

  @Override
  public void close() {
    health.ready("roles", () -> Optional.of("stopping"));
    running.close();
  }
}
