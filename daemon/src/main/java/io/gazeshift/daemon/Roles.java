package io.gazeshift.daemon;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.sections.AdaptConfig;
import io.gazeshift.common.config.sections.CameraConfig;
import io.gazeshift.common.config.sections.DomainConfig;
import io.gazeshift.common.config.sections.GazeshiftConfig;
import io.gazeshift.common.config.sections.InferConfig;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.adapt.AdaptationService;
import io.gazeshift.daemon.adapt.ConfiguredPlaces;
import io.gazeshift.daemon.adapt.RunListener;
import io.gazeshift.daemon.adapt.Source;
import io.gazeshift.daemon.backbone.Backbone;
import io.gazeshift.daemon.backbone.BackboneOptions;
import io.gazeshift.daemon.edge.EdgeInference;
import io.gazeshift.daemon.infer.HeadRegistry;
import io.gazeshift.daemon.infer.InferenceMeters;
import io.gazeshift.daemon.infer.InferenceService;
import io.gazeshift.daemon.infer.LivePredictor;
import io.gazeshift.daemon.keys.TrustedKeys;
import io.gazeshift.daemon.live.LiveBoard;
import io.gazeshift.daemon.live.LiveSettings;
import io.gazeshift.daemon.live.LiveSnapshot;
import io.gazeshift.daemon.model.ModelDirectory;
import io.gazeshift.daemon.ops.Health;
import io.gazeshift.daemon.ops.Operations;
import io.gazeshift.daemon.page.Page;
import io.gazeshift.daemon.page.ShownCameras;
import io.gazeshift.daemon.page.WatchedBoard;
import io.gazeshift.daemon.site.SitePriors;
import io.gazeshift.daemon.swap.BlankPatch;
import io.gazeshift.daemon.swap.HeadFollower;
import io.gazeshift.daemon.swap.HeadSwap;
import io.gazeshift.daemon.swap.HeadVerifier;
import io.gazeshift.daemon.swap.RefusalEvents;
import io.gazeshift.ingest.ConfiguredCameras;
import io.gazeshift.ingest.IngestService;
import io.gazeshift.ingest.preview.CameraPictures;
import io.gazeshift.ingest.preview.FrameViews;
import io.gazeshift.ingest.preview.PreviewServer;
import io.gazeshift.ingest.publish.FacePublisher;
import io.gazeshift.ingest.publish.FaceSinks;
import io.gazeshift.ingest.publish.TruthPublisher;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceFrame;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The roles of this process, put together by hand and started. Closing ends them in the opposite
 * order and releases what they hold.
 */
