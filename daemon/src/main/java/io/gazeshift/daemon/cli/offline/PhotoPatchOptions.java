package io.gazeshift.daemon.cli.offline;

import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.photos.PatchFolder;
import io.gazeshift.daemon.photos.PhotoLabel;
import io.gazeshift.daemon.photos.PhotoLabels;
import io.gazeshift.daemon.photos.PhotoPass;
import io.gazeshift.daemon.photos.PhotoTally;
import io.gazeshift.daemon.predict.LensSettings;
import io.gazeshift.daemon.predict.PhotoFaces;
import io.gazeshift.ingest.ConfiguredCameras;
import io.gazeshift.ingest.source.CaptureClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Patches from labelled photographs; a picocli mixin. */
public final class PhotoPatchOptions {

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description =
          "Folder of labelled photographs: write the patch of each to --out, with its label, for"
              + " 'bank build' and 'pretrain'. Needs --labels and --out.")
  private Path photos;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description =
          "Labels of --from: CSV with the columns file,person,camera,pitch,yaw, angles in degrees"
              + " and camera axes.")
  private Path labelFile;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "New or empty directory for the patches of --from.")
  private Path out;

  @Mixin private LensOptions lens = new LensOptions();

  public boolean given() {
    return photos != null;
  }

  /** Rejects options that mean nothing without photographs. */
  public void requireNone() {
    if (labelFile != null || out != null || lens.given()) {
      throw UserError.usage(
          "--labels, --out, --lens-calibration and --fov-degrees: go with --from");
    }
  }

  /** Writes the patches of all photographs. */
  public int write(Console console, GazeshiftConfig config)
      throws IOException, InterruptedException {
    if (labelFile == null || out == null) {
      throw UserError.usage("patches: --from needs --labels and --out");
    }
    LensSettings settings = lens.settings();
    List<PhotoLabel> labels =
        PhotoLabels.read(
            FileFlags.directory("--from", photos), FileFlags.file("--labels", labelFile));
    PatchFolder.requirePersons(labels);
    PatchFolder folder = PatchFolder.create(out);
    PhotoTally tally;
    try (ConfiguredCameras cameras =
            new ConfiguredCameras(
                List.of(), config.faces(), config.ingest(), CaptureClock.system());
        CommandProgress progress = new CommandProgress(console, "patches")) {
      PhotoFaces faces = new PhotoFaces(config.ingest(), settings, cameras::openerFor);
      tally =
          new PhotoPass(faces, progress, progress::say)
              .run(
                  labels,
                  (label, face) -> {
                    folder.add(label, face);
                    return true;
                  });
    }
    folder.finish();
    console.out().printf("%s%n", tally);
    console
        .out()
        .printf(
            "wrote %d patches of %d persons; read them with --images %s --labels %s --layout"
                + " eth-xgaze%n",
            tally.withFace(), folder.persons(), folder.images(), folder.labels());
    return ExitCode.DONE;
  }
}
