package io.gazeshift.daemon.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gazeshift.glsge.data.HeadAccuracy;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.Safetensors;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.data.TargetSet;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.synthetic.LabelledPatch;
import io.gazeshift.ingest.synthetic.SyntheticPatches;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The offline commands through the real command line, on small banks. */
class OfflineCommandsTest {

  private static final int SAMPLES = 160;

  @TempDir private Path directory;
  private OfflineLine line;

  @BeforeEach
  void writeBanks() throws Exception {
    line = new OfflineLine(directory);
    SmallBanks.bank(SAMPLES, 0, 0.3, 1).write(line.file("bank"));
    SmallBanks.unlabelled(SAMPLES, -0.1, 0.1, 2).write(line.file("target"));
    SmallBanks.mislabelled(SAMPLES, -0.1, 0.1, 2).write(line.file("mislabelled"));
    SmallBanks.bank(SAMPLES, -0.1, 0.1, 2).write(line.file("truth"));
  }

  @Test
  void aHeadLearnsTheBankAndIsMeasuredPersonByPerson() throws Exception {
    train(30);
    line.succeeds("evaluate", "--head", "@head", "--data", "@truth", "--csv", "@errors", "--json");
    JsonNode answer = new JsonMapper().readTree(line.out());
    // Always answering the mean would be about 10 degrees off.
    assertThat(answer.get("mean_deg").doubleValue()).isLessThan(5);
    assertThat(answer.get("persons")).hasSize(SmallBanks.PERSONS);
    assertThat(Files.readAllLines(line.file("errors")))
        .hasSize(SAMPLES + 1)
        .first()
        .asString()
        .startsWith("sample,person,");

    line.succeeds("evaluate", "--head", "@head", "--data", "@truth");
    assertThat(line.err()).contains("measuring [", "100%");
    assertThat(line.out()).contains("160 samples: mean ").contains("median").contains("person");
  }

  @Test
  void aHeadThatKnowsItsAccuracyIsAskedWhetherItFits() throws Exception {
    train(30);
    HeadFile head = HeadFile.read(line.file("head"));
    head.with(Optional.of(new HeadAccuracy(0.01, 10, 0, 0))).write(line.file("known"));

    line.succeeds("evaluate", "--head", "@known", "--data", "@truth", "--json");
    JsonNode answer = new JsonMapper().readTree(line.out());
    assertThat(answer.get("within_sigma")).hasSize(5);
    assertThat(answer.at("/within_pitch_sigma/1/sigmas").doubleValue()).isEqualTo(1);
    assertThat(answer.at("/within_pitch_sigma/1/share").doubleValue()).isBetween(0.0, 0.9);
    assertThat(answer.at("/within_yaw_sigma/0/share").doubleValue()).isEqualTo(1);

    line.succeeds("evaluate", "--head", "@known", "--data", "@truth");
    assertThat(line.out())
        .containsPattern("  pitch  \\d+ % within 0.5σ, \\d+ % within 1σ")
        .contains("  yaw    100 % within 0.5σ");
    line.succeeds("evaluate", "--head", "@head", "--data", "@truth");
    assertThat(line.out()).doesNotContain("σ");
  }

  @Test
  void anAdaptedHeadIsWrittenWithItsBackboneAndAPageThatNeedsNoNetwork() throws Exception {
    train(3);
    line.succeeds(adapt("@target", "@adapted", "--report", "@report.html"));
    assertThat(line.out()).contains("L_src^w + PCOD").contains("report.html");
    HeadFile adapted = HeadFile.read(line.file("adapted"));
    assertThat(adapted.backboneFingerprint()).isEqualTo(SmallBanks.FINGERPRINT);
    assertThat(adapted.head()).isNotEqualTo(HeadFile.read(line.file("head")).head());
    assertThat(Files.readString(line.file("report.html")))
        .startsWith("<!doctype html>")
        .contains("class=\"law\"", "class=\"box\"", "class=\"curve\"", "truncated normal")
        .doesNotContain("http", "<script", "NaN", "null");
  }

  @Test
  void labelsInTheTargetAreNeverRead() throws Exception {
    train(3);
    line.succeeds(adapt("@target", "@adapted"));
    line.succeeds(adapt("@mislabelled", "@from-mislabelled"));
    assertThat(line.file("from-mislabelled")).hasSameBinaryContentAs(line.file("adapted"));
  }

