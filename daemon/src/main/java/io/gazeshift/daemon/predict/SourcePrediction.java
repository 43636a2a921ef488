package io.gazeshift.daemon.predict;

import io.gazeshift.ingest.OpenCamera;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.config.IngestConfig;
import io.gazeshift.ingest.preview.FrameView;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.GazePrediction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Predicts every face of every frame of a source. The patches are encoded as JPEG like those of a
 * live camera, so the predictions are the same. Not thread-safe.
 */
public final class SourcePrediction {

  private final IngestConfig ingest;
  private final ModelPredictor predictor;
  private final Optional<Path> drawings;
  private final Consumer<GazeRow> rows;
  private final Set<Path> drawn = new HashSet<>();

  /**
   * @param drawings a directory for pictures with arrows
   * @param rows receives each gaze as it is predicted
   */
  public SourcePrediction(
      IngestConfig ingest,
      ModelPredictor predictor,
      Optional<Path> drawings,
      Consumer<GazeRow> rows) {
    this.ingest = ingest;
    this.predictor = predictor;
    this.drawings = drawings;
    this.rows = rows;
  }

  /**
   * Reads an open source to its end or to a number of frames, and closes it.
   *
   * @param name of the source in rows and drawings
   * @param still whether it is a picture, with one frame
   */
  public PredictionTally run(
      String name, boolean still, CameraConfig config, OpenCamera camera, long mostFrames)
      throws IOException, InterruptedException {
    try (Drawing drawing = drawings.isPresent() ? new Drawing(camera.source().intrinsics()) : null;
        SourceFaces source =
            new SourceFaces(config, ingest, camera, drawing == null ? FrameView.NONE : drawing)) {
      PredictionTally tally = PredictionTally.NOTHING;
      while (tally.frames() < mostFrames) {
        Optional<List<FaceFrame>> faces = source.next();
        if (faces.isEmpty()) {
          break;
        }
        List<GazePrediction> found = predictor.predictions(faces.get());
        found.forEach(prediction -> rows.accept(GazeRow.of(name, prediction)));
        if (drawing != null) {
          found.forEach(drawing::add);
          drawing.write(file(name, source.frameSeq(), still));
        }
        tally = tally.plusFrame(found.size());
      }
      return tally;
    }
  }

  /** The file of a drawing; pictures of the same name get different files. */
  private Path file(String name, long frameSeq, boolean still) {
    String plain = name.replaceAll("[^A-Za-z0-9._-]+", "_");
    String stem =
        still ? plain.replaceFirst("\\.[A-Za-z]+$", "") : "%s-%06d".formatted(plain, frameSeq);
    Path file = drawings.orElseThrow().resolve(stem + ".jpg");
    for (int copy = 2; !drawn.add(file); copy++) {
      file = drawings.orElseThrow().resolve("%s-%d.jpg".formatted(stem, copy));
    }
    return file;
  }
}
