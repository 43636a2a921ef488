package io.gazeshift.daemon.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gazeshift.broker.GuardedBroker;
import io.gazeshift.broker.ReadyTopics;
import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.inference.keys.KeyFiles;
import io.gazeshift.inference.person.GlanceFollower;
import io.gazeshift.inference.person.PersonMeters;
import io.gazeshift.inference.person.TrackGlances;
import io.gazeshift.outputs.mirror.MirrorConfig;
import io.gazeshift.outputs.mirror.MirrorMeters;
import io.gazeshift.outputs.mirror.PredictionMirror;
import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.TopicSetup;
import io.gazeshift.protocol.Topics;
import io.gazeshift.testing.Certificates;
import io.gazeshift.testing.ProgramProcess;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The roles with production's configurations, on a broker that knows them by their certificates and
 * lets each do what users.yaml says, and no more.
 */
class KafkaUsersIT {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int SAMPLES = 60;
  private static final List<String> ROLES = List.of("ingest", "infer", "adapt");

  /** Of the roles' own rights: what they say when Kafka refuses them. */
  private static final Pattern REFUSED = Pattern.compile("(?i)not authori[sz]ed|may not|denied");

  /** Adaptation's page can do without it, and adaptation must. */
  private static final String NO_TRUTH = "page: not showing [gaze.truth]";

  private static final Map<String, String> ENVIRONMENT = Map.of("NODE_NAME", "lab");

  @TempDir static Path home;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Map<String, ProgramProcess> PROGRAMS = new HashMap<>();
  private static Certificates certificates;
  private static GuardedBroker broker;
  private static Path signingKey;

  @BeforeAll
  static void start() throws Exception {
    KafkaUsers users = KafkaUsers.ofProduction();
    List<String> names = new ArrayList<>(users.names());
    names.add(GuardedBroker.ADMINISTRATOR);
    certificates = Certificates.make(Files.createDirectory(home.resolve("kafka")), names);
    broker = GuardedBroker.start(home.resolve("broker"), certificates);
    try (Admin admin = Admin.create(access(GuardedBroker.ADMINISTRATOR).adminProperties())) {
      TopicSetup.ensure(admin, 1);
      admin.createAcls(users.rights()).all().get();
      await()
          .atMost(LONG)
          .until(
              () ->
                  admin.describeAcls(AclBindingFilter.ANY).values().get().size()
                      == users.rights().size());
    }
    mount();
    for (String role : ROLES) {
      PROGRAMS.put(role, ProgramProcess.start(home, ENVIRONMENT, arguments(role)));
    }
  }

  /** What production's pods have mounted, other than the certificates. */
  private static void mount() throws IOException {
    KeyFiles keys = KeyFiles.generate(home.resolve("keys"), new SecureRandom());
    signingKey = Files.move(keys.privateKey(), home.resolve("keys/heads.pem"));
    Files.move(keys.publicKey(), home.resolve("keys/heads.pub"));
    Files.createDirectory(home.resolve("admin"));
    Files.writeString(home.resolve("admin/token"), "correct-horse-battery-staple");
    Files.createDirectories(home.resolve("models/faces"));
  }