  @Test
  void everyLabelModelAndObjectiveCanBeAskedFor() throws Exception {
    train(2);
    for (String model : List.of("truncated-gaussian", "gaussian", "mixture", "uniform")) {
      line.succeeds(adapt("@target", "@adapted", "--label-model", model, "--report", "@r.html"));
    }
    line.succeeds(
        adapt("@target", "@adapted", "--prior=-6,0,6,8", "--prior=4,10,3,3,0.5", "--json"));
    assertThat(new JsonMapper().readTree(line.out()).get("label_model").textValue())
        .isEqualTo("site-prior");
    for (String objective : List.of("L_src", "L_src^w", "L_src+COD", "l_src^w + cod")) {
      line.succeeds(adapt("@target", "@adapted", "--objective", objective));
    }
  }

  @Test
  void randomFeaturesComeCloseToTheExactAlignment() throws Exception {
    train(3);
    line.succeeds(adapt("@target", "@exact"));
    line.succeeds(adapt("@target", "@adapted", "--random-features", "24"));
    line.succeeds("evaluate", "--head", "@exact", "--data", "@truth", "--json");
    double exact = new JsonMapper().readTree(line.out()).get("mean_deg").doubleValue();
    line.succeeds("evaluate", "--head", "@adapted", "--data", "@truth", "--json");

    assertThat(HeadFile.read(line.file("adapted")).head())
        .isNotEqualTo(HeadFile.read(line.file("exact")).head());
    assertThat(new JsonMapper().readTree(line.out()).get("mean_deg").doubleValue())
        .isCloseTo(exact, withinPercentage(5));
    assertThat(ablate(20, "--random-features", "24")).hasSize(9);
  }

  @Test
  void theAblationHasEveryRowAndItsSpread() throws Exception {
    JsonNode rows = ablate(20);
    assertThat(rows.findValuesAsText("row"))
        .containsExactly(
            "no adaptation",
            "best shrinkage (control)",
            "L_src",
            "L_src^w",
            "L_src + COD",
            "L_src + PCOD",
            "L_src^w + COD",
            "L_src^w + PCOD",
            "supervised bound");
    for (JsonNode row : rows) {
      assertThat(row.get("errors_deg")).hasSize(2);
      assertThat(row.get("spread_deg").doubleValue()).isPositive();
    }
    for (int row : new int[] {1, 8}) {
      assertThat(rows.get(row).get("mean_deg").doubleValue())
          .isLessThanOrEqualTo(rows.get(0).get("mean_deg").doubleValue());
    }
  }

  @Test
  void thePapersNumbersStandBesideOurs() throws Exception {
    JsonNode rows = ablate(20, "--paper", "D_E-D_M");
    JsonNode whole = rows.get(7);
    assertThat(rows.get(0).get("paper_deg").doubleValue()).isEqualTo(8.05);
    assertThat(whole.get("row").textValue()).isEqualTo("L_src^w + PCOD");
    assertThat(whole.get("paper_deg").doubleValue()).isEqualTo(5.31);
    assertThat(whole.get("paper_change").doubleValue()).isCloseTo(-0.340, within(5e-4));
    assertThat(rows.get(4).get("paper_deg").isNull()).isTrue();
    assertThat(new JsonMapper().readTree(line.out()).at("/paper/errors_deg/PnP-GA+").doubleValue())
        .isEqualTo(5.34);

    train(2);
    String[] asText = {
      "ablate",
      "--bank",
      "@bank",
      "--target",
      "@target",
      "--truth",
      "@truth",
      "--head",
      "@head",
      "--seeds",
      "1",
      "--n1",
      "1",
      "--n2",
      "1",
      "--steps",
      "1",
      "--batch",
      "20",
      "--paper",
      "d_g→d_d",
      "--paper-backbone",
      "ResNet-50"
    };
    line.succeeds(asText);
    assertThat(line.out().lines())
        .anyMatch(row -> row.matches("no adaptation .*  8.79° +\\+0.0%"))
        .anyMatch(row -> row.matches("L_src \\+ COD .* not seen"))
        .anyMatch(row -> row.matches("best shrinkage .*%"))
        .anyMatch(row -> row.matches("L_src\\^w \\+ PCOD .*  7.14° +-18.8%"));
    assertThat(line.out()).contains("paper: D_G-D_D, resnet-50");

    asText[22] = "gazetr";
    line.succeeds(asText);
    assertThat(line.out().lines()).anyMatch(row -> row.matches("no adaptation .* not seen"));
  }