public final class Roles implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Roles.class);
  private static final String SIGNING_KEY = "adapt.signing-key";

  private final Operations operations;
  private final MeterRegistry registry;
  private final Health health;
  private final Optional<String> url;
  private final CameraPictures pictures;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final List<String> descriptions = new ArrayList<>();
  private final List<Supplier<Optional<RuntimeException>>> failures = new CopyOnWriteArrayList<>();
  private final InstantSource clock = InstantSource.system();
  private ModelDirectory model;
  private Backbone backbone;
  private HeadRegistry registered;
  private HeadFollower heads;

  private Roles(GazeshiftConfig config, KafkaAccess kafka) {
    this.operations = keep(new Operations(config, kafka));
    this.registry = operations.meters();
    this.health = operations.health();
    this.url = operations.url();
    this.pictures = new CameraPictures(new ShownCameras(config), CaptureClock.system());
    health.ready("roles", () -> Optional.of("are being started"));
    health.alive("roles", () -> failure().map(Throwable::getMessage));
  }

  private void servePage(GazeshiftConfig config, KafkaAccess kafka, Optional<LiveBoard> board) {
    Supplier<Optional<LiveSnapshot>> live =
        board.isPresent()
            ? () -> board.map(LiveBoard::snapshot)
            : keep(
                new WatchedBoard(
                    () -> LiveBoard.open(kafka, LiveSettings.of(config)), System::nanoTime));
    keep(Page.of(config, kafka, health, live, pictures)).addTo(operations);
  }

  /** Inference first, so that it waits for the first frame and not the other way round. */
  public static Roles all(GazeshiftConfig config, KafkaAccess kafka) {
    return all(config, kafka, Optional.empty());
  }

  /**
   * As {@link #all(GazeshiftConfig, KafkaAccess)}, for a process that watches what is going on
   * itself; its page shows what that board says, which stays the caller's to close.
   */
  public static Roles all(GazeshiftConfig config, KafkaAccess kafka, LiveBoard board) {
    return all(config, kafka, Optional.of(board));
  }

  private static Roles all(GazeshiftConfig config, KafkaAccess kafka, Optional<LiveBoard> board) {
    return start(
        config,
        kafka,
        board,
        (roles, metered) -> {
          if (config.ingest().featuresOnly()) {
            roles.startEdge(config, metered);
          } else {
            roles.startInference(config.infer(), metered);
            roles.model.requirePatchSize(config.ingest().patchSizePixels());
            roles.startIngest(config, metered);
          }
          if (config.adapt().enabled()
              && Source.bankFile(config.adapt(), roles.model).isPresent()) {
            roles.startAdaptation(config, metered, roles.backbone.fingerprint(), RunListener.NONE);
          }
        });
  }

  /** Adaptation alone; whoever listens is told how its runs get on. */
  public static Roles adapt(GazeshiftConfig config, KafkaAccess kafka, RunListener listener) {
    return start(
        config,
        kafka,
        (roles, metered) -> {
          roles.model = ModelDirectory.configured(config.infer().model());
          // Only to know that the head belongs to it.
          try (Backbone opened = roles.model.openBackbone(new BackboneOptions("cpu", 1))) {
            roles.startAdaptation(config, metered, opened.fingerprint(), listener);
          }
        });
  }

  public static Roles infer(GazeshiftConfig config, KafkaAccess kafka) {
    return start(config, kafka, (roles, metered) -> roles.startInference(config.infer(), metered));
  }

  public static Roles ingest(GazeshiftConfig config, KafkaAccess kafka) {
    if (config.ingest().featuresOnly()) {
      throw UserError.usage(
          "ingest.features-only: cameras alone can only send faces; use 'gazeshift run', or set it"
              + " to false");
    }
    return start(config, kafka, (roles, metered) -> roles.startIngest(config, metered));
  }

  /** Only what the process is besides its roles. */
  public static Roles none(GazeshiftConfig config, KafkaAccess kafka) {
    return start(config, kafka, (roles, metered) -> {});
  }

  private interface Start {
    void on(Roles roles, KafkaAccess metered);
  }

  /** What was opened before something failed is closed again. */
  private static Roles start(GazeshiftConfig config, KafkaAccess kafka, Start start) {
    return start(config, kafka, Optional.empty(), start);
  }

  private static Roles start(
      GazeshiftConfig config, KafkaAccess kafka, Optional<LiveBoard> board, Start start) {
    Roles roles = new Roles(config, kafka);
    try {
      if (roles.url.isPresent()) {
        roles.servePage(config, kafka, board);
      }
      start.on(roles, kafka.withMeters(roles.registry));
      roles.url.ifPresent(
          url -> {
            roles.descriptions.add("the page at " + url);
            roles.descriptions.add("metrics at " + url + "metrics");
          });
      roles.health.ready("roles", Optional::empty);
      return roles;
    } catch (RuntimeException e) {
      roles.close();
      throw e;
    }
  }

  private void startInference(InferConfig config, KafkaAccess kafka) {
    openModel(config, kafka);
    InferenceService inference =
        keep(
            new InferenceService(
                kafka,
                config,
                backbone,
                model.preprocessing(),
                registered,
                heads,
                registry,
                clock));
    heads.start();
    inference.start();
    failures.add(inference::failure);
    descriptions.add("inference with %s on %s".formatted(model.name(), backbone.device()));
  }

  /** The model and whatever keeps its heads up to date, which is not started. */
  private void openModel(InferConfig config, KafkaAccess kafka) {
    health.ready("backbone", () -> Optional.of("is being loaded"));
    model = ModelDirectory.configured(config.model());
    TrustedKeys keys = TrustedKeys.read(config.trustedKeys());
    backbone = keep(model.openBackbone(new BackboneOptions(config.device(), config.threads())));
    InferenceMeters.DEVICE.in(
        registry,
        () -> 1,
        model.name(),
        // Without the reason why.
        backbone.device().replaceFirst(" .*", ""),
        backbone.fingerprint());
    health.ready("backbone", Optional::empty);
    registered = new HeadRegistry(model.sourceHead());
    RefusalEvents refusals = keep(new RefusalEvents(kafka, config.instance(), clock));
    HeadVerifier verifier =
        new HeadVerifier(backbone.fingerprint(), BlankPatch.features(backbone), keys);
    heads = keep(new HeadFollower(kafka, new HeadSwap(verifier, registered, refusals, registry)));
    failures.add(heads::failure);
    health.ready(
        "heads",
        () ->
            heads.isCaughtUp()
                ? Optional.empty()
                : Optional.of(Topics.MODELS.name() + " is not read to its end yet"));
  }

  private void startAdaptation(
      GazeshiftConfig config, KafkaAccess kafka, String fingerprint, RunListener listener) {
    AdaptConfig adapt = config.adapt();
    Source source = Source.read(adapt, model, fingerprint);
    TrustedKeys keys = TrustedKeys.read(config.infer().trustedKeys());
    AdaptationService service =
        keep(
            new AdaptationService(
                kafka,
                adapt,
                source,
                keys,
                keys.signer(SIGNING_KEY, adapt.signingKey()),
                new ConfiguredPlaces(SitePriors.of(config), kafka, fingerprint),
                config.domains().stream()
                    .filter(domain -> domain.shadowSamples() > 0)
                    .collect(Collectors.toMap(DomainConfig::name, DomainConfig::shadowSamples)),
                listener,
                registry,
                clock));
    service.start();
    failures.add(service::failure);
    descriptions.add("adaptation with " + source.bankName());
  }

  /** Cameras and inference with nothing between them: no topic of faces is read or written. */
  private void startEdge(GazeshiftConfig config, KafkaAccess kafka) {
    InferConfig infer = config.infer();
    openModel(infer, kafka);
    model.requirePatchSize(config.ingest().patchSizePixels());
    Producer<String, byte[]> producer =
        keep(
            new KafkaProducer<>(
                kafka.producerProperties(FacePublisher.producerSettings()),
                new StringSerializer(),
                new ByteArraySerializer()));
    CaptureClock captureClock = CaptureClock.system();
    EdgeInference edge =
        keep(
            new EdgeInference(
                new LivePredictor(
                    infer, backbone, model.preprocessing(), registered, registry, clock),
                heads,
                producer,
                config.ingest().queueFrames(),
                infer.maxBatch(),
                infer.maxDelay(),
                captureClock,
                registry));
    heads.start();
    edge.start();
    failures.add(edge::failure);
    descriptions.add(
        "inference with %s on %s (features only: faces stay in this process)"
            .formatted(model.name(), backbone.device()));
    startCameras(config, edge.withTruth(startTruth(kafka)), captureClock);
  }

  private void startIngest(GazeshiftConfig config, KafkaAccess kafka) {
    CaptureClock clock = CaptureClock.system();
    KafkaProducer<String, FaceFrame> producer =
        keep(
            new KafkaProducer<>(
                kafka.producerProperties(FacePublisher.producerSettings()),
                new StringSerializer(),
                RecordType.FACE_FRAME.serializer()));
    int queue = config.ingest().queueFrames();
    startCameras(
        config,
        FaceSinks.toKafka(
                producer, Topics.FACES.name(), new FacePublisher.Limits(queue, queue), clock)
            .withTruth(startTruth(kafka)),
        clock);
  }

  /** Sends nothing unless a camera is rendered. */
  private TruthPublisher startTruth(KafkaAccess kafka) {
    return keep(
        new TruthPublisher(
            () ->
                new KafkaProducer<>(
                    kafka.producerProperties(FacePublisher.producerSettings()),
                    new StringSerializer(),
                    RecordType.GAZE_TRUTH.serializer()),
            Topics.TRUTH.name()));
  }

  private void startCameras(GazeshiftConfig config, FaceSinks sinks, CaptureClock clock) {
    ConfiguredCameras cameras = keep(new ConfiguredCameras(config, clock));
    IngestService ingest =
        keep(
            new IngestService(
                config.cameras(),
                config.ingest(),
                cameras::openerFor,
                sinks,
                pictures.and(startPreview(config, clock)),
                new SecureRandom().nextLong(),
                clock,
                registry));
    ingest.start();
    descriptions.add(
        config.cameras().stream()
            .map(CameraConfig::id)
            .collect(Collectors.joining(", ", "cameras ", "")));
  }

  private FrameViews startPreview(GazeshiftConfig config, CaptureClock clock) {
    if (config.ingest().preview().isEmpty()) {
      return FrameViews.NONE;
    }
    List<String> cameras = config.cameras().stream().map(CameraConfig::id).toList();
    PreviewServer server =
        keep(PreviewServer.start(config.ingest().preview().get(), cameras, clock));
    descriptions.add("a preview at " + server.url());
    return server;
  }

  /** Refuses a bank, a key or a directory that cannot be; asked before a broker is started. */
  public static void checkAdaptation(GazeshiftConfig config) {
    ModelDirectory model = ModelDirectory.configured(config.infer().model());
    Source.read(config.adapt(), model, model.sourceHeadFile().backboneFingerprint());
    TrustedKeys.read(config.infer().trustedKeys()).signer(SIGNING_KEY, config.adapt().signingKey());
  }

  /** Refuses cameras that cannot be; worth asking before a broker is started. */
  public static void checkCameras(GazeshiftConfig config) {
    if (config.cameras().isEmpty()) {
      throw UserError.usage(
          "cameras: none are configured; list them in gazeshift.yaml ('gazeshift config --example'"
              + " shows how), or see one with --set cameras[0].id=cam0"
              + " --set cameras[0].source=synthetic:studio");
    }
    try (ConfiguredCameras cameras = new ConfiguredCameras(config, CaptureClock.system())) {
      cameras.check();
    }
  }

  private <T extends AutoCloseable> T keep(T opened) {
    open.push(opened);
    return opened;
  }

  /** What runs, in a few words. */
  public String description() {
    return descriptions.isEmpty() ? "no roles" : String.join(" and ", descriptions);
  }

  /** Where the process can be asked how it is, if anywhere. */
  public Optional<String> url() {
    return url;
  }

  /** A role that cannot go on ends the process, so that whoever watches it starts it anew. */
  public void throwIfFailed() {
    failure()
        .ifPresent(
            failure -> {
              throw failure;
            });
  }

  private Optional<RuntimeException> failure() {
    return failures.stream().map(Supplier::get).flatMap(Optional::stream).findFirst();
  }

  /** One that cannot be closed does not keep the others open. */
  @Override
  public void close() {
    health.ready("roles", () -> Optional.of("are being stopped"));
    while (!open.isEmpty()) {
      AutoCloseable last = open.pop();
      try {
        last.close();
      } catch (Exception e) {
        log.warn("{} could not be closed: {}", last.getClass().getSimpleName(), e.getMessage(), e);
      }
    }
  }
}
