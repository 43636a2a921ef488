package io.gazeshift.daemon.roles;

import io.gazeshift.adaptation.config.DomainConfig;
import io.gazeshift.adaptation.glance.GlanceRules;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.WatchedProducer;
import io.gazeshift.daemon.config.DefaultModel;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.ops.Health;
import io.gazeshift.inference.config.EventsConfig;
import io.gazeshift.inference.config.InferConfig;
import io.gazeshift.inference.config.SmoothingConfig;
import io.gazeshift.inference.edge.EdgeInference;
import io.gazeshift.inference.events.EventService;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.person.ExpectedGaze;
import io.gazeshift.inference.person.GlanceFollower;
import io.gazeshift.inference.person.PersonOffsets;
import io.gazeshift.inference.person.TrackGlances;
import io.gazeshift.inference.pipeline.InferenceMeters;
import io.gazeshift.inference.pipeline.InferenceService;
import io.gazeshift.inference.pipeline.LivePredictor;
import io.gazeshift.inference.pipeline.ServedModel;
import io.gazeshift.inference.smooth.GazeSmoothing;
import io.gazeshift.inference.swap.BlankFace;
import io.gazeshift.inference.swap.HeadFollower;
import io.gazeshift.inference.swap.HeadSwap;
import io.gazeshift.inference.swap.HeadVerifier;
import io.gazeshift.inference.swap.RejectionEvents;
import io.gazeshift.inference.targets.PredictedTargets;
import io.gazeshift.ingest.metrics.IngestMeters;
import io.gazeshift.ingest.publish.FacePublisher;
import io.gazeshift.ingest.publish.FaceSinks;
import io.gazeshift.protocol.Topics;
import io.gazeshift.targets.config.DriverProfile;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The inference role of this process: a model, its heads, and inference on faces from Kafka or from
 * memory. {@link ProcessResources} owns what it opens.
 */
final class InferenceRole {

  private static final Logger log = LoggerFactory.getLogger(InferenceRole.class);

  private final InferConfig config;
  private final String modelReason;
  private final KafkaAccess kafka;
  private final InstantSource clock;
  private final ProcessResources running;
  private final TrustedKeys keys;
  private final ModelDirectory model;
  private final Backbone backbone;
  private final ActiveHeads registered;
  private final HeadFollower heads;
  private final ExpectedGaze priors;
  private final PredictedTargets targets;
  private final EventsConfig events;
  private final List<DriverProfile> drivers;
  private final SmoothingConfig smoothing;

  /** Waits for the model and starts nothing. */
  InferenceRole(
      GazeshiftConfig config,
      KafkaAccess kafka,
      InstantSource clock,
      ModelLoading loading,
      ProcessResources running) {
    this.config = config.infer();
    this.events = config.events();
    this.drivers = config.drivers();
    this.smoothing = config.smoothing();
    this.priors = new PriorGaze(config.domains());
    this.targets =
        new PredictedTargets(config.domains().stream().map(DomainConfig::targets).toList());
    this.modelReason = DefaultModel.reason(config);
    this.kafka = kafka;
    this.clock = clock;
    this.running = running;
    Health health = running.health();
    health.ready("backbone", () -> Optional.of("loading"));
    this.keys = TrustedKeys.read(this.config.trustedKeys());
    ModelLoading.Loaded loaded = loading.await();
    this.model = loaded.model();
    this.backbone = loaded.backbone();
    InferenceMeters.DEVICE.in(
        running.meters(),
        () -> 1,
        model.name(),
        // Without the explanation.
        backbone.device().replaceFirst(" .*", ""),
        backbone.fingerprint());
    health.ready("backbone", Optional::empty);
    this.registered = new ActiveHeads(model.sourceHead(), model.sourceHeadFile().accuracy());
    this.heads = running.keep(openHeads());
    running.mayFail(heads::failure);
    health.ready(
        "heads",
        () ->
            heads.isCaughtUp()
                ? Optional.empty()
                : Optional.of(Topics.MODELS.name() + " is still being read"));
  }

