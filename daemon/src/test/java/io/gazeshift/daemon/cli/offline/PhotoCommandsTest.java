package io.gazeshift.daemon.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gazeshift.daemon.testing.RenderedPhotos;
import io.gazeshift.glsge.data.SourceBank;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on photographs through the real command line, with the real face models. */
class PhotoCommandsTest {

  private static final Path MODELS = Path.of("target/face-models").toAbsolutePath();
  private static final String FOV =
      String.format(Locale.ROOT, "%.6f", RenderedPhotos.fieldOfViewDegrees());

  @TempDir private Path directory;
  private OfflineLine line;
  private RenderedPhotos photos;

  @BeforeEach
  void open() throws IOException {
    line = new OfflineLine(directory);
    photos = new RenderedPhotos(directory.resolve("photos"));
  }

  @Test
  void photographsAreMeasuredFromFaceToGaze() throws Exception {
    fetchModels();
    photos.take("0007", 5).takeNoFace("room.png", "0007").take("0002", 4);
    photos.writeLabels(line.file("labels.csv"));

    line.succeeds(evaluate("--json", "--csv", "@errors.csv"));
    JsonNode answer = new JsonMapper().readTree(line.out());
    assertThat(answer.get("photographs").asInt()).isEqualTo(10);
    assertThat(answer.get("without_face").asInt()).isEqualTo(1);
    assertThat(answer.get("unreadable").asInt()).isZero();
    assertThat(answer.get("samples").asInt()).isEqualTo(9);
    assertThat(line.err()).contains("room.png: no face found");
    assertThat(answer.get("cameras").findValuesAsText("camera")).containsExactly("-15", "0", "15");
    assertThat(answer.get("persons").findValuesAsText("person")).containsExactly("0002", "0007");
    assertThat(answer.at("/persons/1/samples").asInt()).isEqualTo(5);
    assertThat(answer.at("/persons/1/offset_pitch_deg").isDouble()).isTrue();
    assertThat(answer.get("after_offset_mean_deg").isDouble()).isTrue();
    assertThat(answer.at("/cameras/0/yaw_slope").isDouble()).isTrue();
    // Rendered faces are what the built-in model has learnt.
    assertThat(answer.get("mean_deg").asDouble())
        .isPositive()
        .isLessThan(answer.at("/straight_ahead/mean_deg").asDouble());

    List<String> rows = Files.readAllLines(line.file("errors.csv"));
    assertThat(rows).hasSize(11);
    assertThat(rows.get(6)).isEqualTo("room.png,0007,0,,,0.0000,0.0000,,");
    double mean =
        rows.stream()
            .skip(1)
            .map(row -> row.split(",", -1)[7])
            .filter(error -> !error.isEmpty())
            .mapToDouble(Double::parseDouble)
            .average()
            .orElseThrow();
    assertThat(mean).isCloseTo(answer.get("mean_deg").asDouble(), within(1e-3));

    line.succeeds(evaluate());
    assertThat(line.out().lines().toList()).first().isEqualTo("10 photographs, 1 without a face");
    assertThat(line.out())
        .containsPattern("all +9 ")
        .containsPattern("guess straight ahead +9 ")
        .containsPattern("camera -15 +4 ")
        .containsPattern("person 0007 +5 ")
        .containsPattern("errors within sigma: \\d+ % within 0.5σ, \\d+ % within 1σ, ")
        .contains("pitch slope", "yaw slope");
  }

  @Test
  void theGazeOfMovedPhotographsTremblesALittle() throws Exception {
    fetchModels();
    photos.take("3", 2);
    photos.writeLabels(line.file("labels.csv"));
    line.succeeds(evaluate("--jitter", "4", "--json"));
    JsonNode answer = new JsonMapper().readTree(line.out());
    assertThat(answer.get("jitter_pitch_deg").asDouble()).isBetween(0.01, 5.0);
    assertThat(answer.get("jitter_yaw_deg").asDouble()).isBetween(0.01, 5.0);
    line.succeeds(evaluate("--jitter", "2"));
    assertThat(line.out()).containsPattern("jitter .sd, median of 2 photographs.: pitch .*, yaw ");
    line.refuses(2, evaluate("--jitter", "1"), "--jitter", "2 or more");
  }

  @Test
  void aPhotographIsPredictedAsByPredict() throws Exception {
    fetchModels();
    photos.take("1", 2);
    photos.writeLabels(line.file("labels.csv"));
    line.succeeds(evaluate("--csv", "@errors.csv"));
    line.succeeds(
        "predict", "@photos", "--model", "studio", "--fov-degrees", FOV, "--set", models());
    List<String> predicted = line.out().lines().skip(1).toList();
    List<String> measured = Files.readAllLines(line.file("errors.csv")).subList(1, 3);
    for (int i = 0; i < 2; i++) {
      String[] row = predicted.get(i).split(",", -1);
      String[] error = measured.get(i).split(",", -1);
      assertThat(error[0]).isEqualTo(row[0]);
      assertThat(Double.parseDouble(error[3])).isCloseTo(Double.parseDouble(row[3]), within(2e-3));
      assertThat(Double.parseDouble(error[4])).isCloseTo(Double.parseDouble(row[4]), within(2e-3));
    }
  }

