package io.gazeshift.adaptation.quality;

import io.gazeshift.adaptation.buffer.Track;
import io.gazeshift.common.UserError;
import io.gazeshift.inference.targets.PredictedSample;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.targets.quality.TrackFrame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sorts predictions by the face they are of. Not thread-safe. */
public final class PredictedTracks {

  /** 18 hours of one face at 30 frames a second, in about 250 MB. */
  private static final int MOST_FRAMES = 2_000_000;

  private final int most;
  private final Map<Track, List<TrackFrame>> byTrack = new LinkedHashMap<>();
  private int frames;

  public PredictedTracks() {
    this(MOST_FRAMES);
  }

  PredictedTracks(int most) {
    this.most = most;
  }

  /**
   * Takes a prediction as the model made it: a smoothed gaze would say more about the filter.
   *
   * @throws UserError if there are too many to be kept in memory
   */
  public void add(GazePrediction prediction) {
    if (frames == most) {
      throw new UserError(
          "there are more than %d predictions; choose fewer with --from and --to, or --camera"
              .formatted(most));
    }
    frames++;
    FaceIdentity face = prediction.getIdentity();
    byTrack
        .computeIfAbsent(
            new Track(face.getCamera(), face.getCaptureSession(), face.getFaceIndex()),
            track -> new ArrayList<>())
        .add(
            new TrackFrame(
                face.getFrameSeq(), PredictedSample.of(prediction), prediction.getModelVersion()));
  }

  public boolean isEmpty() {
    return frames == 0;
  }

  Map<Track, List<TrackFrame>> byTrack() {
    return byTrack;
  }
}
