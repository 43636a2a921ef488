package io.gazeshift.daemon.cli.offline;

import io.gazeshift.backbone.samples.LabelledImages;
import io.gazeshift.backbone.samples.LabelledPatches;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.ingest.synthetic.Staging;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The faces that a network is quantised with: images of the user's, or rendered ones. */
final class CalibrationFaceOptions {

  /** Fewer say nothing about a range, or about an average. */
  private static final int FEWEST = 16;

  @Mixin private LabelOptions labels = new LabelOptions();

  @Option(
      names = "--images",
      paramLabel = "DIR",
      description =
          "Folder of normalised face patches, with --labels: those of the model's bank, or of your"
              + " cameras. Default: rendered faces.")
  private Path images;

  @Option(
      names = "--scene",
      paramLabel = "NAME",
      description = "Scene to render faces of, without --images. Default: ${DEFAULT-VALUE}.")
  private String scene = "studio";

  @Option(
      names = "--calibration",
      paramLabel = "N",
      description = "Number of faces that calibrate the ranges. Default: ${DEFAULT-VALUE}.")
  private int calibration = 200;

  @Option(
      names = "--check",
      paramLabel = "N",
      description =
          "Number of other faces, on which the change of gaze is measured. Default:"
              + " ${DEFAULT-VALUE}.")
  private int check = 500;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed for the choice of images or for the people. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  /** Two sets without a face in common. */
  record Faces(LabelledPatches calibration, LabelledPatches check) {}

  Faces read() throws IOException, InterruptedException {
    if (calibration < FEWEST || check < FEWEST) {
      throw UserError.usage(
          "--calibration and --check: %d and %d, must be at least %d"
              .formatted(calibration, check, FEWEST));
    }
    if ((images == null) == labels.given()) {
      throw UserError.usage("--images and --labels: give both, or neither for rendered faces");
    }
    return images == null ? rendered() : ofImages();
  }

  private Faces rendered() throws InterruptedException {
    Staging staging;
    try {
      staging = Staging.parse(scene);
    } catch (UserError e) {
      throw UserError.usage("--scene: '%s' %s".formatted(scene, e.getMessage()));
    }
    return new Faces(
        LabelledPatches.rendered(staging, seed, calibration),
        LabelledPatches.rendered(staging, seed + 1, check));
  }

  private Faces ofImages() throws IOException {
    LabelledImages all = labels.read(FileFlags.directory("--images", images));
    int count = all.files().size();
    if (count < 2 * FEWEST) {
      throw new UserError(
          "%s: has %d labelled images, but calibrating and checking need at least %d"
              .formatted(images, count, 2 * FEWEST));
    }
    List<Integer> order = new ArrayList<>(IntStream.range(0, count).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    int wanted = calibration + check;
    int first =
        count >= wanted
            ? calibration
            : Math.max(FEWEST, (int) ((long) count * calibration / wanted));
    return new Faces(
        LabelledPatches.of(all, order.subList(0, first)),
        LabelledPatches.of(all, order.subList(first, Math.min(count, first + check))));
  }
}
