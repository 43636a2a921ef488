package io.gazeshift.daemon.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Safe adaptation, the default, through the real command line. */
class SafeAdaptTest {

  private static final int SAMPLES = 1200;

  @TempDir private Path directory;
  private OfflineLine line;

  @BeforeEach
  void trainAHead() throws Exception {
    line = new OfflineLine(directory);
    SmallBanks.bank(SAMPLES, 0, 0.3, 1).write(line.file("bank"));
    SmallBanks.stream(80, -0.1, 0.06, 2).write(line.file("narrow"));
    SmallBanks.stream(80, 0, 0.3, 3).write(line.file("wide"));
    train("--json");
  }

  @Test
  void aHeadSaysWhomItHasNotSeen() throws Exception {
    JsonNode answer = new JsonMapper().readTree(line.out());
    assertThat(answer.get("samples").intValue()).isEqualTo(960);
    assertThat(answer.get("held_out_persons").intValue()).isEqualTo(2);
    assertThat(answer.get("held_out_error_deg").doubleValue()).isPositive();
    assertThat(head("head").heldOut().orElseThrow().persons()).containsExactlyInAnyOrder(4L, 9L);
    train("--hold-out", "0");
    assertThat(line.out())
        .contains("1200 training samples")
        .contains("no validation people held out");
    assertThat(head("head").heldOut()).isEmpty();
  }

  @Test
  void aNarrowerGazeAdaptsTheHeadAndHardlyMovesItsMean() throws Exception {
    line.succeeds(adapt("@narrow", "--json", "--report", "@report.html"));
    JsonNode answer = new JsonMapper().readTree(line.out());
    assertThat(answer.get("method").textValue()).isEqualTo("safe");
    assertThat(answer.get("adapted").booleanValue()).as(line.out()).isTrue();
    assertThat(answer.get("gaze_distribution").get("fixations").intValue()).isGreaterThan(50);
    double before = answer.get("before").get("mean_pitch_deg").doubleValue();
    double after = answer.get("after").get("mean_pitch_deg").doubleValue();
    assertThat(Math.abs(after - before)).isLessThan(0.5);
    assertThat(head("adapted").head()).isNotEqualTo(head("head").head());
    assertThat(head("adapted").heldOut())
        .as("nor has it seen them")
        .isEqualTo(head("head").heldOut());
    assertThat(Files.readString(line.file("report.html")))
        .contains("The head was adapted.", "class=\"law\"")
        .contains("Source labels, reweighted", "there to compare", "Loss, step by step")
        .contains("fixations: target frames", "time of the training")
        .satisfies(
            page -> assertThat(curves(page)).as("a point for each step told").containsExactly(20))
        .doesNotContain("http", "<script", "NaN", "null", "epoch by epoch");
  }

  /** Of the people held out, 4 judges and 9 is estimated with. */
  @Test
  void thePeopleThatTheGateJudgesOnReachNoHead() throws Exception {
    poison(4, "poisoned");
    assertSameHead();
    assertSameHead("--prior=-3,2,3.4,3.4,1,0.1");
    assertSameHead("--method", "paper", "--n1", "2", "--n2", "1", "--batch", "50");
    poison(3, "trained");
    line.succeeds(adapt("@narrow", "--bank", "@trained"));
    Head spoiled = head("adapted").head();
    line.succeeds(adapt("@narrow"));
    assertThat(spoiled).as("the poison is strong enough").isNotEqualTo(head("adapted").head());
  }

  private void assertSameHead(String... more) {
    line.succeeds(adapt("@narrow", more));
    Head clean = head("adapted").head();
    assertThat(clean).isNotEqualTo(head("head").head());
    List<String> poisoned = new ArrayList<>(List.of(more));
    poisoned.addAll(List.of("--bank", "@poisoned"));
    line.succeeds(adapt("@narrow", poisoned.toArray(String[]::new)));
    assertThat(head("adapted").head()).as("%s", poisoned).isEqualTo(clean);
  }

  /** The same bank, but for the features of one person. */
  private void poison(long person, String name) throws Exception {
    SourceBank bank = SourceBank.read(line.file("bank"));
    int width = bank.features().width();
    float[] features = new float[bank.size() * width];
    for (int i = 0; i < bank.size(); i++) {
      bank.features().copy(i, features, i * width);
      for (int c = 0; bank.persons()[i] == person && c < width; c++) {
        features[i * width + c] = 7 - 5 * features[i * width + c];
      }
    }
    new SourceBank(
            FeatureRows.of(features, width),
            bank.gaze(),
            bank.persons(),
            bank.backboneFingerprint())
        .write(line.file(name), false);
  }

  @Test
  void aGazeAsWideAsTheSourcesKeepsItsSpread() throws Exception {
    line.succeeds(adapt("@wide", "--report", "@report.html"));
    assertThat(line.out())
        .contains("safe (no prior), adapted", "so the spread stays unchanged")
        .contains("offsets of people", "keeps (1.00, 1.00) of the predictions' spread");
    assertThat(Files.readString(line.file("report.html")))
        .contains("The head was adapted.", "fixations: target frames");
  }

