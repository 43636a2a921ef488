package io.gazeshift.daemon.cli.offline;

import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.photos.GazeJitter;
import io.gazeshift.daemon.photos.MovedPhotos;
import io.gazeshift.daemon.photos.PhotoLabel;
import io.gazeshift.daemon.photos.PhotoLabels;
import io.gazeshift.daemon.photos.PhotoPass;
import io.gazeshift.daemon.photos.PhotoTally;
import io.gazeshift.daemon.photos.ScoredPhoto;
import io.gazeshift.daemon.predict.ModelPredictor;
import io.gazeshift.daemon.predict.PhotoFaces;
import io.gazeshift.ingest.ConfiguredCameras;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.GazePrediction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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

  @Option(
      names = "--jitter",
      paramLabel = "N",
      description =
          "Also read each photograph this many times, turned, scaled and shifted a little and with"
              + " noise, and print how much the gaze trembles. At least 2. Default: not measured.")
  private Integer jitter;

  @Mixin private LensOptions lens = new LensOptions();

  boolean given() {
    return photos != null;
  }

  /** Rejects what belongs to photographs where there are none. */
  void requireNone() {
    if (lens.given()) {
      throw UserError.usage("--lens-calibration and --fov-degrees: go with --photos");
    }
    if (jitter != null) {
      throw UserError.usage("--jitter: goes with --photos");
    }
  }

  /** Predicts the largest face of each photograph. */
  PhotoReport measure(
      Console console, GazeshiftConfig config, Path labelFile, Optional<Path> headFile)
      throws IOException, InterruptedException {
    if (jitter != null && jitter < 2) {
      throw UserError.usage(
          "--jitter: %d readings cannot differ; ask for 2 or more".formatted(jitter));
    }
    List<PhotoLabel> labels = PhotoLabels.read(FileFlags.directory("--photos", photos), labelFile);
    Map<PhotoLabel, ScoredPhoto> predicted = new LinkedHashMap<>();
    try (ModelPredictor model = ModelPredictor.open(config.infer(), config.ingest(), headFile);
        ConfiguredCameras cameras =
            new ConfiguredCameras(
                List.of(), config.faces(), config.ingest(), CaptureClock.system());
        CommandProgress progress = new CommandProgress(console, "measuring")) {
      PhotoFaces faces = new PhotoFaces(config.ingest(), lens.settings(), cameras::openerFor);
      MovedPhotos moved = new MovedPhotos(config.ingest(), lens.settings(), cameras::openerFor);
      GazeJitter trembling = new GazeJitter();
      PhotoTally tally =
          new PhotoPass(faces, progress, progress::say)
              .run(
                  labels,
                  (label, face) -> {
                    Optional<GazePrediction> found = prediction(model, face);
                    found.ifPresent(made -> predicted.put(label, scored(label, made)));
                    if (found.isPresent() && jitter != null) {
                      trembling.add(moved.gazes(label.file(), jitter, again -> gaze(model, again)));
                    }
                    return found.isPresent();
                  });
      return new PhotoReport(tally, labels, predicted, trembling);
    }
  }

  private static ScoredPhoto scored(PhotoLabel label, GazePrediction prediction) {
    return new ScoredPhoto(
        label,
        Gaze.from(prediction.getCamera()),
        prediction.hasUncertainty()
            ? OptionalDouble.of(prediction.getUncertainty().getSigma())
            : OptionalDouble.empty());
  }

  private static Optional<Gaze> gaze(ModelPredictor model, FaceFrame face) {
    return prediction(model, face).map(GazePrediction::getCamera).map(Gaze::from);
  }

  private static Optional<GazePrediction> prediction(ModelPredictor model, FaceFrame face) {
    return model.predictions(List.of(face)).stream().findFirst();
  }
}
