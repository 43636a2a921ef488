package io.gazeshift.inference.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.kafka.WatchedProducer;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.inference.config.InferConfig;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.pipeline.InferenceService.Readiness;
import io.gazeshift.inference.pipeline.LivePredictor;
import io.gazeshift.inference.pipeline.ServedModel;
import io.gazeshift.ingest.synthetic.RenderedFaces;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.protocol.v1.FaceFrame;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class EdgeInferenceTest {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final long CAPTURE_MICROS = 1_700_000_000_000_000L;

  private final ModelDirectory model = ModelDirectory.builtIn(BuiltInModel.STUDIO);
  private final Backbone backbone = model.openBackbone(new BackboneOptions("cpu", 1));
  private final InstantSource clock = () -> Instant.ofEpochSecond(0, 1000 * CAPTURE_MICROS);
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final MockProducer<String, byte[]> producer =
      new MockProducer<>(false, null, new StringSerializer(), new ByteArraySerializer());
  private final AtomicLong nanos = new AtomicLong();
  private EdgeInference edge;

  @AfterEach
  void close() {
    edge.close();
    backbone.close();
  }

  /** As after the end of its I/O thread: it accepts predictions and never completes them. */
  @Test
  void aProducerThatCompletesNoPredictionAnyMoreIsAFailure() throws InterruptedException {
    // Each look at the clock is half a minute after the one before.
    Consumer<FaceFrame> camera = start(() -> nanos.addAndGet(30_000_000_000L));

    camera.accept(face(0));

    await().atMost(LONG).until(() -> edge.failure().isPresent());
    assertThat(edge.failure().orElseThrow()).hasMessageContaining("Kafka's producer hangs");
  }

  @Test
  void predictionsThatAreNotDeliveredAreCountedAndTheNextOnesSent() throws InterruptedException {
    Consumer<FaceFrame> camera = start(nanos::get);

    camera.accept(face(0));
    await().atMost(LONG).until(() -> producer.history().size() == 2);
    producer.errorNext(new TimeoutException("the cluster is away"));
    producer.errorNext(new TimeoutException("the cluster is away"));
    camera.accept(face(1));
    await().atMost(LONG).until(() -> producer.history().size() == 4);

    assertThat(registry.get("gazeshift.infer.undelivered").counter().count()).isEqualTo(2);
    assertThat(edge.failure()).isEmpty();
    producer.completeNext();
    producer.completeNext();
  }

  private Consumer<FaceFrame> start(LongSupplier nanoTime) {
    InferConfig config =
        new InferConfig(
            BuiltInModel.STUDIO.path(),
            "cpu",
            1,
            1,
            4,
            Duration.ZERO,
            Optional.empty(),
            Duration.ofMinutes(1),
            "group",
            "instance",
            InferConfig.Delivery.EXACTLY_ONCE,
            List.of(),
            InferConfig.PersonCorrection.OFF);
    Readiness ready = () -> {};
    edge =
        new EdgeInference(
            new LivePredictor(
                config,
                new ServedModel(backbone, new ActiveHeads(model.sourceHead())),
                BoundedMeters.of(registry),
                clock),
            ready,
            new WatchedProducer<>(producer, Duration.ofSeconds(15), nanoTime),
            8,
            4,
            Duration.ZERO,
            clock,
            registry);
    edge.start();
    return edge.open(() -> {});
  }

  private static FaceFrame face(long seq) throws InterruptedException {
    return new RenderedFaces(SyntheticScene.STUDIO, 5, 5)
        .face("cam", 1, seq, CAPTURE_MICROS)
        .face();
  }
}
