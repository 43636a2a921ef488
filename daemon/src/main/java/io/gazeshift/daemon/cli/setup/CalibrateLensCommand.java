package io.gazeshift.daemon.cli.setup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.JsonOutput;
import io.gazeshift.ingest.calibrate.Board;
import io.gazeshift.ingest.calibrate.BoardPrint;
import io.gazeshift.ingest.calibrate.Boards;
import io.gazeshift.ingest.calibrate.CalibrationQuality;
import io.gazeshift.ingest.calibrate.FolderPictures;
import io.gazeshift.ingest.calibrate.LensCalibration;
import io.gazeshift.ingest.calibrate.LensCalibration.FittedView;
import io.gazeshift.ingest.calibrate.LensCalibrationFile;
import io.gazeshift.ingest.calibrate.LensCalibrator;
import io.gazeshift.ingest.calibrate.Overlays;
import io.gazeshift.ingest.calibrate.Pictures;
import io.gazeshift.ingest.calibrate.VideoPictures;
import io.gazeshift.ingest.calibrate.ViewFinder;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CameraIntrinsics.Lens;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "calibrate-lens",
    mixinStandardHelpOptions = true,
    description = "Measure the intrinsics of a camera from pictures of a board.",
    footer = {
      "",
      "Print a board (--print-board board.svg) at full size, glue it to something flat, and take 15"
          + " or more sharp pictures of it: near and far, in the middle and in the corners, tilted"
          + " to every side. Do not zoom or refocus in between."
    })
