package io.gazeshift.adaptation.run;

import io.gazeshift.adaptation.buffer.Burst;
import io.gazeshift.adaptation.buffer.TargetSample;
import io.gazeshift.adaptation.buffer.TargetSnapshot;
import io.gazeshift.adaptation.buffer.Track;
import io.gazeshift.backbone.samples.Evaluation;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.Fixations;
import io.gazeshift.protocol.Rotation;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Samples of a buffer as adaptation wants them. */
public final class Frames {

  private Frames() {}

  /**
   * With the fixations that a head sees in each burst; a burst is never joined to another.
   *
   * @param gap the longest time between two frames of a burst
   */
  public static FixatedFrames fixated(TargetSnapshot samples, Head head, Duration gap) {
    FeatureRows features = samples.features();
    Fixations fixations =
        new Fixations(Fixations.DEFAULT.sigmas(), Math.max(1, gap.toNanos() / 1000));
    int[] fixation =
        fixations.find(
            Evaluation.predict(head, features), samples.burstOfFrame(), samples.captureMicros());
    return new FixatedFrames(features, fixation, tracks(samples));
  }

  /** A number for each frame, equal for one face. */
  private static long[] tracks(TargetSnapshot samples) {
    Map<Track, Long> numbers = new HashMap<>();
    return frames(samples)
        .mapToLong(frame -> numbers.computeIfAbsent(frame.track(), track -> (long) numbers.size()))
        .toArray();
  }

  /** How each frame's camera was turned. */
  public static List<Rotation> rotations(TargetSnapshot samples) {
    return frames(samples).map(TargetSample::cameraToVirtual).toList();
  }

  private static Stream<TargetSample> frames(TargetSnapshot samples) {
    return samples.bursts().stream().map(Burst::frames).flatMap(List::stream);
  }
}
