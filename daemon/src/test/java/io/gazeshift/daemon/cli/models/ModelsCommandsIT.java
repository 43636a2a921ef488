package io.gazeshift.daemon.cli.models;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.daemon.cli.offline.OfflineLine;
import io.gazeshift.daemon.testing.TestRegistry;
import io.gazeshift.glsge.data.Half;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.Safetensors;
import io.gazeshift.glsge.data.SafetensorsWriter;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.keys.KeyFiles;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.testing.InferenceExtension;
import io.gazeshift.testing.TestHeads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What operators do to heads, on a real broker. */
class ModelsCommandsIT {

  @RegisterExtension static final InferenceExtension BED = new InferenceExtension();

  @TempDir private Path directory;
  private OfflineLine line;

  @BeforeEach
  void begin() {
    line = new OfflineLine(directory);
  }

  @Test
  void versionsAreListedRolledBackPinnedAndUnpinned() {
    publish("lab", head(0.1f), head(0.2f), head(0.3f));

    line.succeeds(models("rollback", "--domain", "lab", "--author", "ann", "--reason", "glasses"));
    assertThat(line.out()).isEqualTo("lab: head 4 is active, with the weights of head 2\n");
    // Twice is two steps.
    line.succeeds(models("rollback", "--domain", "lab", "--author", "ann"));
    assertThat(line.out()).contains("head 5 is active, with the weights of head 1");
    line.succeeds(models("rollback", "--domain", "lab", "--pin", "--author", "ann"));
    assertThat(line.out()).contains("head 6", "the source head, pinned");
    line.succeeds(models("rollback", "--domain", "lab", "--to", "3", "--author", "bob"));
    assertThat(line.out()).contains("head 7", "of head 3, pinned");
    line.succeeds(models("unpin", "--domain", "lab", "--author", "bob"));
    assertThat(line.out()).contains("head 8 is unpinned, with the weights of head 7");
    line.succeeds(models("unpin", "--domain", "lab"));
    assertThat(line.out()).contains("head 8 is already unpinned");
    line.succeeds(models("pin", "--domain", "lab", "--author", "bob"));

    line.succeeds(models("list", "--domain", "lab"));
    List<String> rows = line.out().lines().toList();
    assertThat(rows.get(0)).startsWith("DOMAIN  VERSION  STATE").endsWith("WHY");
    assertThat(rows.get(1)).matches("lab +9 +active, pinned +\\d+ s +2 +3 +bob +pinned");
    assertThat(rows.get(4)).matches("lab +6 +\\d+ s +source +source +ann +back from 5 to source");
    assertThat(rows.get(6)).matches("lab +4 +\\d+ s +1 +2 +ann +back from 3 to 2: glasses");
    assertThat(rows.get(9)).matches("lab +1 +\\d+ s +source +own +service +for a test");
    line.succeeds(models("list", "--json"));
    assertThat(line.out()).contains("\"domain\" : \"lab\"", "\"active\" : true");

    line.succeeds(models("show", "--domain", "lab"));
    assertThat(line.out())
        .startsWith("head 9 of domain 'lab', active, pinned\n")
        .contains("by bob", "weights    3, head ", "signature  none");
    line.succeeds(models("show", "--domain", "lab", "--version", "4", "--json"));
    assertThat(line.out()).contains("\"restored_version\" : 2", "\"author\" : \"person ann\"");
  }