  private HeadFollower openHeads() {
    RejectionEvents refusals = running.keep(new RejectionEvents(kafka, config.instance(), clock));
    HeadVerifier verifier =
        new HeadVerifier(backbone.fingerprint(), BlankFace.features(backbone), keys);
    return new HeadFollower(
        kafka, new HeadSwap(verifier, registered, refusals, running.boundedMeters()));
  }

  private ServedModel served() {
    return new ServedModel(
        backbone, registered, personOffsets(), targets, new GazeSmoothing(smoothing));
  }

  private PersonOffsets personOffsets() {
    return switch (config.personCorrection()) {
      case OFF -> PersonOffsets.off();
      case PRIOR -> new PersonOffsets(priors, TrackGlances.none(), registered.accuracy());
      case GLANCES ->
          new PersonOffsets(ExpectedGaze.UNKNOWN, followedGlances(), registered.accuracy());
      case BOTH -> new PersonOffsets(priors, followedGlances(), registered.accuracy());
    };
  }

  /** Those that adaptation would use, and of them the frames that it would use. */
  private TrackGlances followedGlances() {
    GlanceRules rules =
        GlanceRules.signedBy(keys).ofBackbone(backbone.fingerprint(), backbone.featureSize());
    TrackGlances glances = new TrackGlances(rules::isUsed);
    GlanceFollower follower =
        running.keep(
            new GlanceFollower(
                kafka,
                (key, glance) -> rules.rejection(key, glance).isEmpty(),
                glances,
                running.meters()));
    running.mayFail(follower::failure);
    running.health().ready("glances", follower::problem);
    follower.start();
    return glances;
  }

  ModelDirectory model() {
    return model;
  }

  String fingerprint() {
    return backbone.fingerprint();
  }

  /** Starts inference on faces from the topic of faces. */
  void start() {
    InferenceService inference =
        running.keep(
            new InferenceService(kafka, config, served(), heads, running.boundedMeters(), clock));
    heads.start();
    inference.start();
    running.mayFail(inference::failure);
    running.mayFail(
        new StallLimit(
            config.stallTimeout(), backbone.device(), inference::oldestFace, System::nanoTime));
    running.describe(
        "inference with %s (%s) on %s".formatted(model.name(), modelReason, backbone.device()));
    startEvents();
  }

  private void startEvents() {
    if (!events.enabled()) {
      if (!drivers.isEmpty()) {
        log.warn(
            "{}: drivers have no alerts, because events.enabled is false; set it to true",
            String.join(", ", drivers.stream().map(DriverProfile::domain).toList()));
      }
      return;
    }
    EventService service =
        running.keep(
            new EventService(kafka, events, drivers, config.instance(), running.boundedMeters()));
    service.start();
    running.mayFail(service::failure);
    running.health().ready("events", service::problem);
    running.describe("events of faces, to " + Topics.EVENTS);
  }

  /** Starts inference on faces from memory; the topic of faces is neither read nor written. */
  FaceSinks startEdge(int queueFrames) {
    WatchedProducer<byte[]> producer =
        running.keep(
            WatchedProducer.open(
                kafka.producerProperties(FacePublisher.producerSettings("predictions")),
                new ByteArraySerializer()));
    running.mayFail(producer::failure);
    LivePredictor predictor = new LivePredictor(config, served(), running.boundedMeters(), clock);
    EdgeInference edge =
        running.keep(
            new EdgeInference(
                predictor,
                heads,
                producer,
                queueFrames,
                config.maxBatch(),
                config.maxDelay(),
                clock,
                running.meters()));
    heads.start();
    edge.start();
    running.mayFail(edge::failure);
    running.mayFail(
        new StallLimit(
            config.stallTimeout(), backbone.device(), predictor::oldestFace, System::nanoTime));
    running.describe(
        "inference with %s (%s) on %s (features only: faces stay in this process)"
            .formatted(model.name(), modelReason, backbone.device()));
    startEvents();
    return (camera, meters) -> edge.open(meters.counter(IngestMeters.DROPPED)::increment)::accept;
  }
}