  private static String[] arguments(String role) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(role, "--config=" + configuration(role)));
    arguments.add("--set=http.listen=0");
    // Its faces are rendered ones.
    arguments.add("--set=infer.model=studio");
    switch (role) {
      // Fewer frames than by default: this is about rights, not load.
      case "ingest" ->
          arguments.addAll(
              List.of("--set=cameras[0].source=synthetic:lab", "--set=cameras[0].fps=10"));
      // Runs only when asked, early, and with a head to show for it whatever the gate says.
      case "adapt" ->
          arguments.addAll(
              List.of(
                  "--set=adapt.min-samples-requested=" + SAMPLES,
                  "--set=adapt.method=paper",
                  "--set=adapt.gate=warn"));
      default -> {}
    }
    return arguments.toArray(String[]::new);
  }

  /** Production's own, with the places of this test for those of its pods. */
  private static Path configuration(String role) throws IOException {
    Path given = Tools.ROOT.resolve("k8s/overlays/production/config/" + role + ".yaml");
    String text =
        Files.readString(given)
            .replace("gazeshift-kafka-bootstrap:9093", broker.bootstrap())
            .replace("/etc/kafka/ca/", certificates.authority() + "/")
            .replace("/etc/kafka/user/", certificates.of("gazeshift-" + role) + "/")
            .replaceAll("/etc/gazeshift-(keys|trusted)/", home.resolve("keys") + "/")
            .replace("/etc/gazeshift-admin/", home.resolve("admin") + "/")
            .replace("/models/", home.resolve("models") + "/")
            .replace("/var/lib/gazeshift/", home.resolve("state") + "/");
    return Files.writeString(home.resolve(role + ".yaml"), text);
  }

  @AfterAll
  static void stop() throws Exception {
    for (ProgramProcess program : PROGRAMS.values()) {
      try (ProgramProcess running = program) {
        running.interrupt();
        assertThat(running.waitFor(Duration.ofSeconds(60))).as(running::toString).isZero();
        assertThat(running.err()).doesNotContain(certificates.password());
      }
    }
    if (broker != null) {
      broker.close();
    }
  }

  @Test
  void everyRoleIsReadyAndIsDeniedNothingItNeeds() {
    for (String role : ROLES) {
      await().atMost(LONG).untilAsserted(() -> assertThat(get(role, "readyz")).contains("\"ready"));
    }
    for (String role : List.of("ingest", "adapt")) {
      assertThat(PROGRAMS.get(role).err().lines().filter(line -> !line.contains(NO_TRUTH)))
          .noneMatch(line -> REFUSED.matcher(line).find());
    }
  }

  /** From the camera to a head that adaptation signs, inference takes and a person takes back. */
  @Test
  void facesArePredictedAHeadIsPublishedAndTheOperatorTakesItBack() throws Exception {
    await()
        .atMost(LONG)
        .until(() -> sum("adapt", "gazeshift_adapt_buffer_samples") >= SAMPLES + 20);
    done("adapt", "now", "--domain=lab");
    await().atMost(LONG).until(() -> said("infer", "lab: head 1 is active now"));
    assertThat(done("models", "rollback", "--domain=lab", "--to=0", "--key=" + signingKey))
        .contains("lab: head 2 is active, with the weights of the source head");
    await().atMost(LONG).until(() -> said("infer", "lab: head 2 is active now"));
    assertThat(done("models", "backup", home.resolve("heads.jsonl.gz").toString()))
        .contains("1 active head");
  }

  private static String done(String... words) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.add("--config=" + configuration("operator"));
    arguments.add("--set=infer.model=studio");
    ProgramProcess program =
        ProgramProcess.run(home, ENVIRONMENT, arguments.toArray(String[]::new));
    assertThat(program.exitCode()).as(program::toString).isZero();
    return program.out();
  }

  /** Its page has nothing but heads to show, says why, and does not try again and again. */
  @Test
  void inferencesPageSaysOnceWhatItMayNotRead() {
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(get("infer", "api/live"))
                    .contains(
                        "this process's Kafka user may not read gaze.adaptations,"
                            + " gaze.features\""));
    assertThat(
            PROGRAMS.get("infer").err().lines().filter(line -> line.contains("page: not showing")))
        .hasSizeBetween(1, 4);
    assertThat(PROGRAMS.get("infer").err()).doesNotContain("restarting live");
    assertThat(get("infer", "healthz")).contains("\"alive");
  }

  @Test
  void adaptationsPageShowsAllButTheTruthAndFindsNothingWrongWithThat() {
    await()
        .atMost(LONG)
        .untilAsserted(
            () -> {
              assertThat(get("adapt", "api/live"))
                  .contains("\"cameras\":[{")
                  .doesNotContain("may not read");
              assertThat(PROGRAMS.get("adapt").err()).contains(NO_TRUTH);
            });
    assertThat(PROGRAMS.get("adapt").err()).doesNotContain("restarting live");
  }

  @Test
  void whoMayNotCreateATopicIsToldOfPermissions() {
    List<Topic> mirrored = List.of(Topics.PREDICTIONS_JSON);
    assertThatThrownBy(() -> ReadyTopics.ensure(access("gazeshift-ingest"), 1, mirrored))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("kafka: cannot create or read gaze.predictions.json: ")
        .hasMessageEndingWith("; check the permissions of the Kafka user");
  }

  /** As long as it lasts, though the clients begin anew again and again. */
  @Test
  void whoMayNotReadGlancesOrPredictionsSaysSo() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    KafkaAccess ingest = access("gazeshift-ingest");
    try (GlanceFollower glances =
            new GlanceFollower(
                ingest, (key, glance) -> true, new TrackGlances(frame -> true), registry);
        PredictionMirror mirror =
            new PredictionMirror(ingest, new MirrorConfig("gazeshift-mirror", "m"), registry)) {
      glances.start();
      mirror.start();
      for (CounterSpec restarts : List.of(PersonMeters.RESTARTS, MirrorMeters.RESTARTS)) {
        await().atMost(LONG).until(() -> restarts.in(registry).count() >= 3);
      }
      assertThat(glances.problem().orElseThrow())
          .startsWith("no glances are read: ")
          .contains("gaze.calibration");
      assertThat(mirror.problem().orElseThrow())
          .startsWith("no predictions are mirrored: ")
          .contains("gazeshift-mirror");
      assertThat(registry.get(MirrorMeters.LAG.name()).gauge().value()).isNaN();
      assertThat(glances.failure()).isEmpty();
      assertThat(mirror.failure()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ingest, gaze.models",
    "ingest, gaze.models.history",
    "ingest, gaze.predictions",
    "ingest, gaze.events",
    "ingest, gaze.calibration",
    "ingest, gaze.requests",
    "ingest, gaze.speed",
    "infer, gaze.speed",
    "infer, gaze.models",
    "infer, gaze.models.history",
    "infer, gaze.faces",
    "infer, gaze.calibration",
    "infer, gaze.requests",
    "adapt, gaze.faces",
    "adapt, gaze.predictions",
    "adapt, gaze.features",
    "adapt, gaze.events",
    "adapt, gaze.events.state",
    "adapt, gaze.speed",
    "adapt, gaze.calibration",
    "operator, gaze.faces",
    "operator, gaze.predictions",
    "operator, gaze.events",
    "operator, gaze.features",
    "operator, gaze.adaptations",
    "scaler, gaze.faces",
    "scaler, gaze.models"
  })
  void mayNotWrite(String user, String topic) {
    try (KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            access("gazeshift-" + user).producerProperties(Map.of("enable.idempotence", false)),
            new StringSerializer(),
            new ByteArraySerializer())) {
      assertThatThrownBy(
              () -> producer.send(new ProducerRecord<>(topic, "lab", new byte[] {1})).get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(TopicAuthorizationException.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ingest, gaze.faces",
    "ingest, gaze.predictions",
    "ingest, gaze.models",
    "ingest, gaze.events",
    "infer, gaze.models.history",
    "infer, gaze.truth",
    "adapt, gaze.faces",
    "adapt, gaze.faces.dlq",
    "adapt, gaze.truth",
    "operator, gaze.faces",
    "operator, gaze.faces.dlq",
    "scaler, gaze.faces",
    "scaler, gaze.predictions"
  })
  void mayNotRead(String user, String topic) {
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(
            access("gazeshift-" + user).consumerProperties(Map.of("auto.offset.reset", "earliest")),
            new StringDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(new TopicPartition(topic, 0)));
      assertThatThrownBy(
              () ->
                  await().atMost(LONG).until(() -> !consumer.poll(Duration.ofSeconds(1)).isEmpty()))
          .isInstanceOf(TopicAuthorizationException.class);
    }
  }

  @ParameterizedTest
  @CsvSource({"ingest", "adapt", "operator", "scaler"})
  void otherUsersMayNotJoinInference(String user) {
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(
            access("gazeshift-" + user).consumerProperties(Map.of("group.id", "gazeshift-infer")),
            new StringDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.subscribe(List.of("gaze.models"));
      assertThatThrownBy(() -> await().atMost(LONG).until(() -> consumer.poll(LONG).count() > 0))
          .isInstanceOfAny(GroupAuthorizationException.class, TopicAuthorizationException.class);
    }
  }

  /** What KEDA asks for. */
  @Test
  void theScalerSeesHowFarInferenceIsBehind() throws Exception {
    try (Admin admin = Admin.create(access("gazeshift-scaler").adminProperties())) {
      TopicPartition first = new TopicPartition("gaze.faces", 0);
      assertThat(admin.describeTopics(List.of("gaze.faces")).allTopicNames().get()).hasSize(1);
      assertThat(admin.listOffsets(Map.of(first, OffsetSpec.latest())).all().get()).hasSize(1);
      assertThat(
              admin
                  .listConsumerGroupOffsets("gazeshift-infer")
                  .partitionsToOffsetAndMetadata()
                  .get())
          .isNotNull();
      assertThatThrownBy(() -> admin.listConsumerGroupOffsets("gazeshift-adapt").all().get())
          .hasCauseInstanceOf(GroupAuthorizationException.class);
    }
  }

  @Test
  void aClientWithoutACertificateIsRejected() {
    Map<String, String> properties = new HashMap<>(certificates.client("gazeshift-infer"));
    properties.keySet().removeIf(name -> name.startsWith("ssl.keystore"));
    KafkaAccess anonymous = new KafkaAccess(broker.bootstrap(), properties);
    assertThatThrownBy(() -> anonymous.check(Duration.ofSeconds(10))).isInstanceOf(UserError.class);
  }

  private static KafkaAccess access(String user) {
    return new KafkaAccess(broker.bootstrap(), certificates.client(user));
  }

  /** Over all labels. */
  private static double sum(String role, String metric) {
    return get(role, "metrics")
        .lines()
        .filter(line -> line.startsWith(metric + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  private static boolean said(String role, String what) {
    ProgramProcess program = PROGRAMS.get(role);
    assertThat(program.isAlive()).as(program::toString).isTrue();
    return program.err().contains(what);
  }

  /** Empty while it does not listen yet. */
  private static String get(String role, String path) {
    ProgramProcess program = PROGRAMS.get(role);
    assertThat(program.isAlive()).as(program::toString).isTrue();
    Matcher url = Pattern.compile("metrics at (http://\\S+?/)metrics").matcher(program.out());
    if (!url.find()) {
      return "";
    }
    try {
      HttpResponse<String> answer =
          CLIENT.send(
              HttpRequest.newBuilder(URI.create(url.group(1) + path)).build(),
              BodyHandlers.ofString());
      return answer.body();
    } catch (IOException e) {
      throw new AssertionError(program.toString(), e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
