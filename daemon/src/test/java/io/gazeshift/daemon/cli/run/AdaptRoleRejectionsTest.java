package io.gazeshift.daemon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.daemon.cli.offline.OfflineLine;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.inference.keys.KeyFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the adaptation role refuses before it has started or published anything. */
class AdaptRoleRejectionsTest {

  private static final int WIDTH =
      ModelDirectory.builtIn(BuiltInModel.STUDIO).sourceHead().inputs();

  @TempDir private Path directory;
  private OfflineLine line;

  @BeforeEach
  void open() {
    line = new OfflineLine(directory);
  }

  @AfterEach
  void nothingWasStartedOrPublished() {
    assertThat(line.file("broker")).doesNotExist();
  }

  @Test
  void withoutABankItSaysWhereToGetOne() throws IOException {
    line.refuses(2, role("--set", bareModel()), "adapt.bank", "gazeshift bank", "--bank");
    line.refuses(1, role("--bank", "@missing"), "adapt.bank", "missing", "does not exist");
  }

  @Test
  void aBankOfAnotherBackboneIsNamedWithBothFingerprints() throws IOException {
    String own = ModelDirectory.builtIn(BuiltInModel.STUDIO).sourceHeadFile().backboneFingerprint();
    bank("foreign", "f".repeat(64), WIDTH);
    line.refuses(
        1, role("--bank", "@foreign"), "foreign", "ffffffffffff...", own.substring(0, 12) + "...");
    bank("short", "", WIDTH - 1);
    line.refuses(1, role("--bank", "@short"), "short", "" + (WIDTH - 1), "" + WIDTH);
  }

  @Test
  void aHeadThatHasSeenEverybodyNeedsACalibrationBank() throws IOException {
    bank(
        "own",
        ModelDirectory.builtIn(BuiltInModel.STUDIO).sourceHeadFile().backboneFingerprint(),
        WIDTH);
    line.refuses(
        1, role("--bank", "@own", "--set", bareModel()), "adapt.validation", "has not seen");
  }

  @Test
  void aKeyThatIsNoneIsRejected() throws IOException {
    bank(
        "own",
        ModelDirectory.builtIn(BuiltInModel.STUDIO).sourceHeadFile().backboneFingerprint(),
        WIDTH);
    Files.writeString(line.file("key"), "nothing of the kind");
    String calibration = "adapt.validation=" + line.file("own");
    line.refuses(
        1,
        role("--bank", "@own", "--set", calibration, "--set", "adapt.signing-key=none.pem"),
        "none.pem",
        "does not exist");
    line.refuses(
        1,
        role(
            "--bank",
            "@own",
            "--set",
            calibration,
            "--set",
            "adapt.signing-key=" + line.file("key")),
        "key",
        "no PEM block");
  }

  @Test
  void whereHeadsMustBeSignedItNeedsATrustedKey() throws IOException {
    bank(
        "own",
        ModelDirectory.builtIn(BuiltInModel.STUDIO).sourceHeadFile().backboneFingerprint(),
        WIDTH);
    KeyFiles trusted = KeyFiles.generate(line.file("trusted"), new SecureRandom());
    KeyFiles other = KeyFiles.generate(line.file("other"), new SecureRandom());
    String calibration = "adapt.validation=" + line.file("own");
    String keys = "infer.trusted-keys=" + trusted.publicKey();
    line.refuses(
        2,
        role("--bank", "@own", "--set", calibration, "--set", keys),
        "adapt.signing-key: heads must be signed");
    String key = "adapt.signing-key=" + other.privateKey();
    line.refuses(
        1,
        role("--bank", "@own", "--set", calibration, "--set", keys, "--set", key),
        "adapt.signing-key: " + other.privateKey(),
        "infer.trusted-keys");
  }

  @Test
  void aSignificanceBelowWhatTheTestCanReachIsRejected() {
    line.refuses(2, role("--set", "adapt.drift-significance=0.0001"), "from 0.001 to 0.5, or 0");
  }

  @Test
  void flagsOfFilesDoNotBeginARole() {
    line.refuses(2, role("--head", "@head", "--bank", "@own"), "--out", "missing");
    line.refuses(2, role("--method", "paper"), "--bank and --head and --out", "missing");
  }

  @Test
  void whoAsksWhereNothingRunsIsToldSo() {
    for (String what : List.of("now", "cancel")) {
      line.refuses(
          1,
          new String[] {"adapt", what, "--domain", "seat", "--data-dir", "@broker"},
          "no broker is running",
          "--kafka");
      line.refuses(2, new String[] {"adapt", what}, "--domain");
    }
  }

  /** The built-in one without its bank, and with a head that does not say whom it has not seen. */
  private String bareModel() throws IOException {
    Path model = Files.createDirectories(line.file("bare"));
    for (String name : new String[] {"backbone.onnx", "backbone.json"}) {
      try (InputStream in = getClass().getResourceAsStream("/models/studio/" + name)) {
        Files.copy(in, model.resolve(name));
      }
    }
    HeadFile head = ModelDirectory.builtIn(BuiltInModel.STUDIO).sourceHeadFile();
    new HeadFile(head.head(), head.backboneFingerprint()).write(model.resolve("head.safetensors"));
    return "infer.model=" + model;
  }

  private void bank(String name, String fingerprint, int width) throws IOException {
    int samples = 40;
    Random random = new Random(1);
    float[] features = new float[samples * width];
    Matrix gaze = Matrix.zeros(samples, 2);
    for (int i = 0; i < features.length; i++) {
      features[i] = random.nextFloat();
    }
    for (int i = 0; i < 2 * samples; i++) {
      gaze.data()[i] = random.nextGaussian() / 10;
    }
    new SourceBank(FeatureRows.of(features, width), gaze, new long[0], fingerprint)
        .write(line.file(name), false);
  }

  @Test
  void aDemoDoesNotRunWhereAConfigurationFileSaysRealCamerasAre() throws IOException {
    Files.writeString(line.file("site.yaml"), "kafka: {bootstrap: \"broker:9092\"}\n");
    line.refuses(
        2, new String[] {"demo", "--config", "@site.yaml"}, "kafka.bootstrap", "site.yaml");
  }

  private static String[] role(String... more) {
    List<String> words = new ArrayList<>(List.of("adapt", "--data-dir", "@broker"));
    List<String> given = List.of(more);
    words.addAll(given);
    if (given.stream().noneMatch(word -> word.startsWith("infer.model="))) {
      words.addAll(List.of("--set", "infer.model=studio"));
    }
    return words.toArray(String[]::new);
  }
}