  @Test
  void whatIsKnownOfTheSiteIsUsed() throws Exception {
    line.succeeds(adapt("@narrow", "--prior=-3,2,3.4,3.4,1,0.1", "--report", "@r.html"));
    assertThat(line.out()).contains("safe (prior), adapted", "fitted to the site prior");
    assertThat(Files.readString(line.file("r.html")))
        .contains("Source labels, reweighted", "places: target frames");
    line.succeeds(adapt("@narrow", "--prior=-3,2", "--report", "@r.html"));
    assertThat(line.out()).contains("safe (mean), adapted", "differs from the site prior's by");
    assertThat(Files.readString(line.file("r.html")))
        .contains("Nothing was trained.")
        .doesNotContain("reweighted");
    line.succeeds(
        adapt("@narrow", "--glance=-3,2", "--glance=-6,-3", "--glance=0,4", "--report", "@r.html"));
    assertThat(line.out()).contains("safe (prior)");
    line.refuses(2, adapt("@narrow", "--glance=-3,2"), "at least 3 labelled glances");
    line.refuses(2, adapt("@narrow", "--glance=1", "--glance=2", "--glance=3"), "PITCH,YAW");
    line.refuses(2, adapt("@narrow", "--glance=-3,2", "--prior=-3,2"), "give only one of them");
    line.refuses(1, adapt("@narrow", "--prior=80,80,1,1"), "no gaze in the area of the site prior");
  }

  @Test
  void aTargetWithoutTimeIsRejectedWithTheRemedy() throws Exception {
    SmallBanks.unlabelled(SAMPLES, 0, 0.1, 2).write(line.file("timeless"));
    line.refuses(
        1, adapt("@timeless"), "timeless", "'fixation'", "'capture_micros'", "--method glsge");
    long[] fixation = new long[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      fixation[i] = i / 6;
    }
    SmallBanks.unlabelled(SAMPLES, 0, 0.1, 2)
        .i64("fixation", fixation, SAMPLES)
        .write(line.file("fixated"));
    line.succeeds(adapt("@fixated"));
    SmallBanks.unlabelled(SAMPLES, 0, 0.1, 2)
        .i64("fixation", new long[7], 7)
        .write(line.file("uneven"));
    line.refuses(1, adapt("@uneven"), "uneven", "1200 feature vectors", "but 7 fixations");
    SmallBanks.unlabelled(3, 0, 0.1, 2)
        .i64("track", new long[3], 3)
        .i64("capture_micros", new long[] {5, 4, 6}, 3)
        .write(line.file("unsorted"));
    line.refuses(1, adapt("@unsorted"), "unsorted", "frame 1 of track 0 is older");
  }

  @Test
  void aHeadThatHasSeenEverybodyNeedsACalibrationBank() throws Exception {
    SmallBanks.bank(SAMPLES, 0, 0.3, 7).write(line.file("others"));
    line.refuses(
        1,
        adapt("@narrow", "--bank", "@others"),
        "trained on another bank",
        "--validation",
        "--method glsge");
    train("--hold-out", "0");
    line.refuses(1, adapt("@narrow"), "does not say which people", "--validation");
    line.succeeds(adapt("@narrow", "--prior=-3,2"));
    line.succeeds(adapt("@narrow", "--validation", "@others"));
    assertThat(line.out()).contains("safe (no prior)");
  }

  @Test
  void flagsOfThePaperAreNotPassedOver() {
    line.refuses(2, adapt("@narrow", "--lambda", "0.1"), "--lambda", "--method glsge");
    line.refuses(2, adapt("@narrow", "--objective", "L_src"), "--objective", "--method glsge");
  }

  /** How many points each curve of a page has. */
  private static List<Integer> curves(String page) {
    return Pattern.compile("<polyline class=\"curve\" points=\"([^\"]*)\"")
        .matcher(page)
        .results()
        .map(curve -> curve.group(1).trim().split(" ").length)
        .toList();
  }

  private HeadFile head(String name) {
    return HeadFile.read(line.file(name));
  }

  private void train(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of("head", "train", "--bank", "@bank", "--out", "@head", "--epochs", "20"));
    words.addAll(List.of("--hidden1", "16", "--hidden2", "12", "--lr", "0.01", "--device", "cpu"));
    words.addAll(List.of(more));
    line.succeeds(words.toArray(String[]::new));
  }

  private static String[] adapt(String target, String... more) {
    List<String> words = new ArrayList<>(List.of("adapt", "--target", target, "--head", "@head"));
    words.addAll(List.of("--out", "@adapted", "--device", "cpu"));
    words.addAll(List.of(more));
    if (!words.contains("--bank")) {
      words.addAll(List.of("--bank", "@bank"));
    }
    return words.toArray(String[]::new);
  }
}
