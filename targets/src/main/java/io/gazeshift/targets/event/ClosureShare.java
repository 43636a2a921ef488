package io.gazeshift.targets.event;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;

/** The share of time with closed eyes within a window, summed in parts of a sixtieth of it. */
final class ClosureShare {

  private static final int PARTS = 60;

  private record Part(long number, long seenMicros, long closedMicros) {}

  private final long windowMicros;
  private final long partMicros;
  private final long longestGapMicros;
  private final Deque<Part> parts = new ArrayDeque<>();
  private long lastMicros;

  /**
   * @param longestGapMicros without frames for longer, nothing is known of the eyes
   */
  ClosureShare(long windowMicros, long longestGapMicros) {
    this.windowMicros = windowMicros;
    this.partMicros = windowMicros / PARTS;
    this.longestGapMicros = longestGapMicros;
  }

  /** Takes a frame, which stands for the time since the one before. */
  void add(long micros, boolean closed) {
    long passed = micros - lastMicros;
    long stands = passed > 0 && passed <= longestGapMicros ? passed : 0;
    lastMicros = micros;
    Part last = parts.peekLast();
    long number = micros / partMicros;
    long seenBefore = 0;
    long closedBefore = 0;
    if (last != null && last.number == number) {
      parts.removeLast();
      seenBefore = last.seenMicros;
      closedBefore = last.closedMicros;
    }
    parts.addLast(new Part(number, seenBefore + stands, closedBefore + (closed ? stands : 0)));
    while (parts.getFirst().number <= number - PARTS) {
      parts.removeFirst();
    }
  }

  /** Empty while the eyes were seen for less than half of the window. */
  OptionalDouble share() {
    long seen = parts.stream().mapToLong(Part::seenMicros).sum();
    long closed = parts.stream().mapToLong(Part::closedMicros).sum();
    return 2 * seen < windowMicros
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) closed / seen);
  }

  /** When the time began that the share is of. */
  long sinceMicros() {
    return parts.isEmpty() ? lastMicros : parts.getFirst().number * partMicros;
  }

  void forget() {
    parts.clear();
  }

  void write(DataOutput out) throws IOException {
    out.writeLong(lastMicros);
    out.writeInt(parts.size());
    for (Part part : parts) {
      out.writeLong(part.number);
      out.writeInt((int) part.seenMicros);
      out.writeInt((int) part.closedMicros);
    }
  }

  void read(DataInput in) throws IOException {
    lastMicros = in.readLong();
    for (int i = in.readInt(); i > 0; i--) {
      parts.add(new Part(in.readLong(), in.readInt(), in.readInt()));
    }
  }
}
