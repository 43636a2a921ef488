package io.gazeshift.daemon.cli.offline;

import io.gazeshift.backbone.samples.LabelledImages;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.glsge.data.GazeHubLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** The file with the labels of images, and its format; a picocli mixin. */
final class LabelOptions {

  private static final String CSV = "csv";

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description =
          "File with the labels of --images: lines of path,pitch,yaw[,person] with angles in"
              + " radians, or in the format of --layout.")
  private Path labels;

  @Option(
      names = "--layout",
      paramLabel = "NAME",
      description =
          "Format of --labels: csv, or a data set prepared by GazeHub: eth-xgaze, gaze360,"
              + " mpii-face-gaze, eyediap. Default: ${DEFAULT-VALUE}.")
  private String layout = CSV;

  boolean given() {
    return labels != null;
  }

  /** The file itself, for labels of another kind than those of patches, which have no layout. */
  Path csv() {
    if (!layout.equals(CSV)) {
      throw UserError.usage("--layout: goes with --images; the labels of photographs are CSV");
    }
    return FileFlags.file("--labels", labels);
  }

  LabelledImages read(Path images) throws IOException {
    if (layout.equals(CSV)) {
      return LabelledImages.ofCsv(images, FileFlags.file("--labels", labels));
    }
    if (!Files.exists(labels)) {
      throw UserError.usage("--labels: the file or directory %s does not exist".formatted(labels));
    }
    return LabelledImages.ofGazeHub(images, labels, gazeHub());
  }

  private GazeHubLayout gazeHub() {
    return Arrays.stream(GazeHubLayout.values())
        .filter(known -> name(known).equals(layout))
        .findFirst()
        .orElseThrow(
            () ->
                UserError.usage(
                    "--layout: unknown format '%s'; use one of csv, %s"
                        .formatted(
                            layout,
                            Arrays.stream(GazeHubLayout.values())
                                .map(LabelOptions::name)
                                .collect(Collectors.joining(", ")))));
  }

  private static String name(GazeHubLayout layout) {
    return layout.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