  @Test
  void patchesOfPhotographsAreMeasuredLikeThePhotographs() throws Exception {
    fetchModels();
    for (String person : List.of("31", "4", "15", "9", "26")) {
      photos.take(person, 3);
    }
    photos.takeNoFace("room.png", "4");
    photos.writeLabels(line.file("labels.csv"));

    line.succeeds(patches("--out", "@patches"));
    assertThat(line.out())
        .contains("16 photographs, 1 without a face", "wrote 15 patches of 5 persons");
    try (Stream<Path> labels = Files.list(line.file("patches/Label"))) {
      assertThat(labels).hasSize(5);
    }
    line.succeeds(
        "bank",
        "build",
        "--images",
        "@patches/Image",
        "--labels",
        "@patches/Label",
        "--layout",
        "eth-xgaze",
        "--out",
        "@bank");
    assertThat(SourceBank.read(line.file("bank")).persons()).containsOnly(31, 4, 15, 9, 26);
    line.succeeds("head", "train", "--bank", "@bank", "--out", "@head", "--epochs", "3");
    line.succeeds("evaluate", "--head", "@head", "--data", "@bank", "--json");
    double onBank = new JsonMapper().readTree(line.out()).get("mean_deg").asDouble();
    line.succeeds(evaluate("--head", "@head", "--json"));
    assertThat(new JsonMapper().readTree(line.out()).get("mean_deg").asDouble())
        .isCloseTo(onBank, within(1e-3));

    line.refuses(2, patches("--out", "@patches"), "--out", "is not empty");
  }

  @Test
  void withoutFaceModelsTheCommandThatFetchesThemIsNamed() throws Exception {
    photos.take("1", 1);
    photos.writeLabels(line.file("labels.csv"));
    String[] words = evaluate();
    words[words.length - 1] = "faces.models=" + line.file("none");
    line.refuses(1, words, "gazeshift models fetch");
  }

  @Test
  void labelsThatCannotBeUsedAreRefusedBeforeAnythingIsOpened() throws Exception {
    Files.writeString(line.file("labels.csv"), "file,person,camera,pitch,yaw\nx.jpg,1,0,0,0\n");
    line.refuses(1, evaluate(), "labels.csv:2", "x.jpg does not exist");
    line.refuses(1, patches("--out", "@patches"), "labels.csv:2", "x.jpg does not exist");
    assertThat(line.file("patches")).doesNotExist();
  }

  @Test
  void optionsThatDoNotGoTogetherAreRefused() throws Exception {
    photos.take("1", 1);
    photos.writeLabels(line.file("labels.csv"));
    line.refuses(2, new String[] {"evaluate", "--photos", "@photos"}, "--photos needs --labels");
    line.refuses(2, evaluate("--data", "@bank"), "neither --data nor --images");
    line.refuses(2, evaluate("--layout", "gaze360"), "--layout", "CSV");
    line.refuses(2, evaluate("--head", "@nohead"), "--head: the file", "does not exist");
    line.refuses(
        2,
        new String[] {"evaluate", "--head", "@h", "--data", "@bank", "--fov-degrees", "20"},
        "--fov-degrees",
        "--photos");
    line.refuses(2, new String[] {"evaluate", "--data", "@bank"}, "--head: is missing");

    line.refuses(2, new String[] {"patches"}, "FILE", "--from");
    line.refuses(2, patches(), "--from needs --labels and --out");
    line.refuses(2, patches("--out", "@patches", "--rows", "3"), "--rows", "leave them out");
    line.refuses(2, patches("--out", "@patches", "@sheet.png"), "FILE", "leave them out");
    line.refuses(2, new String[] {"patches", "@sheet.png", "--out", "@patches"}, "go with --from");
    line.refuses(
        2,
        new String[] {"patches", "--from", "@nowhere", "--labels", "@labels.csv", "--out", "@o"},
        "--from: there is no directory");
  }

  private String[] evaluate(String... more) {
    return words(List.of("evaluate", "--photos", "@photos", "--model", "studio"), more);
  }

  private String[] patches(String... more) {
    return words(List.of("patches", "--from", "@photos"), more);
  }

  private String[] words(List<String> command, String... more) {
    List<String> words = new ArrayList<>(command);
    words.addAll(Arrays.asList(more));
    words.addAll(List.of("--labels", "@labels.csv", "--fov-degrees", FOV, "--set", models()));
    return words.toArray(String[]::new);
  }

  private static String models() {
    return "faces.models=" + MODELS;
  }

  /** Skips the test where they cannot be had. */
  private void fetchModels() {
    assumeThat(line.execute("models", "fetch", "--set", models()))
        .as("face models: " + line.err())
        .isZero();
  }
}
