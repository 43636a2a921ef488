package io.gazeshift.targets.quality;

import io.gazeshift.protocol.Gaze;
import java.util.Comparator;
import java.util.List;

/**
 * Frames that look at one place: a fixation, the part of it that one head predicted, or a look at a
 * known point.
 *
 * @param target what is looked at
 * @param headVersion of the head that predicted it
 * @param frames ascending in time
 * @param longestStepMicros frames further apart are not successive: one is missing between them
 */
public record SteadyGaze(
    String target, long headVersion, List<TimedGaze> frames, long longestStepMicros) {

  public SteadyGaze {
    frames = List.copyOf(frames);
  }

  /** Takes the frames in any order, and what is successive from their usual interval. */
  public static SteadyGaze of(String target, long headVersion, List<TimedGaze> frames) {
    List<TimedGaze> ordered =
        frames.stream().sorted(Comparator.comparingLong(TimedGaze::captureMicros)).toList();
    FrameInterval interval =
        FrameInterval.of(ordered.stream().map(TimedGaze::captureMicros).toList());
    return new SteadyGaze(target, headVersion, ordered, interval.longestStepMicros());
  }

  public List<Gaze> gazes() {
    return frames.stream().map(TimedGaze::gaze).toList();
  }

  /** From the first frame to the last one. */
  public double seconds() {
    return frames.isEmpty()
        ? 0
        : (frames.get(frames.size() - 1).captureMicros() - frames.get(0).captureMicros()) / 1e6;
  }
}
