package io.gazeshift.adaptation.shadow;

import io.gazeshift.adaptation.buffer.Track;
import io.gazeshift.protocol.Gaze;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What two heads made of the same faces. The steps of a gaze are taken between neighbouring frames
 * of one track: most of them lie within a fixation, so that their median is noise and not movement.
 * Not thread-safe.
 */
final class SideBySide {

  /** Frames further apart may show a face that has turned meanwhile. */
  private static final long NEIGHBOURS_MICROS = 250_000;

  private static final int MOST_TRACKS = 64;

  private final GazeRange range;
  private final Map<Track, Frame> last = new LinkedHashMap<>();
  private final StepHistogram oldSteps = new StepHistogram();
  private final StepHistogram newSteps = new StepHistogram();
  private final Correlation pitch = new Correlation();
  private final Correlation yaw = new Correlation();
  private long faces;
  private long oldOutside;
  private long newOutside;
  private long compared;
  private double differenceDeg;

  private record Frame(long captureMicros, Gaze old, Gaze fresh) {}

  SideBySide(GazeRange range) {
    this.range = range;
  }

  /** Frames of a track come in the order they were taken; others are no neighbours. */
  void add(Track track, long captureMicros, Gaze old, Gaze fresh) {
    faces++;
    oldOutside += range.contains(old) ? 0 : 1;
    newOutside += range.contains(fresh) ? 0 : 1;
    if (!isFinite(old) || !isFinite(fresh)) {
      last.remove(track);
      return;
    }
    compared++;
    differenceDeg += degrees(old, fresh);
    pitch.add(old.pitchDeg(), fresh.pitchDeg());
    yaw.add(old.yawDeg(), fresh.yawDeg());
    Frame before = last.remove(track);
    if (before != null && isNext(captureMicros - before.captureMicros)) {
      oldSteps.add(degrees(before.old, old));
      newSteps.add(degrees(before.fresh, fresh));
    }
    last.put(track, new Frame(captureMicros, old, fresh));
    if (last.size() > MOST_TRACKS) {
      last.remove(last.keySet().iterator().next());
    }
  }

  private static boolean isNext(long micros) {
    return micros > 0 && micros <= NEIGHBOURS_MICROS;
  }

  private static boolean isFinite(Gaze gaze) {
    return Double.isFinite(gaze.pitchRad()) && Double.isFinite(gaze.yawRad());
  }

  private static double degrees(Gaze a, Gaze b) {
    return Math.toDegrees(a.angleToRad(b));
  }

  long faces() {
    return faces;
  }

  /** Steps between neighbouring frames. */
  long steps() {
    return newSteps.total();
  }

  double oldJitterDeg() {
    return oldSteps.medianDeg();
  }

  double newJitterDeg() {
    return newSteps.medianDeg();
  }

  double oldOutside() {
    return share(oldOutside);
  }

  double newOutside() {
    return share(newOutside);
  }

  private double share(long count) {
    return faces == 0 ? 0 : (double) count / faces;
  }

  double meanDifferenceDeg() {
    return compared == 0 ? Double.NaN : differenceDeg / compared;
  }

  /** The lower of pitch's and yaw's; an angle that did not move with the old head says nothing. */
  double correlation() {
    return Math.min(pitch.value(), yaw.value());
  }
}