  @Test
  void whatCannotBeDoneIsSaidWithWhatCould() throws IOException {
    publish("known", head(0.1f), head(0.2f));
    line.refuses(1, models("show", "--domain", "nowhere"), "no head for domain 'nowhere'", "known");
    line.refuses(
        1,
        models("rollback", "--domain", "known", "--to", "7"),
        "domain 'known' has no version 7; it has 1, 2");
    line.refuses(
        1,
        models("rollback", "--domain", "known", "--to", "2"),
        "the active head 2 already has the weights of head 2");
    line.refuses(1, models("rollback", "--domain", "nowhere", "--to", "0"), "'nowhere'");
    line.refuses(1, models("pin", "--domain", "nowhere"), "'nowhere'");
    line.refuses(
        1, models("diff", "--domain", "known", "--from", "1", "--to", "9"), "no version 9");
    line.refuses(
        2, models("pin", "--domain", "known", "--author", " "), "--author: ' ' is not a name");
    Path noKey = Files.writeString(line.file("no.pem"), "hello");
    line.refuses(
        1,
        models("pin", "--domain", "known", "--key", noKey.toString()),
        "no.pem: contains no PEM block");
    line.refuses(
        1,
        models("pin", "--domain", "known", "--key", "none.pem"),
        "none.pem: the file does not exist");

    new HeadFile(head(0.3f), "f00d").write(line.file("foreign.safetensors"));
    line.refuses(
        1,
        models("import", "@foreign.safetensors", "--domain", "known"),
        "foreign.safetensors: was made for the backbone f00d");
    new HeadFile(TestHeads.constant(3, 0, 0), fingerprint()).write(line.file("small.safetensors"));
    line.refuses(
        1, models("import", "@small.safetensors", "--domain", "known"), "expects 3 features");
    Head overflowing =
        new Head(
            new DenseLayer(width(), 1, new float[width()], new float[] {Float.MAX_VALUE}),
            new DenseLayer(1, 1, new float[] {2}, new float[1]),
            new DenseLayer(1, 2, new float[] {1, 1}, new float[2]));
    new HeadFile(overflowing, fingerprint()).write(line.file("wild.safetensors"));
    line.refuses(
        1,
        models("import", "@wild.safetensors", "--domain", "known"),
        "predicts pitch Infinity, yaw Infinity on a blank patch");
    line.refuses(1, models("import", "@no.pem", "--domain", "known"), "no.pem");
    line.refuses(2, models("import", "@absent", "--domain", "known"), "does not exist");
    try (TestRegistry registry = TestRegistry.unsigned(BED)) {
      assertThat(registry.versions().require("known").getVersion()).isEqualTo(2);
    }
  }

  @Test
  void aHeadGoesOutWithItsProvenanceAndComesInUnderAName() {
    publish("from", head(0.1f), head(0.2f));
    line.succeeds(
        models(
            "export",
            "--domain",
            "from",
            "--version",
            "1",
            "--format",
            "safetensors",
            "--out",
            "@head.safetensors"));
    assertThat(Safetensors.read(line.file("head.safetensors")).metadata())
        .containsEntry("domain", "from")
        .containsEntry("version", "1")
        .containsEntry("author", "service")
        .containsEntry("report_summary", "for a test");

    line.succeeds(
        models(
            "import", "@head.safetensors", "--domain", "to", "--author", "eve", "--reason", "x"));
    assertThat(line.out()).matches("to: head 1 from \\S+ is active\n");
    line.succeeds(models("import", "@head.safetensors", "--domain", "from"));
    try (TestRegistry registry = TestRegistry.unsigned(BED)) {
      HeadModel imported = registry.versions().require("to");
      assertThat(imported.getAuthor()).isEqualTo("person eve");
      assertThat(imported.getReportSummary()).isEqualTo("imported from head.safetensors: x");
      assertThat(registry.versions().require("from").getParentVersion()).isEqualTo(2);
    }
  }

  @Test
  void whereKeysAreTrustedWhatIsPublishedIsSigned() throws IOException {
    KeyFiles keys = KeyFiles.generate(line.file("keys"), new SecureRandom());
    KeyFiles others = KeyFiles.generate(line.file("others"), new SecureRandom());
    String trusted = "infer.trusted-keys=" + keys.publicKey();
    try (TestRegistry registry = TestRegistry.signed(BED, keys)) {
      registry.publish("vault", head(0.1f), 0);
      registry.publish("vault", head(0.2f), 1);
    }
    line.refuses(
        2,
        models("rollback", "--domain", "vault", "--set", trusted),
        "--key: heads must be signed");
    line.refuses(
        1,
        models(
            "rollback", "--domain", "vault", "--set", trusted, "--key", others.privateKey() + ""),
        "does not match any key of infer.trusted-keys");
    line.succeeds(
        models("rollback", "--domain", "vault", "--set", trusted, "--key", keys.privateKey() + ""));
    try (HeadVersions strict =
        new HeadVersions(BED.kafka(), TrustedKeys.read(List.of(keys.publicKey())))) {
      strict.refresh();
      assertThat(strict.require("vault").getVersion()).isEqualTo(3);
    }
    line.succeeds(
        models(
            "pin",
            "--domain",
            "vault",
            "--set",
            trusted,
            "--set",
            "adapt.signing-key=" + keys.privateKey()));
    line.succeeds(models("show", "--domain", "vault", "--set", trusted));
    assertThat(line.out()).contains("signature  by a key of infer.trusted-keys");
  }

