package io.gazeshift.outputs.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.gazeshift.broker.BrokerListener;
import io.gazeshift.broker.BrokerSettings;
import io.gazeshift.broker.EmbeddedBroker;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.TopicSetup;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.testing.ProgramProcess;
import io.gazeshift.testing.RunningBroker;
import io.gazeshift.testing.TopicReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of two rendered cameras, by the distribution's own commands. */
class RecordingIT {

  private static final Duration LONG = Duration.ofMinutes(2);

  /** How every JPEG begins. */
  private static final String JPEG =
      new String(new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff}, StandardCharsets.ISO_8859_1);

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  @TempDir static Path home;

  private static ProgramProcess cameras;

  @BeforeAll
  static void startCameras() {
    cameras =
        start(
            BROKER.bootstrap(),
            "run",
            "--set=cameras[0].id=lab",
            "--set=cameras[0].source=synthetic:lab",
            "--set=cameras[0].fps=5",
            "--set=cameras[1].id=vehicle",
            "--set=cameras[1].source=synthetic:vehicle",
            "--set=cameras[1].fps=5",
            "--set=adapt.enabled=false",
            "--set=http.listen=off");
    await().atMost(LONG).until(() -> published(BROKER.bootstrap()).size() > 10);
  }

  @AfterAll
  static void stopCameras() {
    if (cameras != null) {
      cameras.close();
    }
  }

  @Test
  void aRecordingIsContinuedAfterAKillAndItsFacesGiveTheSamePredictions() throws Exception {
    Path session = home.resolve("faces");
    String[] record = {"record", "--faces", "--domain=lab", "--out=" + session};
    try (ProgramProcess killed = start(BROKER.bootstrap(), record)) {
      await().atMost(LONG).until(() -> entries(session, "gaze.predictions").size() > 10);
      killed.signal("KILL");
      killed.waitFor(LONG);
    }
    int before = entries(session, "gaze.predictions").size();
    try (ProgramProcess again = start(BROKER.bootstrap(), record)) {
      await().atMost(LONG).until(() -> entries(session, "gaze.predictions").size() > before + 10);
      again.interrupt();
      assertThat(again.waitFor(LONG)).as(again.toString()).isZero();
      assertThat(again.out()).containsPattern("[1-9]\\d* records, ");
    }
    Map<Long, GazePrediction> recorded = new HashMap<>();
    for (RecordedEntry entry : entries(session, "gaze.predictions")) {
      GazePrediction prediction = RecordType.GAZE_PREDICTION.decode(entry.value());
      assertThat(prediction.getIdentity().getDomain()).isEqualTo("lab");
      assertThat(recorded.put(prediction.getIdentity().getFrameSeq(), prediction)).isNull();
    }
    List<Long> frames = recorded.keySet().stream().sorted().toList();
    assertThat(frames.get(frames.size() - 1) - frames.get(0) + 1)
        .as("without a gap, also where it was killed")
        .isEqualTo(frames.size());

    replaysToTheSame(session, recorded);
  }

  private static void replaysToTheSame(Path session, Map<Long, GazePrediction> recorded)
      throws Exception {
    try (EmbeddedBroker other =
            EmbeddedBroker.start(
                BrokerSettings.in(home.resolve("other")), new BrokerListener() {});
        Admin admin =
            Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, other.bootstrap()))) {
      TopicSetup.ensure(admin, 1);
      ProgramProcess replay =
          ProgramProcess.run(
              home,
              Map.of(),
              "replay",
              "--kafka=" + other.bootstrap(),
              "--fast",
              "--topic=gaze.faces",
              session.toString());
      assertThat(replay.exitCode()).as(replay.toString()).isZero();
      int faces = entries(session, "gaze.faces").size();
      assertThat(replay.out()).contains("published %d records".formatted(faces));
      try (ProgramProcess infer =
          start(other.bootstrap(), "infer", "--set=infer.model=studio", "--set=http.listen=off")) {
        await().atMost(LONG).until(() -> published(other.bootstrap()).size() == faces);
        assertThat(infer.isAlive()).isTrue();
      }
      int compared = 0;
      for (GazePrediction again : published(other.bootstrap())) {
        GazePrediction first = recorded.get(again.getIdentity().getFrameSeq());
        if (first != null) {
          assertThat(again.getIdentity()).isEqualTo(first.getIdentity());
          // Not to the last bit: faces share other batches.
          assertThat(again.getCamera().getPitch())
              .isCloseTo(first.getCamera().getPitch(), within(1e-4));
          assertThat(again.getCamera().getYaw())
              .isCloseTo(first.getCamera().getYaw(), within(1e-4));
          compared++;
        }
      }
      assertThat(compared).isGreaterThan(10);
    }
  }

  @Test
  void aRecordingWithoutFacesHasNoPicture() throws Exception {
    Path session = home.resolve("no-faces");
    ProgramProcess recorder =
        ProgramProcess.run(
            home,
            Map.of(),
            "record",
            "--kafka=" + BROKER.bootstrap(),
            "--duration=4s",
            "--out=" + session);

    assertThat(recorder.exitCode()).as(recorder.toString()).isZero();
    assertThat(entries(session, "gaze.predictions")).isNotEmpty();
    assertThat(entries(session, "gaze.features")).isNotEmpty();
    try (Stream<Path> files = Files.walk(session)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(file.getFileName().toString()).doesNotContain("faces");
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(JPEG);
      }
    }
    // The proof is one only if pictures are found where they are.
    List<byte[]> pictures = new ArrayList<>();
    TopicReader.readAll(
        BROKER.bootstrap(), Topics.FACES.name(), record -> pictures.add(record.value()));
    assertThat(new String(pictures.get(0), StandardCharsets.ISO_8859_1)).contains(JPEG);
  }

  @Test
  void whatKafkaHasIsExportedByTime() throws Exception {
    Path table = home.resolve("predictions.csv");
    Instant from = Instant.now();
    int before = published(BROKER.bootstrap()).size();
    await().atMost(LONG).until(() -> published(BROKER.bootstrap()).size() > before + 10);
    ProgramProcess export =
        ProgramProcess.run(
            home,
            Map.of(),
            "export",
            "--kafka=" + BROKER.bootstrap(),
            "--from=" + from,
            "--camera=vehicle",
            "--out=" + table);

    assertThat(export.exitCode()).as(export.toString()).isZero();
    List<String> lines = Files.readAllLines(table);
    assertThat(lines).hasSizeGreaterThan(3);
    assertThat(lines.subList(1, lines.size()))
        .allMatch(line -> line.contains(",vehicle,vehicle,"))
        // Captured shortly before they are published.
        .allMatch(
            line -> Instant.parse(line.split(",")[0]).isAfter(from.minus(Duration.ofSeconds(20))));
    ProgramProcess again =
        ProgramProcess.run(
            home, Map.of(), "export", "--kafka=" + BROKER.bootstrap(), "--out=" + table);
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).contains("exists; name another file, or add --force");
  }

  private static ProgramProcess start(String bootstrap, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--kafka=" + bootstrap);
    return ProgramProcess.start(home, Map.of(), all.toArray(String[]::new));
  }

  private static List<GazePrediction> published(String bootstrap) {
    return TopicReader.readAll(bootstrap, Topics.PREDICTIONS.name()).stream()
        .map(record -> RecordType.GAZE_PREDICTION.decode(record.value()))
        .toList();
  }

  private static List<RecordedEntry> entries(Path session, String topic) throws IOException {
    Path file = session.resolve(topic + ".records");
    List<RecordedEntry> entries = new ArrayList<>();
    if (Files.exists(file)) {
      try (TopicFile.Reader reader = new TopicFile.Reader(file)) {
        for (Optional<RecordedEntry> each = reader.next(); each.isPresent(); each = reader.next()) {
          entries.add(each.get());
        }
      }
    }
    return entries;
  }
}
