package io.gazeshift.ingest.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.calibrate.CalibrationQuality.Grade;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CameraIntrinsics.Lens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Size;
import org.opencv.imgcodecs.Imgcodecs;

class LensCalibratorTest {

  private static final CameraIntrinsics BARREL =
      CameraIntrinsics.calibrated(
          "barrel", 640, 480, 620, 615, 326, 233, List.of(-0.22, 0.07, 0.001, -0.0015, 0.0));
  private static final CameraIntrinsics FISHEYE =
      new CameraIntrinsics(
          "fisheye",
          640,
          480,
          260,
          258,
          323,
          237,
          Lens.FISHEYE,
          List.of(-0.02, 0.006, -0.003, 0.0008),
          false);

  @TempDir private Path folder;

  /** Finding a board takes a while, so most tests share these. */
  private static List<BoardView> views;

  @BeforeAll
  static void load() throws IOException, InterruptedException {
    OpenCv.load();
    try (Board board = Boards.of("chessboard:9x6", 25, 0, "");
        RenderedBoards pictures = new RenderedBoards(BARREL, board, poses(BARREL, 0.55, 13))) {
      views = new ViewFinder(board).find(pictures, done -> {}).views();
    }
  }

  @Test
  void aChessboardTellsAnOrdinaryLens() throws Exception {
    LensCalibration calibration = new LensCalibrator(Lens.PINHOLE, 40).calibrate(views);

    assertRecovers(calibration, BARREL);
    assertThat(calibration.rmsPx()).isLessThan(0.1);
    assertThat(calibration.intrinsics().distortion().get(0)).isCloseTo(-0.22, withinPercentage(5));
    CalibrationQuality judgement = CalibrationQuality.of(calibration);
    assertThat(judgement.grade()).as("%s", judgement).isEqualTo(Grade.GOOD);
  }

  @Test
  void aCharucoBoardTellsAnOrdinaryLensEvenWhereItIsCutOff() throws Exception {
    try (Board board = Boards.of("charuco:8x6", 25, 18, "4x4_50");
        RenderedBoards pictures = new RenderedBoards(BARREL, board, poses(BARREL, 0.9, 12))) {
      ViewFinder.Found found = new ViewFinder(board).find(pictures, done -> {});
      LensCalibration calibration = new LensCalibrator(Lens.PINHOLE, 40).calibrate(found.views());

      assertThat(found.views()).anyMatch(view -> view.corners().count() < 35);
      assertRecovers(calibration, BARREL);
      assertThat(calibration.rmsPx()).isLessThan(0.3);
    }
  }

  /** With more than 15 views OpenCV solves by OpenBLAS, which must not overflow the stack. */
  @Test
  void aChessboardTellsAFisheye() throws Exception {
    try (Board board = Boards.of("chessboard:9x6", 25, 0, "");
        RenderedBoards pictures = new RenderedBoards(FISHEYE, board, poses(FISHEYE, 0.5, 18))) {
      LensCalibration calibration = calibrate(board, pictures, Lens.FISHEYE);

      assertRecovers(calibration, FISHEYE);
      assertThat(calibration.rmsPx()).isLessThan(0.15);
    }
  }

  @Test
  void aViewThatContradictsTheRestIsDropped() throws Exception {
    List<BoardView> oneBent = new ArrayList<>(views);
    BoardView bent = bent(views.get(3));
    oneBent.set(3, bent);

    LensCalibration calibration = new LensCalibrator(Lens.PINHOLE, 40).calibrate(oneBent);

    assertThat(calibration.dropped()).extracting(fitted -> fitted.view()).containsExactly(bent);
    assertRecovers(calibration, BARREL);
  }

  @Test
  void pictureAfterPictureOfTheSameViewIsNotTakenTwice() {
    List<BoardView> often = Stream.generate(() -> views).limit(20).flatMap(List::stream).toList();

    assertThat(ViewSelection.pick(often, 40)).hasSameSizeAs(views);
    assertThat(ViewSelection.pick(often, 4)).hasSize(4);
  }

