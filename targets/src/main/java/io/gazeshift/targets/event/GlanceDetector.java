package io.gazeshift.targets.event;

import io.gazeshift.targets.shape.Target;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * Finds glances at targets. A gaze has arrived at a target when it stayed there for the least
 * dwell; targets that it only passes belong to the transition. A glance begins with the last frame
 * on what was looked at before and ends with its own last frame, so glances follow each other
 * without gaps.
 */
final class GlanceDetector {

  private static final String NONE = "";

  private final long leastDwellMicros;
  private String current = NONE;
  private long startMicros;
  private long arrivedMicros;
  private long lastOnMicros;
  private String next = NONE;
  private long nextMicros;

  GlanceDetector(EventSettings settings) {
    this.leastDwellMicros = EventSettings.micros(settings.leastDwell());
  }

  /** Takes a frame with open eyes; adds what it ends. */
  void add(GazeSample sample, List<GazeEvent> events) {
    long now = sample.captureMicros();
    String target = sample.target();
    if (current.equals(NONE)) {
      current = target;
      startMicros = now;
      arrivedMicros = now;
      lastOnMicros = now;
    } else if (target.equals(current)) {
      lastOnMicros = now;
      next = NONE;
    } else {
      if (!target.equals(next)) {
        next = target;
        nextMicros = now;
      }
      if (now - nextMicros >= leastDwellMicros) {
        arrive(now, events);
      }
    }
  }

  /** The face is gone. */
  void end(List<GazeEvent> events) {
    addGlance(events);
    current = NONE;
    next = NONE;
  }

  private void arrive(long now, List<GazeEvent> events) {
    addGlance(events);
    if (next.equals(Target.ELSEWHERE)) {
      events.add(new GazeEvent.GazeOff(lastOnMicros));
    } else if (current.equals(Target.ELSEWHERE)) {
      events.add(new GazeEvent.GazeOn(nextMicros));
    }
    startMicros = lastOnMicros;
    arrivedMicros = nextMicros;
    lastOnMicros = now;
    current = next;
    next = NONE;
  }

  /** What was looked at too shortly to have arrived there, at the beginning, is no glance. */
  private void addGlance(List<GazeEvent> events) {
    boolean arrived = lastOnMicros - arrivedMicros >= leastDwellMicros;
    if (arrived && !current.equals(NONE) && !current.equals(Target.ELSEWHERE)) {
      events.add(new GazeEvent.TargetGlance(startMicros, arrivedMicros, lastOnMicros, current));
    }
  }

  void write(DataOutput out) throws IOException {
    out.writeUTF(current);
    out.writeLong(startMicros);
    out.writeLong(arrivedMicros);
    out.writeLong(lastOnMicros);
    out.writeUTF(next);
    out.writeLong(nextMicros);
  }

  void read(DataInput in) throws IOException {
    current = in.readUTF();
    startMicros = in.readLong();
    arrivedMicros = in.readLong();
    lastOnMicros = in.readLong();
    next = in.readUTF();
    nextMicros = in.readLong();
  }
}
