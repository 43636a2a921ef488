package io.gazeshift.targets.event;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Whether the eyes are away from the road, and since when. A look of less than the least dwell is
 * noise, at the road as well as away from it: it changes nothing.
 */
final class RoadGaze {

  private static final long NONE = Long.MIN_VALUE;

  private final long leastDwellMicros;
  private final long longestBlinkMicros;
  private boolean known;
  private boolean away;

  /**
   * When the look began. This and the times below are shifted forward by time that counts for
   * nothing, so that a difference from now leaves it out.
   */
  private long sinceMicros;

  private long lastMicros;

  /** How far {@link #lastMicros} is shifted. */
  private long unknownMicros;

  /** When the eyes went where they have not been for long enough yet. */
  private long nextMicros = NONE;

  RoadGaze(EventSettings settings) {
    leastDwellMicros = EventSettings.micros(settings.leastDwell());
    // A face that is not seen for so long is lost.
    longestBlinkMicros = EventSettings.micros(settings.faceLostAfter());
  }

  /** Takes a frame with open eyes. Answers whether a look began with it, or with one before. */
  boolean add(long micros, boolean isAway) {
    boolean changed = false;
    if (!known) {
      known = true;
      away = isAway;
      sinceMicros = micros;
      changed = true;
    } else if (micros - lastMicros > longestBlinkMicros) {
      changed = bridge(micros);
    }
    lastMicros = micros;
    unknownMicros = 0;
    if (isAway == away) {
      nextMicros = NONE;
    } else if (nextMicros == NONE) {
      nextMicros = micros;
    }
    if (nextMicros != NONE && micros - nextMicros >= leastDwellMicros) {
      turn();
      changed = true;
    }
    return changed;
  }

  /** Eyes were open, and it is not known where they looked: this time counts for nothing. */
  void skip(long micros) {
    sinceMicros += micros;
    lastMicros += micros;
    unknownMicros += micros;
    if (nextMicros != NONE) {
      nextMicros += micros;
    }
  }

  /**
   * Nothing was seen for a while. A driver who looked away has turned away further, or has closed
   * the eyes: that is away as well. One who looked at the road may have done anything.
   */
  private boolean bridge(long micros) {
    if (away) {
      nextMicros = NONE;
      return false;
    }
    if (nextMicros == NONE) {
      sinceMicros = micros;
    } else {
      turn();
    }
    return true;
  }

  private void turn() {
    away = !away;
    sinceMicros = nextMicros;
    nextMicros = NONE;
  }

  boolean isAway() {
    return known && away;
  }

  /** When the look that goes on began, or would have begun without time that counts for nothing. */
  long sinceMicros() {
    return sinceMicros;
  }

  /** How long the look goes on already, at a frame of now; one that may be over is not told. */
  long lastsMicros(long now) {
    return (nextMicros == NONE ? now : nextMicros) - sinceMicros;
  }

  /** How long no frame came that tells where open eyes look, at a frame of now. */
  long unseenMicros(long now) {
    return known ? now - lastMicros + unknownMicros : 0;
  }

  void forget() {
    known = false;
    away = false;
    nextMicros = NONE;
    unknownMicros = 0;
  }

  void write(DataOutput out) throws IOException {
    out.writeBoolean(known);
    out.writeBoolean(away);
    out.writeLong(sinceMicros);
    out.writeLong(lastMicros);
    out.writeLong(unknownMicros);
    out.writeLong(nextMicros);
  }

  void read(DataInput in) throws IOException {
    known = in.readBoolean();
    away = in.readBoolean();
    sinceMicros = in.readLong();
    lastMicros = in.readLong();
    unknownMicros = in.readLong();
    nextMicros = in.readLong();
  }
}
