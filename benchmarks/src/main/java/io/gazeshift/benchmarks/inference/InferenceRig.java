package io.gazeshift.benchmarks.inference;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.inference.config.InferConfig;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.pipeline.InferenceService;
import io.gazeshift.inference.pipeline.InferenceService.Readiness;
import io.gazeshift.inference.pipeline.ServedModel;
import io.gazeshift.ingest.synthetic.RenderedFaces;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.FaceFrame;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.StringSerializer;

/** What the benchmarks of inference share: a cluster, a model, and faces of four cameras. */
public final class InferenceRig implements AutoCloseable {

  static final List<String> CAMERAS = List.of("bench-0", "bench-1", "bench-2", "bench-3");

  private static final int DIFFERENT_FACES = 128;

  private final KafkaAccess kafka;
  private final InferConfig config;
  private final ModelDirectory model;
  private final RenderedFaces faces;
  private final Backbone backbone;

  /**
   * One group for all rigs of a cluster lets a benchmark begin after the faces of the one before
   * it.
   */
  public InferenceRig(KafkaAccess kafka, InferConfig config) throws InterruptedException {
    this.kafka = kafka;
    this.config = config;
    this.model = ModelDirectory.of(config.model());
    this.faces = new RenderedFaces(SyntheticScene.STUDIO, 5, DIFFERENT_FACES);
    this.backbone = model.openBackbone(new BackboneOptions(config.device(), config.threads()));
  }

  KafkaAccess kafka() {
    return kafka;
  }

  public InferConfig config() {
    return config;
  }

  public ModelDirectory model() {
    return model;
  }

  public Backbone backbone() {
    return backbone;
  }

  RenderedFaces faces() {
    return faces;
  }

  /** Not started; for the caller to close. */
  InferenceService service(ActiveHeads heads, Readiness ready) {
    return new InferenceService(
        kafka,
        config,
        new ServedModel(backbone, heads),
        ready,
        BoundedMeters.of(new SimpleMeterRegistry()),
        InstantSource.system());
  }

  KafkaProducer<String, FaceFrame> producer(int lingerMillis) {
    return new KafkaProducer<>(
        kafka.producerProperties(Map.of(ProducerConfig.LINGER_MS_CONFIG, lingerMillis)),
        new StringSerializer(),
        RecordType.FACE_FRAME.serializer());
  }

  @Override
  public void close() {
    backbone.close();
  }
}
