package io.gazeshift.daemon.bench;

import io.gazeshift.common.config.sections.InferConfig;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.backbone.Backbone;
import io.gazeshift.daemon.backbone.BackboneOptions;
import io.gazeshift.daemon.backbone.BadPatchException;
import io.gazeshift.daemon.backbone.PatchDecoder;
import io.gazeshift.daemon.infer.HeadRegistry;
import io.gazeshift.daemon.infer.InferenceService;
import io.gazeshift.daemon.model.ModelDirectory;
import io.gazeshift.daemon.stream.PredictionFollower;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceFrame;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Faces a second through the whole of inference (fetch, decode, backbone, head, transaction),
 * against a bare loop of decode, backbone and head over the same faces with the same batches.
 */
public final class PathBench implements AutoCloseable {

  private static final int DIFFERENT_FACES = 256;
  private static final List<String> CAMERAS = List.of("bench-0", "bench-1", "bench-2", "bench-3");
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** One round: faces a second, bare and through Kafka. */
  public record Round(double barePerSecond, double pathPerSecond) {
    public double ratio() {
      return pathPerSecond / barePerSecond;
    }
  }

  private final KafkaAccess kafka;
  private final InferConfig config;
  private final ModelDirectory model;
  private final Backbone backbone;
  private final List<FaceFrame> faces = new ArrayList<>();

  public PathBench(KafkaAccess kafka, InferConfig config, int facesPerRound)
      throws InterruptedException {
    this.kafka = kafka;
    this.config = config;
    this.model = ModelDirectory.configured(config.model());
    RenderedFaces rendered = new RenderedFaces(SyntheticScene.STUDIO, 5, DIFFERENT_FACES);
    for (int i = 0; i < facesPerRound; i++) {
      String camera = CAMERAS.get(i % CAMERAS.size());
      faces.add(rendered.face(camera, 1, i, 1L + i).face());
    }
    this.backbone = model.openBackbone(new BackboneOptions(config.device(), config.threads()));
  }

  /** Both ways over the same faces, one after the other. */
  public Round round() throws InterruptedException, BadPatchException {
    return new Round(faces.size() / bareSeconds(), faces.size() / pathSeconds());
  }

  private double bareSeconds() throws BadPatchException {
    PatchDecoder decoder = new PatchDecoder(model.preprocessing());
    FloatBuffer patches =
        ByteBuffer.allocateDirect(Float.BYTES * config.maxBatch() * decoder.floatsPerPatch())
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    float[] angles = new float[2 * config.maxBatch()];
    long start = System.nanoTime();
    for (int from = 0; from < faces.size(); from += config.maxBatch()) {
      int count = Math.min(config.maxBatch(), faces.size() - from);
      for (int i = 0; i < count; i++) {
        decoder.decode(faces.get(from + i).getPatchJpeg(), patches, i);
      }
      model.sourceHead().predict(backbone.features(patches, count), 0, count, angles, 0);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /** The faces wait in the topic before inference starts, so only inference is measured. */
  private double pathSeconds() throws InterruptedException {
    try (PredictionFollower follower = new PredictionFollower(kafka, PredictionFollower.From.NOW);
        InferenceService service =
            new InferenceService(
                kafka,
                withGroup("gazeshift-bench-" + UUID.randomUUID()),
                backbone,
                new PatchDecoder(model.preprocessing()),
                new HeadRegistry(model.sourceHead()),
                new SimpleMeterRegistry(),
                InstantSource.system())) {
      publish();
      service.start();
      // Joining the group is not inference: the clock starts with the first prediction.
      int seen = 0;
      long firstNanos = 0;
      int first = 0;
      long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
      while (seen < faces.size()) {
        int more = follower.poll(Duration.ofMillis(100)).size();
        if (seen == 0 && more > 0) {
          firstNanos = System.nanoTime();
          first = more;
        }
        seen += more;
        if (System.nanoTime() - deadlineNanos > 0) {
          throw new IllegalStateException(
              "only %d of %d faces were predicted within %s"
                  .formatted(seen, faces.size(), TIMEOUT));
        }
      }
      double share = (double) (faces.size() - first) / faces.size();
      return (System.nanoTime() - firstNanos) / 1e9 / share;
    }
  }

  private void publish() throws InterruptedException {
    try (KafkaProducer<String, FaceFrame> producer =
        new KafkaProducer<>(
            kafka.producerProperties(Map.of(ProducerConfig.LINGER_MS_CONFIG, 5)),
            new StringSerializer(),
            RecordType.FACE_FRAME.serializer())) {
      List<Future<RecordMetadata>> sent = new ArrayList<>(faces.size());
      for (FaceFrame face : faces) {
        sent.add(
            producer.send(
                new ProducerRecord<>(Topics.FACES.name(), face.getIdentity().getCamera(), face)));
      }
      for (Future<RecordMetadata> acknowledgement : sent) {
        acknowledgement.get();
      }
    } catch (ExecutionException e) {
      throw new KafkaException("a face could not be published", e.getCause());
    }
  }

  private InferConfig withGroup(String group) {
    return new InferConfig(
        config.model(),
        config.device(),
        config.threads(),
        config.maxBatch(),
        config.maxDelay(),
        group,
        config.delivery());
  }

  @Override
  public void close() {
    backbone.close();
  }
}
