package io.gazeshift.testing;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.inference.config.InferConfig;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.pipeline.InferenceService;
import io.gazeshift.inference.pipeline.InferenceService.Readiness;
import io.gazeshift.inference.pipeline.ServedModel;
import io.gazeshift.ingest.synthetic.RenderedFaces;
import io.gazeshift.ingest.synthetic.RenderedFaces.Labelled;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceFrame;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Inference for a test class: a real broker, the built-in model, and rendered faces to predict.
 *
 * <pre>{@code
 * @RegisterExtension static final InferenceExtension BED = new InferenceExtension();
 * }</pre>
 */
public final class InferenceExtension implements BeforeAllCallback, AfterAllCallback {

  public static final Duration LONG = Duration.ofMinutes(1);

  /** When every face was captured, give or take its number. */
  public static final long CAPTURE_MICROS = 1_700_000_000_000_000L;

  private static final int DIFFERENT_FACES = 60;

  private final RunningBroker broker = new RunningBroker();
  private ModelDirectory model;
  private Backbone backbone;
  private RenderedFaces rendered;

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    broker.beforeAll(context);
    model = ModelDirectory.builtIn(BuiltInModel.STUDIO);
    backbone = openBackbone();
    rendered = new RenderedFaces(SyntheticScene.STUDIO, 991, DIFFERENT_FACES);
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    if (backbone != null) {
      backbone.close();
    }
    broker.afterAll(context);
  }

  public RunningBroker broker() {
    return broker;
  }

  public KafkaAccess kafka() {
    return kafka(Map.of());
  }

  public KafkaAccess kafka(Map<String, String> properties) {
    return new KafkaAccess(broker.bootstrap(), properties);
  }

  public ModelDirectory model() {
    return model;
  }

  /** Shared by the class, for one service at a time. */
  public Backbone backbone() {
    return backbone;
  }

  /** Another one, for the test to close. */
  public Backbone openBackbone() {
    return model.openBackbone(new BackboneOptions("cpu", 1));
  }

  public ActiveHeads sourceHeads() {
    return new ActiveHeads(model.sourceHead());
  }

  /** Small batches; exactly once. */
  public static InferConfig config(String group, String instance) {
    return config(group, instance, Optional.empty());
  }

  public static InferConfig config(String group, String instance, Optional<Duration> maxAge) {
    return new InferConfig(
        BuiltInModel.STUDIO.path(),
        "cpu",
        1,
        2,
        8,
        Duration.ofMillis(5),
        maxAge,
        Duration.ofMinutes(1),
        group,
        instance,
        InferConfig.Delivery.EXACTLY_ONCE,
        List.of(),
        InferConfig.PersonCorrection.OFF);
  }

  /** Not started; with the source head, and alone in a group of that name. */
  public InferenceService service(String group) {
    return service(config(group, "only"), backbone, sourceHeads());
  }

  public InferenceService service(InferConfig config, Backbone with, ActiveHeads heads) {
    return service(kafka(), config, with, heads, Readiness.NOW, new SimpleMeterRegistry());
  }

  public InferenceService service(
      KafkaAccess kafka,
      InferConfig config,
      Backbone with,
      ActiveHeads heads,
      Readiness ready,
      MeterRegistry registry) {
    return new InferenceService(
        kafka,
        config,
        new ServedModel(with, heads),
        ready,
        BoundedMeters.of(registry),
        InstantSource.system());
  }

  /** A new group would start at the first face, even another test's; this one does not. */
  public void beginAfterWhatIsThere(String group) throws Exception {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    for (int partition = 0; partition < Topics.FACES.partitions(); partition++) {
      latest.put(new TopicPartition(Topics.FACES.name(), partition), OffsetSpec.latest());
    }
    Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
    broker
        .admin()
        .listOffsets(latest)
        .all()
        .get()
        .forEach((partition, end) -> ends.put(partition, new OffsetAndMetadata(end.offset())));
    broker.admin().alterConsumerGroupOffsets(group, ends).all().get();
  }

  /** Camera and domain have the same name. */
  public FaceFrame face(String camera, long seq) {
    return labelled(camera, seq).face();
  }

  public Labelled labelled(String camera, long seq) {
    return rendered.face(camera, 1, seq, CAPTURE_MICROS + seq);
  }

  public static void send(KafkaProducer<String, byte[]> producer, FaceFrame face) {
    send(producer, face.getIdentity().getCamera(), RecordType.FACE_FRAME.encode(face));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // A face that was not sent is never predicted.
  public static void send(KafkaProducer<String, byte[]> producer, String key, byte[] value) {
    producer.send(new ProducerRecord<>(Topics.FACES.name(), key, value));
  }

  /** As applications see them, from the beginning; for the test to close. */
  public SeenPredictions predictions(String cameraPrefix) {
    return new SeenPredictions(kafka(), cameraPrefix);
  }

  /** The dead letters of a camera. */
  public List<ConsumerRecord<String, byte[]>> letters(String camera) {
    return TopicReader.readAll(broker.bootstrap(), Topics.FACES_DLQ.name()).stream()
        .filter(record -> record.key().equals(camera))
        .toList();
  }
}
