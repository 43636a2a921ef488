package io.gazeshift.daemon.photos;

import io.gazeshift.daemon.predict.LensSettings;
import io.gazeshift.daemon.predict.PhotoFaces;
import io.gazeshift.ingest.CameraOpener;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.config.IngestConfig;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceFrame;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Reads a photograph several times, moved a little each time, from finding the face on. */
public final class MovedPhotos {

  /** Predicts a face's gaze in camera axes; empty if it cannot be used. */
  public interface Predictor {
    Optional<Gaze> gaze(FaceFrame face);
  }

  private final IngestConfig ingest;
  private final LensSettings lens;
  private final Function<CameraConfig, CameraOpener> openers;

  public MovedPhotos(
      IngestConfig ingest, LensSettings lens, Function<CameraConfig, CameraOpener> openers) {
    this.ingest = ingest;
    this.lens = lens;
    this.openers = openers;
  }

  /** The gazes of so many readings, as of the photograph itself; the same in every run. */
  public List<Gaze> gazes(Path photo, int readings, Predictor predictor)
      throws IOException, InterruptedException {
    SplittableRandom random = new SplittableRandom(1);
    List<Gaze> gazes = new ArrayList<>();
    for (int i = 0; i < readings; i++) {
      PictureMove move = PictureMove.random(random);
      PhotoFaces faces =
          new PhotoFaces(ingest, lens, camera -> MovedSource.opener(openers.apply(camera), move));
      Optional<FaceFrame> face = faces.largestIn(photo);
      if (face.isPresent()) {
        predictor.gaze(face.get()).map(move::undone).ifPresent(gazes::add);
      }
    }
    return gazes;
  }
}
