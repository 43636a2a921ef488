package io.gazeshift.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.backbone.onnx.OnnxGraph;
import io.gazeshift.common.Micros;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.Half;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.HeldOut;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.AngularError;
import io.gazeshift.glsge.train.SourceTrainer;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.swap.HeadFollower;
import io.gazeshift.inference.swap.HeadSwap;
import io.gazeshift.inference.swap.HeadVerifier;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazeAngles;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A model whose features are eight waves of the gaze, with a bank and a head: small enough to adapt
 * in a second. Its files are a model and a bank as a user has them.
 */
public final class SmallModel {

  public static final int WIDTH = 8;
  public static final int BURST = 4;

  /** Where people look in {@link #stream}, as a site says it: mean and spread in degrees. */
  public static final String PRIOR = "-5.73 0 3.44 3.44";

  /** A light in which the source head is off by 6 degrees; turned round, by 5. */
  public static final double LAMP = 0.15;

  private static final double MEAN_PITCH_RAD = -0.1;
  private static final double SIGMA_RAD = 0.06;

  private static final int SAMPLES = 1200;
  private static final int PERSONS = 10;
  private static final double NOISE = 0.03;
  private static final int SIDE = 16;

  private final Path model;
  private final Path bank;
  private final String fingerprint;
  private final HeadFile head;

  public SmallModel(Path directory) throws IOException {
    this.model = Files.createDirectories(directory.resolve("model"));
    this.bank = directory.resolve("bank.safetensors");
    writeBackbone();
    try (Backbone backbone = ModelDirectory.of(model).openBackbone(new BackboneOptions("cpu", 1))) {
      this.fingerprint = backbone.fingerprint();
      assertThat(backbone.featureSize()).isEqualTo(WIDTH);
    }
    SourceBank labelled = bank(fingerprint);
    labelled.write(bank, false);
    this.head = train(SourceBank.read(bank));
    head.write(model.resolve("head.safetensors"));
  }

  private void writeBackbone() throws IOException {
    OnnxGraph graph = new OnnxGraph("small");
    String image = graph.input("patches", 3, SIDE, SIDE);
    int flat = 3 * 2 * 2;
    String pooled = graph.flatten(graph.averagePool(image, SIDE / 2, SIDE / 2));
    float[] weight = new float[WIDTH * flat];
    for (int i = 0; i < weight.length; i++) {
      weight[i] = (float) Math.sin(i);
    }
    graph.output("features", graph.gemm(pooled, weight, WIDTH, flat, new float[WIDTH]), WIDTH);
    Files.write(model.resolve("backbone.onnx"), graph.toBytes());
    Files.writeString(
        model.resolve("backbone.json"),
        """
        {"input_size": 16, "channels": "RGB", "mean": [0, 0, 0], "std": [1, 1, 1]}
        """);
  }

  private static SourceBank bank(String fingerprint) {
    Random random = new Random(1);
    float[] features = new float[SAMPLES * WIDTH];
    Matrix gaze = Matrix.zeros(SAMPLES, 2);
    long[] persons = new long[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      gaze.set(i, 0, 0.3 * random.nextGaussian());
      gaze.set(i, 1, 0.3 * random.nextGaussian());
      persons[i] = i % PERSONS;
      float[] row = features(gaze.get(i, 0), gaze.get(i, 1), 0, random);
      System.arraycopy(row, 0, features, i * WIDTH, WIDTH);
    }
    return new SourceBank(FeatureRows.of(features, WIDTH), gaze, persons, fingerprint);
  }

  private HeadFile train(SourceBank labelled) {
    HeldOut people = HeldOut.everyNth(5, labelled).orElseThrow();
    SourceTrainer.Settings settings = new SourceTrainer.Settings(16, 12, 20, 100, 0.01, 1, "cpu");
    Head trained =
        new SourceTrainer(settings)
            .train(labelled.rows(people.split(labelled).kept()), loss -> {}, () -> false)
            .head();
    return new HeadFile(trained, fingerprint, Optional.of(people), Optional.empty());
  }

  private static float[] features(double pitch, double yaw, double light, Random random) {
    float[] row = new float[WIDTH];
    for (int k = 0; k < WIDTH; k++) {
      double angle = k % 2 == 0 ? pitch : yaw;
      row[k] = (float) (Math.sin((1 + k) * angle) + light + NOISE * random.nextGaussian());
    }
    return row;
  }

  public Path model() {
    return model;
  }

  public Path bankFile() {
    return bank;
  }

  public String fingerprint() {
    return fingerprint;
  }

  public HeadFile head() {
    return head;
  }

