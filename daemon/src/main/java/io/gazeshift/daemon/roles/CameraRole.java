package io.gazeshift.daemon.roles;

import io.gazeshift.common.UserError;
import io.gazeshift.common.http.VisitorRules;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.WatchedProducer;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.ingest.ConfiguredCameras;
import io.gazeshift.ingest.IngestService;
import io.gazeshift.ingest.config.CameraConfig;
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
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The cameras of this process; {@link ProcessResources} owns what it starts. */
final class CameraRole {

  private final GazeshiftConfig config;
  private final KafkaAccess kafka;
  private final CameraPictures pictures;
  private final CaptureClock clock;
  private final ProcessResources running;

  /**
   * @param pictures receives every frame
   */
  CameraRole(
      GazeshiftConfig config,
      KafkaAccess kafka,
      CameraPictures pictures,
      CaptureClock clock,
      ProcessResources running) {
    this.config = config;
    this.kafka = kafka;
    this.pictures = pictures;
    this.clock = clock;
    this.running = running;
  }

  /** Rejects missing or unusable cameras. */
  static void check(GazeshiftConfig config) {
    if (config.cameras().isEmpty()) {
      throw UserError.usage(
          "cameras: none configured; list them in gazeshift.yaml (see 'gazeshift config --example'),"
              + " or try a rendered one with --set cameras[0].id=cam0"
              + " --set cameras[0].source=synthetic:studio");
    }
    try (ConfiguredCameras cameras =
        new ConfiguredCameras(
            config.cameras(), config.faces(), config.ingest(), CaptureClock.system())) {
      cameras.check();
    }
  }

  /** Starts the cameras; faces go to the topic of faces. */
  void start() {
    WatchedProducer<FaceFrame> producer =
        running.keep(
            WatchedProducer.open(
                kafka.producerProperties(FacePublisher.producerSettings("faces")),
                RecordType.FACE_FRAME.serializer()));
    running.mayFail(producer::failure);
    int queue = config.ingest().queueFrames();
    start(
        FaceSinks.toKafka(
            producer, Topics.FACES.name(), new FacePublisher.Limits(queue, queue), clock));
  }

  /** Starts the cameras; faces go to these sinks only. */
  void start(FaceSinks sinks) {
    FaceSinks withTruth = sinks.withTruth(openTruth());
    ConfiguredCameras cameras =
        running.keep(
            new ConfiguredCameras(config.cameras(), config.faces(), config.ingest(), clock));
    IngestService ingest =
        running.keep(
            new IngestService(
                config.cameras(),
                config.ingest(),
                cameras::openerFor,
                withTruth,
                pictures.and(startPreview()),
                new SecureRandom().nextLong(),
                clock,
                running.meters()));
    ingest.start();
    running.describe(
        config.cameras().stream()
            .map(CameraConfig::id)
            .collect(Collectors.joining(", ", "cameras ", "")));
  }

  /** Publishes the true gaze of rendered cameras. */
  private TruthPublisher openTruth() {
    return running.keep(
        new TruthPublisher(
            () ->
                new KafkaProducer<>(
                    kafka.producerProperties(FacePublisher.producerSettings("truth")),
                    new StringSerializer(),
                    RecordType.GAZE_TRUTH.serializer()),
            Topics.TRUTH.name()));
  }

  private FrameViews startPreview() {
    if (config.ingest().preview().isEmpty()) {
      return FrameViews.NONE;
    }
    List<String> cameras = config.cameras().stream().map(CameraConfig::id).toList();
    PreviewServer server =
        running.keep(
            PreviewServer.start(
                config.ingest().preview().get(),
                new VisitorRules(config.http().allowedHosts(), List.of()),
                cameras,
                clock));
    running.describe("a preview at " + server.url());
    return server;
  }
}
