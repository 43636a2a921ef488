package io.gazeshift.daemon.cli.offline;

import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.photos.PhotoLabel;
import io.gazeshift.daemon.photos.PhotoLabels;
import io.gazeshift.daemon.photos.PhotoPass;
import io.gazeshift.daemon.photos.PhotoTally;
import io.gazeshift.daemon.predict.ModelPredictor;
import io.gazeshift.daemon.predict.PhotoFaces;
import io.gazeshift.ingest.ConfiguredCameras;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.GazePrediction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Labelled photographs to measure a model on; a picocli mixin. */
final class PhotoOptions {

  @Option(
      names = "--photos",
      paramLabel = "DIR",
      description =
          "Folder of photographs, with --labels: CSV with the columns file,person,camera,pitch,yaw,"
              + " angles in degrees and camera axes. Measures everything from finding the face to"
              + " the gaze.")
  private Path photos;

  @Mixin private LensOptions lens = new LensOptions();

  boolean given() {
    return photos != null;
  }

  /** Rejects a lens where there are no photographs. */
  void requireNoLens() {
    if (lens.given()) {
      throw UserError.usage("--lens-calibration and --fov-degrees: go with --photos");
    }
  }

  /** Predicts the largest face of each photograph. */
  PhotoReport measure(
      Console console, GazeshiftConfig config, Path labelFile, Optional<Path> headFile)
      throws IOException, InterruptedException {
    List<PhotoLabel> labels = PhotoLabels.read(FileFlags.directory("--photos", photos), labelFile);
    Map<PhotoLabel, Gaze> predicted = new LinkedHashMap<>();
    try (ModelPredictor model = ModelPredictor.open(config.infer(), config.ingest(), headFile);
        ConfiguredCameras cameras =
            new ConfiguredCameras(
                List.of(), config.faces(), config.ingest(), CaptureClock.system());
        CommandProgress progress = new CommandProgress(console, "measuring")) {
      PhotoFaces faces = new PhotoFaces(config.ingest(), lens.settings(), cameras::openerFor);
      PhotoTally tally =
          new PhotoPass(faces, progress, progress::say)
              .run(
                  labels,
                  (label, face) -> {
                    List<GazePrediction> found = model.predictions(List.of(face));
                    found.forEach(gaze -> predicted.put(label, Gaze.from(gaze.getCamera())));
                    return !found.isEmpty();
                  });
      return new PhotoReport(tally, labels, predicted);
    }
  }
}