  @Test
  void thePapersSplitMeasuresOnTheFourFifthsThatWereNotAdaptedTo() throws Exception {
    JsonNode whole = ablate(10);
    JsonNode split = ablate(10, "--paper-split");

    // The heads to start from are the same, what they are measured on is not.
    JsonNode wholeErrors = whole.get(0).get("errors_deg");
    JsonNode splitErrors = split.get(0).get("errors_deg");
    for (int seed = 0; seed < 2; seed++) {
      double error = splitErrors.get(seed).doubleValue();
      assertThat(error).isNotEqualTo(wholeErrors.get(seed).doubleValue());
      assertThat(error).isCloseTo(wholeErrors.get(seed).doubleValue(), withinPercentage(25));
    }
  }

  @Test
  void renderedFacesBecomeABankThatTheBuiltInBackboneVouchesFor() {
    line.succeeds("bank", "synthetic", "--count", "45", "--out", "@studio", "--half");
    SourceBank bank = SourceBank.read(line.file("studio"));
    assertThat(bank.size()).isEqualTo(45);
    assertThat(bank.persons()[0]).isZero();
    assertThat(bank.persons()[44]).isEqualTo(1);
    assertThat(bank.backboneFingerprint()).hasSize(64);

    line.succeeds(
        "bank", "synthetic", "--scene", "lab", "--count", "3", "--unlabelled", "--out", "@lab");
    assertThat(TargetSet.read(line.file("lab")).gaze()).isEmpty();
    Safetensors lab = Safetensors.read(line.file("lab"));
    assertThat(lab.tensor("track").longs()).containsExactly(0, 0, 0);
    assertThat(lab.tensor("capture_micros").longs()).isSorted();
  }

  @Test
  void imagesBecomeABankAndCanBeMeasuredDirectly() throws Exception {
    writeImages(6);
    line.succeeds(
        "bank", "build", "--images", "@images", "--labels", "@labels.csv", "--out", "@built");
    SourceBank bank = SourceBank.read(line.file("built"));
    assertThat(bank.size()).isEqualTo(6);
    assertThat(bank.persons()).containsExactly(0, 1, 0, 1, 0, 1);
    line.succeeds("bank", "build", "--images", "@images", "--out", "@plain");
    assertThat(TargetSet.read(line.file("plain")).gaze()).isEmpty();
    Files.writeString(line.file("stream.csv"), "path,track,capture_micros\n4.jpg,7,0\n2.jpg,7,9\n");
    line.succeeds(
        "bank", "build", "--images", "@images", "--stream", "@stream.csv", "--out", "@streamed");
    assertThat(Safetensors.read(line.file("streamed")).tensor("capture_micros").longs())
        .containsExactly(0, 9);

    line.succeeds(
        "head", "train", "--bank", "@built", "--out", "@head", "--epochs", "2", "--device", "cpu");
    line.succeeds("evaluate", "--head", "@head", "--data", "@built");
    String fromBank = line.out();
    line.succeeds("evaluate", "--head", "@head", "--images", "@images", "--labels", "@labels.csv");
    assertThat(line.out()).isEqualTo(fromBank);
    line.succeeds(
        "head",
        "train",
        "--images",
        "@images",
        "--labels",
        "@labels.csv",
        "--out",
        "@from-images",
        "--epochs",
        "2");
    HeadFile fromImages = HeadFile.read(line.file("from-images"));
    assertThat(fromImages.backboneFingerprint()).isEqualTo(bank.backboneFingerprint());
    line.succeeds(
        "ablate",
        "--bank",
        "@built",
        "--images",
        "@images",
        "--labels",
        "@labels.csv",
        "--head",
        "@from-images",
        "--seeds",
        "1",
        "--batch",
        "4",
        "--n1",
        "1",
        "--n2",
        "1",
        "--steps",
        "1");
    assertThat(line.out()).contains("L_src^w + PCOD");
    line.succeeds(
        "adapt",
        "--bank",
        "@built",
        "--images",
        "@images",
        "--head",
        "@head",
        "--out",
        "@adapted",
        "--method",
        "glsge",
        "--batch",
        "4",
        "--n1",
        "1",
        "--n2",
        "1",
        "--steps",
        "1");
  }