  @Test
  void aDiffSaysHowFarLayersAndPredictionsHaveMoved() throws IOException {
    float tenDegrees = (float) Math.toRadians(10);
    publish("moved", head(0), head(tenDegrees));
    line.succeeds(models("diff", "--domain", "moved", "--from", "1", "--to", "2"));
    assertThat(line.out())
        .contains("hidden1      changed by 0", "linear       changed by 0.1745", "no faces");

    show("moved", 5);
    line.succeeds(models("diff", "--domain", "moved", "--from", "1", "--to", "2"));
    assertThat(line.out())
        .contains(
            "differ by 10.00° on average, 10.00 at most; pitch by +10.00, yaw by +0.00 (5"
                + " newest faces)");

    new SafetensorsWriter()
        .f32("features", new float[2 * width()], 2, width())
        .write(line.file("target.safetensors"));
    line.succeeds(
        models(
            "diff",
            "--domain",
            "moved",
            "--from",
            "2",
            "--to",
            "1",
            "--target",
            "@target.safetensors",
            "--json"));
    assertThat(line.out())
        .contains("\"samples\" : 2")
        .containsPattern("\"pitch_shift_deg\" : -(10\\.000|9\\.999)");
    line.succeeds(models("diff", "--domain", "moved", "--from", "0", "--to", "1"));
    assertThat(line.out()).contains("from head source to head 1", "different shapes");
  }

  @SuppressWarnings("FutureReturnValueIgnored") // Waited for by flushing.
  private static void show(String domain, int faces) {
    byte[] face = RecordType.FEATURE_SAMPLE.encode(face(domain));
    try (KafkaProducer<String, byte[]> producer = BED.broker().producer()) {
      for (int i = 0; i < faces; i++) {
        producer.send(new ProducerRecord<>(Topics.FEATURES.name(), domain, face));
      }
      producer.flush();
    }
  }

  private static FeatureSample face(String domain) {
    byte[] halves = new byte[2 * width()];
    short one = Half.fromFloat(1);
    for (int i = 0; i < halves.length; i += 2) {
      halves[i] = (byte) one;
      halves[i + 1] = (byte) (one >> 8);
    }
    return FeatureSample.newBuilder()
        .setIdentity(
            FaceIdentity.newBuilder().setCamera("cam0").setDomain(domain).setCaptureMicros(1))
        .setBackboneFingerprint(fingerprint())
        .setFeatureFp16(ByteString.copyFrom(halves))
        .setPrediction(Gaze.INTO_CAMERA.toMessage())
        .addAllNormalisationRotation(Rotation.IDENTITY.toList())
        .build();
  }

  private static String[] models(String... words) {
    List<String> all = new ArrayList<>(List.of("models"));
    all.addAll(List.of(words));
    all.addAll(List.of("--kafka", BED.broker().bootstrap(), "--set", "infer.model=studio"));
    return all.toArray(String[]::new);
  }

  /** Each made from the one before. */
  private static void publish(String domain, Head... heads) {
    try (TestRegistry registry = TestRegistry.unsigned(BED)) {
      for (int i = 0; i < heads.length; i++) {
        registry.publish(domain, heads[i], i);
      }
    }
  }

  private static Head head(float pitchRad) {
    return TestHeads.constant(width(), pitchRad, 0);
  }

  private static int width() {
    return BED.backbone().featureSize();
  }

  private static String fingerprint() {
    return BED.backbone().fingerprint();
  }
}
