package io.gazeshift.inference.person;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FeatureSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The glances of the last face tracks that had any, by track. One thread changes them while others
 * read; the oldest go first when there are too many. Thread-safe.
 */
public final class TrackGlances {

  /** A track ends with its person's stay, so only the newest matter; about 8 MB of features. */
  static final int MOST_GLANCES = 256;

  /** As many as a glance needs: with fewer, a blink or a late look would dominate. */
  static final int FEWEST_FRAMES = 5;

  private final Predicate<FeatureSample> isUsed;
  private final Map<String, Map<FaceTrack, TrackGlance>> byKey = new Bounded();

  /** Replaced as a whole, so that those who read need no lock. */
  private volatile Map<FaceTrack, List<TrackGlance>> byTrack = Map.of();

  /**
   * @param isUsed whether the heads can be tried on a frame: a glance may also have frames of a
   *     backbone that was replaced since
   */
  public TrackGlances(Predicate<FeatureSample> isUsed) {
    this.isUsed = isUsed;
  }

  /** None, for good. */
  public static TrackGlances none() {
    return new TrackGlances(frame -> false);
  }

  /** Adds a glance that may be used, in place of one with the same key. */
  synchronized void put(String key, CalibrationGlance glance) {
    byKey.put(key, byTrackOf(glance));
    byTrack = gathered();
  }

  synchronized void remove(String key) {
    if (byKey.remove(key) != null) {
      byTrack = gathered();
    }
  }

  /** Those of one track; the same list until they change. */
  List<TrackGlance> of(FaceTrack track) {
    return byTrack.getOrDefault(track, List.of());
  }

  /** A face that was lost for a moment had another index then, and so another track. */
  private Map<FaceTrack, TrackGlance> byTrackOf(CalibrationGlance glance) {
    Map<FaceTrack, List<FeatureSample>> frames = new HashMap<>();
    for (FeatureSample frame : glance.getFramesList()) {
      if (isUsed.test(frame)) {
        frames
            .computeIfAbsent(FaceTrack.of(frame.getIdentity()), track -> new ArrayList<>())
            .add(frame);
      }
    }
    Map<FaceTrack, TrackGlance> glances = new HashMap<>();
    frames.forEach(
        (track, own) -> {
          if (own.size() >= FEWEST_FRAMES) {
            glances.put(track, new TrackGlance(Gaze.from(glance.getCameraGaze()), own));
          }
        });
    return glances;
  }

  private Map<FaceTrack, List<TrackGlance>> gathered() {
    Map<FaceTrack, List<TrackGlance>> all = new HashMap<>();
    byKey
        .values()
        .forEach(
            glances ->
                glances.forEach(
                    (track, glance) ->
                        all.computeIfAbsent(track, any -> new ArrayList<>()).add(glance)));
    // A track whose glances stay the same keeps its list, by which readers see that nothing
    // changed.
    all.replaceAll(
        (track, now) -> {
          List<TrackGlance> before = of(track);
          return before.equals(now) ? before : List.copyOf(now);
        });
    return Map.copyOf(all);
  }

  /** Drops what came first. */
  private static final class Bounded extends LinkedHashMap<String, Map<FaceTrack, TrackGlance>> {

    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Map<FaceTrack, TrackGlance>> eldest) {
      return size() > MOST_GLANCES;
    }
  }
}
