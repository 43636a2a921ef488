package io.gazeshift.daemon.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.glsge.data.SafetensorsWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with a file or a flag is said in one line, before any work is done. */
class OfflineRejectionsTest {

  private static final int SAMPLES = 60;

  @TempDir private Path directory;
  private OfflineLine line;

  @BeforeEach
  void writeGoodFiles() throws Exception {
    line = new OfflineLine(directory);
    SmallBanks.bank(SAMPLES, 0, 0.3, 1).write(line.file("bank"));
    SmallBanks.unlabelled(SAMPLES, 0, 0.1, 2).write(line.file("target"));
    line.succeeds(
        "head",
        "train",
        "--bank",
        "@bank",
        "--out",
        "@head",
        "--epochs",
        "1",
        "--hidden1",
        "4",
        "--hidden2",
        "4",
        "--batch",
        "60");
  }

  @Test
  void aFileThatIsNotThere() {
    line.refuses(2, train("@nowhere"), "--bank: the file", "nowhere does not exist");
    line.refuses(2, adapt("@bank", "@nowhere", "@head"), "--target: the file", "does not exist");
    line.refuses(2, evaluate("@nowhere", "@bank"), "--head: the file", "does not exist");
  }

  @Test
  void aPlaceThatCannotBeWrittenTo() {
    line.refuses(
        2,
        new String[] {"head", "train", "--bank", "@bank", "--out", "@no/such/head"},
        "--out: there is no directory");
  }

  @Test
  void aFileThatIsNoSafetensorsFile() throws Exception {
    Files.writeString(line.file("text"), "pitch,yaw\n0.1,0.2\n".repeat(10));
    line.refuses(1, train("@text"), "text", "not a safetensors file");
    line.refuses(1, adapt("@bank", "@text", "@head"), "text", "not a safetensors file");
  }

  @Test
  void featuresAndGazeOfDifferentLength() throws Exception {
    float[] gaze = SmallBanks.gaze(SAMPLES, 0, 0.3, 1);
    writer(SmallBanks.features(gaze, 1), SAMPLES)
        .f32("gaze", Arrays.copyOf(gaze, gaze.length - 2), SAMPLES - 1, 2)
        .write(line.file("uneven"));
    line.refuses(1, train("@uneven"), "uneven", "60 feature vectors", "59 rows");
  }

  @Test
  void numbersThatAreNone() throws Exception {
    float[] gaze = SmallBanks.gaze(SAMPLES, 0, 0.3, 1);
    float[] features = SmallBanks.features(gaze, 1);
    features[3 * SmallBanks.WIDTH + 2] = Float.NaN;
    writer(features, SAMPLES).f32("gaze", gaze, SAMPLES, 2).write(line.file("nan"));
    line.refuses(1, train("@nan"), "nan", "feature 2 of row 3 is NaN");
    line.refuses(1, adapt("@bank", "@nan", "@head"), "nan", "feature 2 of row 3 is NaN");
    gaze[9] = Float.NaN;
    writer(SmallBanks.features(SmallBanks.gaze(SAMPLES, 0, 0.3, 1), 1), SAMPLES)
        .f32("gaze", gaze, SAMPLES, 2)
        .write(line.file("nan-gaze"));
    line.refuses(1, train("@nan-gaze"), "nan-gaze", "the yaw of row 4 is NaN");
  }

  @Test
  void halfFloatsThatOverflowed() throws Exception {
    float[] gaze = SmallBanks.gaze(SAMPLES, 0, 0.3, 1);
    float[] features = SmallBanks.features(gaze, 1);
    byte[] good =
        new SafetensorsWriter()
            .metadata("backbone_fingerprint", SmallBanks.FINGERPRINT)
            .f16("features", features, SAMPLES, SmallBanks.WIDTH)
            .toBytes();
    // The last two bytes are the last feature; 0x7c00 is a half float's infinity.
    good[good.length - 2] = 0;
    good[good.length - 1] = 0x7c;
    Files.write(line.file("overflowed"), good);
    line.refuses(
        1, adapt("@bank", "@overflowed", "@head"), "feature 7 of row 59", "Infinity", "65504");
  }