  @Test
  void theRenderedBenchmarkAnswersInJson() throws Exception {
    line.succeeds(
        "bench",
        "glsge",
        "--quick",
        "--seeds",
        "1",
        "--scenarios",
        "none",
        "--frames",
        "100",
        "--json");
    JsonNode answer = new JsonMapper().readTree(line.out());
    JsonNode measured = answer.get("measurements").get(0);
    assertThat(measured.get("scenario").textValue()).isEqualTo("NONE");
    assertThat(measured.get("frames").intValue()).isEqualTo(100);
    assertThat(measured.at("/errorsDeg/SAFE").doubleValue())
        .isEqualTo(measured.at("/errorsDeg/NO_ADAPTATION").doubleValue())
        .isPositive();
  }

  @Test
  void aDataSetAsGazeHubWritesItBecomesABank() throws Exception {
    writeImages(2);
    Files.writeString(
        line.file("train.label"),
        "face gaze head name\n0.jpg 0.1,0.2 0,0 first\n1.jpg -0.1,0.3 0,0 second\n");
    String[] build = {
      "bank",
      "build",
      "--images",
      "@images",
      "--labels",
      "@train.label",
      "--out",
      "@built",
      "--layout",
      "eth-xgaze"
    };
    line.succeeds(build);
    SourceBank bank = SourceBank.read(line.file("built"));
    assertThat(bank.gaze().get(1, 0)).isCloseTo(-0.1, within(1e-6));
    assertThat(bank.gaze().get(1, 1)).isCloseTo(0.3, within(1e-6));
    build[9] = "mpii-face-gaze";
    line.refuses(1, build, "train.label, line 2", "4 columns");
    build[9] = "imagenet";
    line.refuses(2, build, "--layout", "imagenet", "gaze360");
  }

  private JsonNode ablate(int batch, String... more) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(
                "ablate",
                "--bank",
                "@bank",
                "--target",
                "@target",
                "--truth",
                "@truth",
                "--seeds",
                "2",
                "--epochs",
                "2",
                "--hidden1",
                "8",
                "--hidden2",
                "8",
                "--n1",
                "1",
                "--n2",
                "1",
                "--steps",
                "2",
                "--batch",
                String.valueOf(batch),
                "--json"));
    words.addAll(List.of(more));
    line.succeeds(words.toArray(String[]::new));
    return new JsonMapper().readTree(line.out()).get("rows");
  }

  private void writeImages(int count) throws Exception {
    OpenCv.load();
    List<OfflineLine.Picture> pictures = new ArrayList<>();
    try (SyntheticPatches patches = new SyntheticPatches(SyntheticScene.STUDIO, 3)) {
      for (int i = 0; i < count; i++) {
        LabelledPatch patch = patches.next();
        pictures.add(
            new OfflineLine.Picture(
                patch.jpeg(),
                String.format(
                    Locale.ROOT,
                    "%.5f,%.5f,%s",
                    patch.normalisedGaze().pitchRad(),
                    patch.normalisedGaze().yawRad(),
                    i % 2 == 0 ? "anna" : "ben")));
      }
    }
    line.writePictures("pitch,yaw,person", pictures);
  }

  private void train(int epochs) {
    line.succeeds(
        "head",
        "train",
        "--bank",
        "@bank",
        "--out",
        "@head",
        "--epochs",
        String.valueOf(epochs),
        "--hidden1",
        "16",
        "--hidden2",
        "12",
        "--lr",
        "0.01",
        "--batch",
        "20");
  }

  private static String[] adapt(String target, String out, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "adapt",
                "--bank",
                "@bank",
                "--target",
                target,
                "--head",
                "@head",
                "--out",
                out,
                "--method",
                "glsge",
                "--n1",
                "2",
                "--n2",
                "2",
                "--steps",
                "2",
                "--batch",
                "40"));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }
}
