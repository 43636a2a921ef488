package io.gazeshift.targets.event;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;

/**
 * Finds blinks in the openness of the eyes, relative to how open this person's eyes usually are.
 * Start and end are where the openness crosses half of that, between two frames: at 10 frames a
 * second most blinks are a single frame.
 */
final class BlinkDetector {

  private static final double CLOSES_BELOW = 0.5;

  /** Above where it closes, so that a half-open eye does not flicker. */
  private static final double OPENS_ABOVE = 0.6;

  /** While the lid moves, the gaze seems to go down. */
  private static final double SEES_ABOVE = 0.75;

  private static final double LEAST_LEVEL = 0.2;

  /** The level rises at once to a wider eye, nearly, and sinks within some seconds. */
  private static final double RISE = 0.5;

  private static final double SINK_PER_SECOND = 0.1;

  private double level = Double.NaN;
  private long lastMicros;
  private double lastOpenness;
  private boolean closed;
  private long closedMicros;
  private double least;

  /** Takes a frame; answers the blink that it ends. */
  Optional<GazeEvent> add(GazeSample sample) {
    double openness = openness(sample);
    boolean first = Double.isNaN(level);
    if (first) {
      level = Math.max(LEAST_LEVEL, openness);
      lastMicros = sample.captureMicros();
      lastOpenness = openness;
    }
    double relative = openness / level;
    Optional<GazeEvent> blink = Optional.empty();
    if (closed) {
      least = Math.min(least, relative);
      if (relative > OPENS_ABOVE) {
        closed = false;
        blink = Optional.of(new GazeEvent.Blink(closedMicros, crossing(sample, openness), least));
      }
    } else if (relative < CLOSES_BELOW) {
      closed = true;
      closedMicros = crossing(sample, openness);
      least = relative;
    } else {
      follow(openness, sample.captureMicros() - lastMicros);
    }
    lastMicros = sample.captureMicros();
    lastOpenness = openness;
    return blink;
  }

  /** Whether the gaze of the last frame can be trusted. */
  boolean isOpen() {
    return !closed && lastOpenness >= SEES_ABOVE * level;
  }

  /** Of the last frame, as a share of what is usual for the person. */
  double relativeOpenness() {
    return lastOpenness / level;
  }

  /** The face is gone; a blink under way was not seen to end. */
  void end() {
    closed = false;
  }

  /** The next frame may be of another person. */
  void forget() {
    level = Double.NaN;
  }

  /**
   * The face of the same person is back, for all that is known: the gap says nothing of the eyes.
   */
  void resume(GazeSample sample) {
    lastMicros = sample.captureMicros();
    lastOpenness = openness(sample);
  }

  private static double openness(GazeSample sample) {
    return Math.max(0, Math.min(1, sample.eyeOpenness()));
  }

  /** When half the level was crossed, between the last frame and this one. */
  private long crossing(GazeSample sample, double openness) {
    double change = openness - lastOpenness;
    double share = change == 0 ? 1 : (CLOSES_BELOW * level - lastOpenness) / change;
    double within = Math.max(0, Math.min(1, share));
    return lastMicros + Math.round(within * (sample.captureMicros() - lastMicros));
  }

  private void follow(double openness, long micros) {
    double rate = openness > level ? RISE : Math.min(1, SINK_PER_SECOND * micros / 1e6);
    level = Math.max(LEAST_LEVEL, level + rate * (openness - level));
  }

  void write(DataOutput out) throws IOException {
    out.writeDouble(level);
    out.writeLong(lastMicros);
    out.writeDouble(lastOpenness);
    out.writeBoolean(closed);
    out.writeLong(closedMicros);
    out.writeDouble(least);
  }

  void read(DataInput in) throws IOException {
    level = in.readDouble();
    lastMicros = in.readLong();
    lastOpenness = in.readDouble();
    closed = in.readBoolean();
    closedMicros = in.readLong();
    least = in.readDouble();
  }
}