  /** Keeps heads as inference of this model does; not started yet. */
  public HeadFollower follower(KafkaAccess kafka, ActiveHeads heads) {
    HeadVerifier verifier = new HeadVerifier(fingerprint, new float[WIDTH], TrustedKeys.none());
    return new HeadFollower(
        kafka,
        new HeadSwap(
            verifier,
            heads,
            (record, version, why) -> {},
            BoundedMeters.of(new SimpleMeterRegistry())));
  }

  /**
   * What a camera of a domain sees: every gaze is held for a burst, two faces look on in turn.
   *
   * @param begin when the first burst was seen; one follows every 1.2 s
   * @param light added to every feature
   */
  public List<FeatureSample> stream(
      String domain, int bursts, Instant begin, double light, long seed) {
    return stream(domain, bursts, begin, light, 0, seed);
  }

  /** The same of people who look this far aside. */
  public List<FeatureSample> stream(
      String domain, int bursts, Instant begin, double light, double asideRad, long seed) {
    Random random = new Random(seed);
    List<FeatureSample> samples = new ArrayList<>();
    for (int burst = 0; burst < bursts; burst++) {
      double pitch = MEAN_PITCH_RAD + SIGMA_RAD * random.nextGaussian();
      double yaw = asideRad + SIGMA_RAD * random.nextGaussian();
      for (int frame = 0; frame < BURST; frame++) {
        long micros = micros(begin) + burst * 1_200_000L + frame * 33_000L;
        float[] features = features(pitch, yaw, light, random);
        samples.add(sample(domain, burst % 2, burst * 36L + frame, micros, features, seed));
      }
    }
    return samples;
  }

  /** How far a head is off on average where {@link #stream} comes from; the light as there. */
  public double errorDeg(Head candidate, double light, long seed) {
    Random random = new Random(seed);
    double sum = 0;
    for (int i = 0; i < SAMPLES; i++) {
      double pitch = MEAN_PITCH_RAD + SIGMA_RAD * random.nextGaussian();
      double yaw = SIGMA_RAD * random.nextGaussian();
      float[] gaze = candidate.predict(features(pitch, yaw, light, random));
      sum += AngularError.radians(gaze[0], gaze[1], pitch, yaw);
    }
    return Math.toDegrees(sum / SAMPLES);
  }

  /** One face, ten times a second, whose predictions by this head jump to and fro. */
  public List<FeatureSample> jumping(String domain, int frames, Instant begin, long version) {
    Random random = new Random(version);
    List<FeatureSample> samples = new ArrayList<>();
    for (int frame = 0; frame < frames; frame++) {
      FeatureSample steady =
          sample(
              domain,
              0,
              frame,
              micros(begin) + frame * 100_000L,
              features(0, 0, 0, random),
              version);
      samples.add(
          steady.toBuilder()
              .setModelVersion(version)
              .setPrediction(GazeAngles.newBuilder().setYaw(frame % 2 == 0 ? 0.4 : -0.4))
              .build());
    }
    return samples;
  }

  private FeatureSample sample(
      String domain, int face, long seq, long micros, float[] features, long session) {
    float[] gaze = head.head().predict(features);
    return FeatureSample.newBuilder()
        .setIdentity(
            FaceIdentity.newBuilder()
                .setCamera(domain + "-cam")
                .setDomain(domain)
                .setCaptureSession(session)
                .setFrameSeq(seq)
                .setFaceIndex(face)
                .setCaptureMicros(micros))
        .setBackboneFingerprint(fingerprint)
        .setFeatureFp16(halves(features))
        .setPrediction(GazeAngles.newBuilder().setPitch(gaze[0]).setYaw(gaze[1]))
        .setQuality(FaceQuality.newBuilder().setOverall(0.9f).setEyeOpenness(0.9f))
        .addAllNormalisationRotation(Rotation.IDENTITY.toList())
        .build();
  }

  private static long micros(Instant instant) {
    return Micros.of(instant);
  }

  public static ByteString halves(float... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Short.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      bytes.putShort(Half.fromFloat(value));
    }
    return ByteString.copyFrom(bytes.flip());
  }

  @SuppressWarnings("FutureReturnValueIgnored") // Waiting for the samples reveals a failure.
  public static void send(KafkaProducer<String, byte[]> producer, List<FeatureSample> samples) {
    for (FeatureSample sample : samples) {
      producer.send(
          new ProducerRecord<>(
              Topics.FEATURES.name(),
              sample.getIdentity().getDomain(),
              RecordType.FEATURE_SAMPLE.encode(sample)));
    }
    producer.flush();
  }
}