  @Test
  void aBoardHeldFlatIsJudgedPoorWithWhatToDo() {
    List<LensCalibration.FittedView> flat =
        views.stream()
            .limit(6)
            .map(LensCalibratorTest::inTheMiddle)
            .map(view -> new LensCalibration.FittedView(view, view.corners().imagePx(), 0.1, 1))
            .toList();

    CalibrationQuality judgement =
        CalibrationQuality.of(new LensCalibration(BARREL, 0.1, 40, flat, List.of()));

    assertThat(judgement.grade()).isEqualTo(Grade.POOR);
    assertThat(judgement.remarks())
        .extracting(CalibrationQuality.Remark::text)
        .anyMatch(text -> text.contains("tilt it to every side"))
        .anyMatch(text -> text.contains("take 12 or more"))
        .anyMatch(text -> text.contains("hold the board near the left, right, top, bottom"))
        .anyMatch(text -> text.startsWith("focal length known to 6.45 %: poor"));
  }

  @Test
  void tooFewViewsAreRejectedWithWhatToCheck() {
    assertThatThrownBy(() -> new LensCalibrator(Lens.PINHOLE, 40).calibrate(List.of()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("found in 0 pictures")
        .hasMessageContaining("--board");
  }

  @Test
  void whatIsWrittenIsReadByUsAndByOpenCv() throws IOException {
    LensCalibration calibration =
        new LensCalibration(FISHEYE, 0.21, Double.NaN, List.of(), List.of());
    Path file = folder.resolve("cam0.yaml");
    try (Board board = Boards.of("chessboard:9x6", 25, 0, "")) {
      LensCalibrationFile.write(file, calibration, board, Instant.parse("2026-01-02T03:04:05Z"));
    }

    CameraIntrinsics read = IntrinsicsFile.read(file);

    assertThat(read)
        .usingRecursiveComparison()
        .ignoringFields("id")
        .isEqualTo(calibration.intrinsics());
    try (org.bytedeco.opencv.opencv_core.FileStorage storage =
            new org.bytedeco.opencv.opencv_core.FileStorage(
                file.toString(), org.bytedeco.opencv.opencv_core.FileStorage.READ);
        org.bytedeco.opencv.opencv_core.Mat matrix = storage.get("camera_matrix").mat();
        org.bytedeco.opencv.opencv_core.Mat coefficients =
            storage.get("distortion_coefficients").mat()) {
      assertThat(matrix.createIndexer().getDouble(0, 0)).isEqualTo(FISHEYE.fx());
      assertThat(matrix.createIndexer().getDouble(1, 2)).isEqualTo(FISHEYE.cy());
      assertThat(coefficients.createIndexer().getDouble(0, 3)).isEqualTo(0.0008);
      assertThat(storage.get("image_width").asInt()).isEqualTo(640);
    }
    assertThat(folder).isDirectoryContaining(file::equals);
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @Test
  void overlaysShowEveryViewAtItsFullSize() throws Exception {
    try (Board board = Boards.of("chessboard:9x6", 25, 0, "");
        RenderedBoards pictures = new RenderedBoards(BARREL, board, poses(BARREL, 0.55, 13))) {
      LensCalibration calibration = new LensCalibrator(Lens.PINHOLE, 5).calibrate(views);

      Overlays.write(calibration, pictures, folder.resolve("overlays"));

      assertThat(calibration.views()).hasSize(5);
      for (LensCalibration.FittedView view : calibration.views()) {
        Mat drawn =
            Imgcodecs.imread(folder.resolve("overlays/" + view.view().picture()).toString());
        assertThat(drawn.size()).isEqualTo(new Size(640, 480));
        drawn.release();
      }
    }
  }

  @Test
  void aPrintedBoardIsFoundAgain() throws IOException {
    for (String name : List.of("chessboard:7x5", "charuco:7x5")) {
      try (Board board = Boards.of(name, 20, 14, "5x5_100")) {
        Path png = folder.resolve("board.png");
        BoardPrint.write(board, png);
        Mat grey = Imgcodecs.imread(png.toString(), Imgcodecs.IMREAD_GRAYSCALE);
        assertThat(board.find(grey)).as(name).isPresent();
        grey.release();

        Path svg = folder.resolve("board.svg");
        BoardPrint.write(board, svg);
        assertThat(svg).content().contains("mm\"").contains("<rect x=");
      }
    }
  }

  @Test
  void aFolderLeavesOutWhatIsNoPicture() throws Exception {
    Mat grey = new Mat(48, 64, CvType.CV_8UC1);
    Imgcodecs.imwrite(folder.resolve("b.png").toString(), grey);
    grey.release();
    Files.write(folder.resolve("a.jpg"), new byte[0]);
    Files.writeString(folder.resolve("c.png"), "no picture");
    Files.writeString(folder.resolve("notes.txt"), "no picture");
    List<String> seen = new ArrayList<>();

    new FolderPictures(folder).forEach((name, bgr, done) -> seen.add(name));

    assertThat(seen).containsExactly("b.png");
  }

  @Test
  void aFolderWithoutPicturesIsRejected() {
    assertThatThrownBy(() -> new FolderPictures(folder))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("contains no images");
  }

  @Test
  void badBoardsAreRejected() {
    assertBadBoard("checkers:8x8", 25, 18, "4x4_50", "'checkers:8x8' is not a board");
    assertBadBoard("chessboard:2x9", 25, 18, "4x4_50", "too small");
    assertBadBoard("chessboard:9x6", Double.NaN, 18, "4x4_50", "--square-mm");
    assertBadBoard("charuco:7x5", 25, 30, "4x4_50", "--marker-mm");
    assertBadBoard("charuco:7x5", 25, 18, "4x4", "--dictionary: unknown dictionary '4x4'");
    assertBadBoard("charuco:20x20", 25, 18, "4x4_50", "needs 200 markers");
  }

  private static void assertBadBoard(
      String name, double squareMm, double markerMm, String dictionary, String problem) {
    assertThatThrownBy(() -> Boards.of(name, squareMm, markerMm, dictionary))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(problem);
  }

  private static List<RenderedBoards.Pose> poses(CameraIntrinsics lens, double share, int count) {
    return RenderedBoards.poses(lens, 250, share, count);
  }

  private static LensCalibration calibrate(Board board, Pictures pictures, Lens lens)
      throws IOException, InterruptedException {
    return new LensCalibrator(lens, 40)
        .calibrate(new ViewFinder(board).find(pictures, done -> {}).views());
  }

  private static void assertRecovers(LensCalibration calibration, CameraIntrinsics truth) {
    CameraIntrinsics found = calibration.intrinsics();
    assertThat(found.fx()).isCloseTo(truth.fx(), withinPercentage(0.5));
    assertThat(found.fy()).isCloseTo(truth.fy(), withinPercentage(0.5));
    assertThat(found.cx()).isCloseTo(truth.cx(), withinPercentage(0.5));
    assertThat(found.cy()).isCloseTo(truth.cy(), withinPercentage(0.5));
  }

  private static BoardView inTheMiddle(BoardView view) {
    float[] xy = view.corners().imagePx().clone();
    for (int i = 0; i < xy.length; i += 2) {
      xy[i] = 320 + 0.3f * (xy[i] - 320);
      xy[i + 1] = 240 + 0.3f * (xy[i + 1] - 240);
    }
    return withCorners(view, xy);
  }

  /** As if the board had been bent. */
  private static BoardView bent(BoardView view) {
    float[] xy = view.corners().imagePx().clone();
    for (int i = 0; i < xy.length; i += 2) {
      double across = (xy[i] - xy[0]) / 100;
      xy[i + 1] += (float) (4 * Math.sin(across));
    }
    return withCorners(view, xy);
  }

  private static BoardView withCorners(BoardView view, float[] imagePx) {
    return new BoardView(
        view.picture(),
        view.width(),
        view.height(),
        new Board.Corners(view.corners().boardMm(), imagePx),
        view.sharpness());
  }
}