  @Test
  void aBankWithTheSameGazeInEveryRow() throws Exception {
    writer(SmallBanks.features(SmallBanks.gaze(SAMPLES, 0, 0.3, 1), 1), SAMPLES)
        .f32("gaze", new float[2 * SAMPLES], SAMPLES, 2)
        .write(line.file("constant"));
    line.refuses(1, train("@constant"), "constant", "same gaze", "60 rows");
    line.refuses(1, adapt("@constant", "@target", "@head"), "constant", "same gaze");
  }

  @Test
  void aTargetThatCannotFillABatch() {
    line.refuses(1, adapt("@bank", "@target", "@head"), "target", "60 samples", "100", "--batch");
  }

  @Test
  void anotherFeatureLength() throws Exception {
    new SafetensorsWriter()
        .f32("features", new float[5 * SAMPLES], SAMPLES, 5)
        .write(line.file("narrow"));
    line.refuses(1, adapt("@bank", "@narrow", "@head"), "expects 8 features", "narrow has 5");
  }

  @Test
  void aHeadOfAnotherBackbone() throws Exception {
    float[] gaze = SmallBanks.gaze(SAMPLES, 0, 0.3, 1);
    new SafetensorsWriter()
        .metadata("backbone_fingerprint", "b".repeat(64))
        .f32("features", SmallBanks.features(gaze, 1), SAMPLES, SmallBanks.WIDTH)
        .f32("gaze", gaze, SAMPLES, 2)
        .write(line.file("foreign"));
    line.refuses(1, evaluate("@head", "@foreign"), "head", "aaaaaaaaaaaa", "bbbbbbbbbbbb");
    line.refuses(1, adapt("@bank", "@foreign", "@head"), "aaaaaaaaaaaa", "bbbbbbbbbbbb");
    line.refuses(
        1,
        new String[] {
          "ablate",
          "--bank",
          "@bank",
          "--target",
          "@foreign",
          "--truth",
          "@foreign",
          "--batch",
          "20"
        },
        "aaaaaaaaaaaa",
        "bbbbbbbbbbbb");
  }

  @Test
  void truthOfAnotherNumberOfSamples() throws Exception {
    SmallBanks.bank(SAMPLES - 1, 0, 0.3, 1).write(line.file("short"));
    line.refuses(
        1,
        new String[] {
          "ablate", "--bank", "@bank", "--target", "@target", "--truth", "@short", "--batch", "20"
        },
        "59 samples",
        "60 samples");
  }

  @Test
  void truthThatIsNoGaze() throws Exception {
    float[] gaze = SmallBanks.gaze(SAMPLES, 0, 0.3, 1);
    for (float wrong : new float[] {Float.NaN, Float.POSITIVE_INFINITY, 3.2f, -90}) {
      gaze[9] = wrong;
      new SafetensorsWriter().f32("gaze", gaze, SAMPLES, 2).write(line.file("wrong"));
      line.refuses(
          1,
          new String[] {
            "ablate", "--bank", "@bank", "--target", "@target", "--truth", "@wrong", "--batch", "20"
          },
          "wrong: truth: the yaw of row 4 is " + wrong,
          "radians");
    }
  }

  @Test
  void aTenthThatIsSmallerThanABatch() {
    line.refuses(
        1,
        new String[] {
          "ablate",
          "--bank",
          "@bank",
          "--target",
          "@target",
          "--truth",
          "@bank",
          "--batch",
          "20",
          "--paper-split"
        },
        "a tenth of",
        "6 samples");
  }

  @Test
  void samplesThatAreGivenTwiceOrNotAtAll() {
    line.refuses(2, new String[] {"head", "train", "--out", "@new"}, "--bank, or --images");
    line.refuses(
        2,
        new String[] {"ablate", "--bank", "@bank", "--target", "@target"},
        "--target and --truth, or --images");
    line.refuses(
        2,
        new String[] {"evaluate", "--head", "@head", "--data", "@bank", "--images", "@bank"},
        "--data, or --images with --labels");
  }

