package io.gazeshift.daemon.cli.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.daemon.cli.offline.OfflineLine;
import io.gazeshift.ingest.calibrate.IntrinsicsFile;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.protocol.Rotation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Scalar;
import org.opencv.core.Size;
import org.opencv.imgcodecs.Imgcodecs;
import org.opencv.imgproc.Imgproc;
import org.opencv.videoio.VideoWriter;
import org.opencv.videoio.Videoio;

class CalibrateLensCommandTest {

  private static final double FOCAL_PX = 600;

  @TempDir private Path directory;
  private OfflineLine line;

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  @BeforeEach
  void open() {
    line = new OfflineLine(directory);
  }

  @Test
  void aPrintedBoardPhotographedSomeTimesTellsTheLens() throws IOException {
    line.succeeds("calibrate-lens", "--board", "charuco:7x5", "--print-board", "@board.png");
    photograph(directory.resolve("board.png"), Files.createDirectory(directory.resolve("shots")));

    line.succeeds(
        "calibrate-lens",
        "@shots",
        "--board",
        "charuco:7x5",
        "--out",
        "@cam0.yaml",
        "--overlays",
        "@overlays");

    assertThat(line.out()).contains("Found the board in 8 of 8 pictures").contains("px: good");
    CameraIntrinsics found = IntrinsicsFile.read(directory.resolve("cam0.yaml"));
    assertThat(found.fx()).isCloseTo(FOCAL_PX, withinPercentage(1));
    assertThat(found.width()).isEqualTo(640);
    assertThat(directory.resolve("overlays/shot3.png")).exists();
  }

  @Test
  void aFilmOfTheBoardDoesAsWell() throws IOException {
    line.succeeds("calibrate-lens", "--board", "charuco:7x5", "--print-board", "@board.png");
    Path shots = Files.createDirectory(directory.resolve("shots"));
    photograph(directory.resolve("board.png"), shots);
    film(shots, directory.resolve("board.avi"));

    line.succeeds("calibrate-lens", "@board.avi", "--board", "charuco:7x5", "--out", "@cam0.yaml");

    assertThat(line.out()).contains("px: good");
    CameraIntrinsics found = IntrinsicsFile.read(directory.resolve("cam0.yaml"));
    assertThat(found.fx()).isCloseTo(FOCAL_PX, withinPercentage(1));
    assertThat(found.width()).isEqualTo(640);
  }

  /** Each picture for a second, by OpenCV's own writer of motion JPEG. */
  private static void film(Path shots, Path into) throws IOException {
    VideoWriter writer =
        new VideoWriter(
            into.toString(),
            Videoio.CAP_OPENCV_MJPEG,
            VideoWriter.fourcc('M', 'J', 'P', 'G'),
            5,
            new Size(640, 480));
    try (Stream<Path> files = Files.list(shots)) {
      for (Path file : files.sorted().toList()) {
        Mat picture = Imgcodecs.imread(file.toString());
        for (int i = 0; i < 5; i++) {
          writer.write(picture);
        }
        picture.release();
      }
    } finally {
      writer.release();
    }
  }

  @Test
  void askingWronglySaysWhatToGive() throws IOException {
    Files.createDirectory(directory.resolve("empty"));

    line.refuses(ExitCode.USAGE, new String[] {"calibrate-lens"}, "--out FILE");
    line.refuses(
        ExitCode.USAGE,
        new String[] {"calibrate-lens", "@none", "--out", "@cam0.yaml"},
        "does not exist");
    line.refuses(
        ExitCode.USAGE,
        new String[] {"calibrate-lens", "@empty", "--out", "@cam0.yaml"},
        "contains no images");
    line.refuses(
        ExitCode.USAGE,
        new String[] {"calibrate-lens", "@empty", "--board", "go:19x19", "--out", "@cam0.yaml"},
        "'go:19x19' is not a board");
  }

  @Test
  void aFileThatIsNoVideoIsSaidToBeNone() throws IOException {
    Files.writeString(directory.resolve("film.mp4"), "no video");

    line.refuses(
        ExitCode.FAILED,
        new String[] {"calibrate-lens", "@film.mp4", "--out", "@cam0.yaml"},
        "calibrate-lens: ");
  }

  /** Through a perfect lens, from eight sides. */
  private static void photograph(Path board, Path folder) {
    Mat picture = Imgcodecs.imread(board.toString());
    // It will be shown four times smaller.
    Imgproc.GaussianBlur(picture, picture, new Size(0, 0), 2);
    for (int i = 0; i < 8; i++) {
      Rotation turn =
          Rotation.about(Math.cos(i * 0.8), Math.sin(i * 0.8), 0.2, Math.toRadians(12 + 3 * i));
      double[] r = turn.rows();
      double x = 25 * Math.cos(2.1 * i);
      double y = 20 * Math.sin(2.1 * i);
      Mat toBoard =
          matrix(0.1, 0, -0.05 * picture.width(), 0, 0.1, -0.05 * picture.height(), 0, 0, 1);
      Mat pose = matrix(r[0], r[1], x, r[3], r[4], y, r[6], r[7], 260);
      Mat lens = matrix(FOCAL_PX, 0, 320, 0, FOCAL_PX, 240, 0, 0, 1);
      Mat shot = new Mat();
      Imgproc.warpPerspective(
          picture,
          shot,
          lens.matMul(pose).matMul(toBoard),
          new Size(640, 480),
          Imgproc.INTER_LINEAR,
          Core.BORDER_CONSTANT,
          new Scalar(120, 120, 120));
      Imgcodecs.imwrite(folder.resolve("shot%d.png".formatted(i)).toString(), shot);
    }
  }

  private static Mat matrix(double... values) {
    Mat matrix = new Mat(3, 3, CvType.CV_64F);
    matrix.put(0, 0, values);
    return matrix;
  }
}