public final class CalibrateLensCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "PICTURES",
      description = "Folder of pictures of the board, or a video of it, from one camera.")
  private Path source;

  @Option(
      names = "--board",
      paramLabel = "KIND:CxR",
      description =
          "Board to look for: chessboard:9x6 counts inner corners, charuco:7x5 counts squares."
              + " Default: ${DEFAULT-VALUE}.")
  private String boardName = "chessboard:9x6";

  @Option(
      names = "--square-mm",
      paramLabel = "MM",
      description = "Side of a square in millimetres. Default: ${DEFAULT-VALUE}.")
  private double squareMm = 25;

  @Option(
      names = "--marker-mm",
      paramLabel = "MM",
      description = "Side of a ChArUco marker in millimetres. Default: ${DEFAULT-VALUE}.")
  private double markerMm = 18;

  @Option(
      names = "--dictionary",
      paramLabel = "NAME",
      description = "Dictionary of the ChArUco markers. Default: ${DEFAULT-VALUE}.")
  private String dictionary = "4x4_50";

  @Option(
      names = "--lens",
      paramLabel = "KIND",
      description = "Lens model to fit, pinhole or fisheye. Default: ${DEFAULT-VALUE}.")
  private Lens lens = Lens.PINHOLE;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "File for the intrinsics, in OpenCV YAML.")
  private Path out;

  @Option(
      names = "--overlays",
      paramLabel = "DIR",
      description = "Folder for copies of the pictures with the seen and the expected corners.")
  private Path overlays;

  @Option(
      names = "--max-views",
      paramLabel = "N",
      description = "Use at most N pictures, the most different ones. Default: ${DEFAULT-VALUE}.")
  private int mostViews = LensCalibrator.DEFAULT_MOST_VIEWS;

  @Option(
      names = "--print-board",
      paramLabel = "FILE",
      description = "Write the board to this .svg or .png file for printing, and exit.")
  private Path printed;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  public CalibrateLensCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    CommandLogging.apply(options);
    OpenCv.load();
    try (Board board = Boards.of(boardName, squareMm, markerMm, dictionary)) {
      if (printed != null) {
        BoardPrint.write(board, FileFlags.output("--print-board", printed));
        console
            .out()
            .printf(
                Locale.ROOT,
                "%s: %s, squares of %s mm; print it at full size and measure them%n",
                printed,
                board.name(),
                board.squareMm());
        return ExitCode.DONE;
      }
      calibrate(board);
      return ExitCode.DONE;
    } catch (IOException e) {
      throw new UserError("calibrate-lens: " + e.getMessage(), e);
    }
  }

  private void calibrate(Board board) throws IOException, InterruptedException {
    if (source == null || out == null) {
      throw UserError.usage(
          "calibrate-lens: give the pictures and --out FILE, or --print-board FILE for a board");
    }
    if (mostViews < LensCalibrator.MIN_VIEWS) {
      throw UserError.usage(
          "--max-views: %d is too few; use at least %d"
              .formatted(mostViews, LensCalibrator.MIN_VIEWS));
    }
    FileFlags.output("--out", out);
    Pictures pictures =
        Files.isDirectory(source)
            ? new FolderPictures(source)
            : new VideoPictures(FileFlags.file("PICTURES", source));
    ViewFinder.Found found;
    try (CommandProgress progress = new CommandProgress(console, "looking for the board")) {
      found = new ViewFinder(board).find(pictures, progress);
    }
    LensCalibration calibration = new LensCalibrator(lens, mostViews).calibrate(found.views());
    CalibrationQuality judgement = CalibrationQuality.of(calibration);
    LensCalibrationFile.write(out, calibration, board, Instant.now());
    if (overlays != null) {
      Overlays.write(calibration, pictures, overlays);
    }
    if (json) {
      JsonOutput.print(console, answer(found, calibration, judgement));
    } else {
      print(found, calibration, judgement);
    }
  }

  private void print(
      ViewFinder.Found found, LensCalibration calibration, CalibrationQuality judgement) {
    PrintWriter to = console.out();
    to.printf(Locale.ROOT, "%-28s %7s %6s %9s%n", "picture", "corners", "tilt", "error px");
    calibration.views().forEach(view -> print(to, view, ""));
    calibration.dropped().forEach(view -> print(to, view, "  dropped"));
    to.printf(
        "Found the board in %d of %d pictures and used %d of them.%n",
        found.views().size(), found.pictures(), calibration.views().size());
    CameraIntrinsics lensFound = calibration.intrinsics();
    to.printf(
        Locale.ROOT,
        "%s lens, %d x %d: focal length %.1f x %.1f px, principal point %.1f, %.1f%n",
        lensFound.lens().name().toLowerCase(Locale.ROOT),
        lensFound.width(),
        lensFound.height(),
        lensFound.fx(),
        lensFound.fy(),
        lensFound.cx(),
        lensFound.cy());
    judgement.remarks().forEach(remark -> to.println("  " + coloured(remark)));
    to.printf(
        "Wrote %s%s; set it as lens-calibration of the camera.%n",
        out, overlays == null ? "" : " and the pictures in " + overlays);
  }

  private static void print(PrintWriter to, FittedView view, String note) {
    to.printf(
        Locale.ROOT,
        "%-28s %7d %5.0f° %9.3f%s%n",
        view.view().picture(),
        view.view().corners().count(),
        view.tiltDeg(),
        view.errorPx(),
        note);
  }

  private String coloured(CalibrationQuality.Remark remark) {
    return switch (remark.grade()) {
      case GOOD -> console.green(remark.text());
      case FAIR -> console.yellow(remark.text());
      case POOR -> console.red(remark.text());
    };
  }

  private ObjectNode answer(
      ViewFinder.Found found, LensCalibration calibration, CalibrationQuality judgement) {
    CameraIntrinsics lensFound = calibration.intrinsics();
    ObjectNode answer = JsonOutput.object();
    answer
        .put("file", out.toString())
        .put("grade", judgement.grade().name().toLowerCase(Locale.ROOT))
        .put("rms_px", calibration.rmsPx())
        .put("pictures", found.pictures())
        .put("found", found.views().size())
        .put("used", calibration.views().size())
        .put("dropped", calibration.dropped().size())
        .put("fx", lensFound.fx())
        .put("fy", lensFound.fy())
        .put("cx", lensFound.cx())
        .put("cy", lensFound.cy());
    judgement.remarks().forEach(remark -> answer.withArray("remarks").add(remark.text()));
    return answer;
  }
}
