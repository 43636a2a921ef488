package io.gazeshift.daemon.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opencv.core.Mat;
import org.opencv.imgcodecs.Imgcodecs;

class PredictCommandTest {

  @TempDir private Path directory;
  private OfflineLine line;

  @BeforeEach
  void open() {
    line = new OfflineLine(directory);
  }

  @Test
  void everyGazeOfASourceIsARow() {
    line.succeeds("predict", "synthetic:lab?seed=3", "--frames", "3");
    List<String> rows = line.out().lines().toList();
    assertThat(rows).hasSize(4);
    assertThat(rows.get(0)).startsWith("source,frame,face,pitch_deg,yaw_deg,");
    int columns = rows.get(0).split(",", -1).length;
    for (String row : rows.subList(1, 4)) {
      assertThat(row).startsWith("synthetic:lab?seed=3,");
      assertThat(row.split(",", -1)).hasSize(columns);
      assertThat(Double.parseDouble(row.split(",", -1)[3])).isBetween(-60.0, 60.0);
    }
    assertThat(line.err()).contains("3 frames, 3 gazes, 0 frames without a face");
  }

  @Test
  void rowsCanBeJsonInAFile() throws IOException {
    line.succeeds(
        "predict", "synthetic:lab", "--frames", "2", "--format", "jsonl", "--out", "@rows.jsonl");
    List<String> rows = Files.readAllLines(line.file("rows.jsonl"));
    assertThat(rows).hasSize(2);
    JsonNode row = new JsonMapper().readTree(rows.get(1));
    assertThat(row.get("source").asText()).isEqualTo("synthetic:lab");
    assertThat(row.get("origin_mm")).hasSize(3);
    assertThat(row.get("yaw_deg").asDouble()).isBetween(-90.0, 90.0);
    assertThat(line.out()).isEmpty();
  }

  @Test
  void aDrawingOfEveryFrameShowsItsArrow() throws IOException {
    line.succeeds("predict", "synthetic:studio?seed=5", "--frames", "2", "--draw", "@drawn");
    try (Stream<Path> files = Files.list(line.file("drawn"))) {
      List<Path> drawings = files.toList();
      assertThat(drawings).hasSize(2);
      for (Path drawing : drawings) {
        Mat picture = Imgcodecs.imread(drawing.toString());
        assertThat(picture.width()).isEqualTo(640);
        assertThat(yellowPixels(picture)).isGreaterThan(20);
        picture.release();
      }
    }
  }

  /** Nothing in a rendered face has that colour. */
  private static long yellowPixels(Mat picture) {
    byte[] bgr = new byte[(int) picture.total() * 3];
    picture.get(0, 0, bgr);
    long count = 0;
    for (int i = 0; i < bgr.length; i += 3) {
      int blue = bgr[i] & 0xff;
      int red = bgr[i + 2] & 0xff;
      count += red > 200 && blue < 110 ? 1 : 0;
    }
    return count;
  }

  @Test
  void withoutFaceModelsAPictureNamesTheCommandThatFetchesThem() throws IOException {
    line.succeeds("predict", "synthetic:lab", "--frames", "1", "--draw", "@pictures");
    line.refuses(
        1,
        new String[] {"predict", "@pictures", "--set", "faces.models=" + line.file("none")},
        "gazeshift models fetch");
  }

  @Test
  void aPictureThatCannotBeReadIsNamedAndTheOthersGoOn() throws IOException {
    Files.createFile(line.file("empty.jpg"));
    Files.writeString(line.file("text.png"), "not a picture");
    assertThat(
            line.execute(
                "predict",
                "@empty.jpg",
                "synthetic:lab",
                "@text.png",
                "--frames",
                "1",
                "--model",
                "studio"))
        .as(line.err())
        .isZero();
    assertThat(line.err()).contains("empty.jpg: ", "text.png: ");
    assertThat(line.err()).contains("1 frames", "2 of 3 sources could not be read");
    assertThat(line.out().lines()).hasSize(2);
  }

  @Test
  void whenNothingCanBeReadItFails() throws IOException {
    Files.createFile(line.file("empty.jpg"));
    assertThat(line.execute("predict", "@empty.jpg")).isEqualTo(1);
    assertThat(line.err()).contains("empty.jpg: ");
  }

  @Test
  void whatIsNotThereIsRejected() throws IOException {
    line.refuses(2, new String[] {"predict", "@nowhere.jpg"}, "does not exist");
    Files.createDirectory(line.file("bare"));
    line.refuses(2, new String[] {"predict", "@bare"}, "contains no images");
    line.refuses(2, new String[] {"predict", "synthetic:beach"}, "beach");
    line.refuses(
        2,
        new String[] {"predict", "synthetic:lab", "--head", "@nohead.safetensors"},
        "--head",
        "does not exist");
  }

  @Test
  void aSettingForLiveFacesLosesNoRow() {
    line.succeeds("predict", "synthetic:lab", "--frames", "3", "--set", "infer.max-age=1ms");
    assertThat(line.out().lines()).hasSize(4);
  }

  @Test
  void patchesTheModelDoesNotTakeAreRejectedAtOnce() {
    line.refuses(
        2,
        new String[] {"predict", "synthetic:lab", "--set", "ingest.patches=false"},
        "ingest.patches: is false",
        "built-in model studio needs pictures");
    line.refuses(
        2,
        new String[] {"predict", "synthetic:lab", "--set", "ingest.patch-size=128"},
        "ingest.patch-size: is 128",
        "expects patches of 224");
  }

  @Test
  void aFieldOfViewThatNoLensHasIsRejected() {
    for (String degrees : List.of("0", "180", "NaN")) {
      line.refuses(
          2, new String[] {"predict", "synthetic:lab", "--fov-degrees", degrees}, "--fov-degrees");
    }
  }

  @Test
  void rowsThatCannotBeWrittenEndIt() {
    assumeThat(Path.of("/dev/full")).exists();
    assumeThat(Files.isWritable(Path.of("/dev"))).as("--out may be in /dev").isTrue();
    line.refuses(
        1,
        new String[] {"predict", "synthetic:lab", "--frames", "3", "--out", "/dev/full"},
        "/dev/full: cannot write");
  }
}
