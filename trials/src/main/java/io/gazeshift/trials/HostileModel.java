package io.gazeshift.trials;

import io.gazeshift.inference.keys.KeyFiles;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.testing.EventLog;
import io.gazeshift.trials.HostileModels.Hostile;
import io.gazeshift.trials.harness.Cameras;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.InjectedFault;
import io.gazeshift.trials.harness.Ledger;
import io.gazeshift.trials.harness.PredictionWatch;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.RoleProcess;
import io.gazeshift.trials.harness.TrialPlan;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.TrialSite;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;

/** Malicious heads, written to the topic by a client with write access. */
final class HostileModel implements InjectedFault {

  private static final String DOMAIN = "hostile-0";
  private static final int HUGE_BYTES = 100 << 20;
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String REJECTED = "gazeshift_infer_head_rejected_total";

  private final List<GazePrediction> predictions = new CopyOnWriteArrayList<>();

  @Override
  public String name() {
    return "hostile";
  }

  @Override
  public List<TrialResult> inflict(TrialPlan plan) throws Exception {
    Path home = plan.directory(name());
    KeyFiles trusted = KeyFiles.generate(home.resolve("trusted"), new SecureRandom());
    KeyFiles stranger = KeyFiles.generate(home.resolve("stranger"), new SecureRandom());
    HostileModels models = new HostileModels(DOMAIN, trusted, stranger);
    Ledger ledger = new Ledger();
    Checks checks = new Checks();
    predictions.clear();
    int tried = 0;
    try (TrialSite site = TrialSite.open(home);
        KafkaProducer<String, byte[]> producer = large(site.bootstrap(), "none");
        KafkaProducer<String, byte[]> packing = large(site.bootstrap(), "gzip");
        EventLog events = new EventLog(site.bootstrap());
        PredictionWatch watch =
            PredictionWatch.predictions(site, "hostile", ledger, predictions::add);
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "hostile", ledger)) {
      RoleProcess infer =
          site.role(
              "infer",
              RoleProcess.SMALL_HEAP,
              "infer",
              "infer.trusted-keys=" + trusted.publicKey());
      infer.start();
      for (long version = 1; version <= 2; version++) {
        publish(producer, models.good(version));
      }
      checks.within(SOON, "a good head is accepted", () -> predictsWith(cameras, 2));
      for (Map.Entry<String, Hostile> each : models.all(2).entrySet()) {
        rejected(checks, infer, producer, each.getKey(), each.getValue());
        stays(checks, cameras, each.getKey());
        tried++;
      }
      checks.that("the broker rejects 100 MB", tooLarge(producer, new byte[HUGE_BYTES]), "taken");
      checks.that(
          "the broker rejects 100 MB packed into 100 KB",
          tooLarge(packing, new byte[HUGE_BYTES]),
          "taken");
      stays(checks, cameras, "100 MB packed into 100 KB");
      int rejections = tried;
      checks.within(
          SOON,
          "each rejection is reported in gaze.adaptations",
          () -> events.of(DOMAIN, event -> event.getTrigger().equals("swap")).size() == rejections);
      checks.within(
          SOON,
          "the next good head is accepted",
          () -> {
            publish(producer, models.good(3));
            return predictsWith(cameras, 3);
          });
      cameras.stop();
      watch.drain();
      checks.that("nothing crashed", infer.isAlive() && !infer.crashed(), infer.log());
      return List.of(
          TrialResult.of(
              "hostile models, each refused for its reason",
              rejections + 2,
              ledger,
              new Recovery(),
              checks,
              "With 512 MiB of heap"));
    }
  }

  private static void rejected(
      Checks checks,
      RoleProcess infer,
      KafkaProducer<String, byte[]> producer,
      String what,
      Hostile hostile)
      throws Exception {
    String label = "reason=\"%s\"".formatted(hostile.reason());
    double before = infer.meters().sum(REJECTED, label);
    publish(producer, hostile.bytes());
    checks.within(
        SOON,
        "%s: %s".formatted(what, hostile.reason()),
        () -> infer.isAlive() && infer.meters().sum(REJECTED, label) == before + 1);
  }

  /** The old head answers, in its name and with its numbers. */
  private void stays(Checks checks, Cameras cameras, String what) {
    checks.within(SOON, "the old head keeps predicting", () -> predictsWith(cameras, 2));
    checks.that(
        "no hostile head predicts",
        predictions.stream()
            .filter(prediction -> prediction.getIdentity().getDomain().equals(DOMAIN))
            .filter(prediction -> prediction.getModelVersion() > 0)
            .allMatch(
                prediction ->
                    prediction.getModelVersion() <= 3
                        && Math.abs(prediction.getNormalised().getPitch() - HostileModels.PITCH_RAD)
                            < 1e-6),
        what);
  }

  /** Shows a face to every camera; whether that of the domain is predicted by this version. */
  private boolean predictsWith(Cameras cameras, long version) {
    FaceIdentity shown = null;
    for (int i = 0; i < 4; i++) {
      FaceIdentity face = cameras.shoot();
      shown = face.getDomain().equals(DOMAIN) ? face : shown;
    }
    FaceIdentity wanted = shown;
    return Awaitility.await()
            .atMost(SOON)
            .pollInterval(Duration.ofMillis(20))
            .until(() -> predictionOf(wanted), Optional::isPresent)
            .orElseThrow()
            .getModelVersion()
        == version;
  }

  private Optional<GazePrediction> predictionOf(FaceIdentity face) {
    return predictions.stream()
        .filter(prediction -> prediction.getIdentity().equals(face))
        .findFirst();
  }

  private static void publish(KafkaProducer<String, byte[]> producer, byte[] value)
      throws Exception {
    producer.send(new ProducerRecord<>(Topics.MODELS.name(), DOMAIN, value)).get();
  }

  private static boolean tooLarge(KafkaProducer<String, byte[]> producer, byte[] value)
      throws InterruptedException {
    try {
      producer.send(new ProducerRecord<>(Topics.MODELS.name(), DOMAIN, value)).get();
      return false;
    } catch (ExecutionException e) {
      // Past the broker's limit for requests it hangs up without a word.
      return e.getCause() instanceof RecordTooLargeException
          || e.getCause() instanceof RetriableException;
    }
  }

  private static KafkaProducer<String, byte[]> large(String bootstrap, String compression) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            ProducerConfig.COMPRESSION_TYPE_CONFIG,
            compression,
            ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
            2 * HUGE_BYTES,
            ProducerConfig.BUFFER_MEMORY_CONFIG,
            3L * HUGE_BYTES,
            ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
            5_000,
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
            10_000),
        new StringSerializer(),
        new ByteArraySerializer());
  }
}