  @Test
  void flagsThatMakeNoSense() {
    line.refuses(2, with("--lr", "7"), "learning rate", "7");
    line.refuses(2, with("--lambda", "-1"), "lambda");
    line.refuses(2, with("--random-features", "3"), "random features", "at least 4");
    line.refuses(2, with("--label-model", "magic"), "--label-model", "magic", "mixture");
    line.refuses(2, with("--label-model", "site-prior"), "--prior=");
    line.refuses(2, with("--prior", "1,2"), "--prior", "sigmas");
    line.refuses(2, with("--prior", "1,2,3"), "--prior", "SIGMA_PITCH");
    line.refuses(2, with("--prior", "1,2,3,0"), "--prior", "above 0");
    line.refuses(2, with("--validation", "@bank"), "--validation", "--method safe");
    line.refuses(2, with("--objective", "L_all"), "--objective", "L_src^w+PCOD");
    line.refuses(2, with("--box", "round"), "round", "chi2");
    line.refuses(2, with("--images", "@"), "either --target or --images");
    String[] magic = adapt("@bank", "@target", "@head");
    magic[9] = "--method=magic";
    assertThat(line.execute(magic)).isEqualTo(2);
    assertThat(line.err()).contains("--method", "magic", "safe, glsge");
  }

  @Test
  void aTaskOrBackboneThatThePaperDoesNotHave() {
    String[] words = {
      "ablate", "--bank", "@bank", "--target", "@target", "--truth", "@bank", "--paper", "D_M-D_E"
    };
    line.refuses(2, words, "--paper: 'D_M-D_E'", "D_E-D_M, D_E-D_D, D_G-D_M, D_G-D_D, average");
    words[8] = "--paper-backbone=vgg";
    words[7] = "--paper=D_E-D_M";
    line.refuses(2, words, "--paper-backbone: 'vgg'", "resnet-18, resnet-50, gazetr, fsci");
    words[7] = "--json";
    line.refuses(2, words, "--paper-backbone: goes with --paper");
  }

  @Test
  void aListOfImagesThatIsWrong() throws Exception {
    Files.createDirectories(line.file("images"));
    Files.writeString(line.file("images/a.jpg"), "no picture");
    assertList("a.jpg,0.1\n", "labels.csv:1", "2 columns");
    assertList("path,pitch,yaw\na.jpg,0.1,12\n", "labels.csv:2", "radians");
    assertList("a.jpg,up,0\n", "labels.csv:1", "'up'");
    assertList("b.jpg,0,0\n", "labels.csv:1", "b.jpg");
    assertList("# nothing\n", "lists no image");
    assertList("a.jpg,0.1,0.2\n", "a.jpg", "JPEG");
  }

  private void assertList(String text, String... parts) throws Exception {
    Files.writeString(line.file("labels.csv"), text);
    line.refuses(
        1,
        new String[] {
          "bank", "build", "--images", "@images", "--labels", "@labels.csv", "--out", "@built"
        },
        parts);
  }

  private static SafetensorsWriter writer(float[] features, int samples) {
    return new SafetensorsWriter().f32("features", features, samples, SmallBanks.WIDTH);
  }

  private static String[] train(String bank) {
    return new String[] {"head", "train", "--bank", bank, "--out", "@new"};
  }

  private static String[] evaluate(String head, String data) {
    return new String[] {"evaluate", "--head", head, "--data", data};
  }

  private static String[] adapt(String bank, String target, String head) {
    return new String[] {
      "adapt", "--bank", bank, "--target", target, "--head", head, "--out", "@new", "--method=paper"
    };
  }

  private static String[] with(String flag, String value) {
    String[] words = Arrays.copyOf(adapt("@bank", "@target", "@head"), 12);
    words[10] = flag;
    words[11] = value;
    return words;
  }
}
