package io.gazeshift.targets.event;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Hands frames on in the order of their capture, each as soon as no earlier one may come any more.
 * Frames that come later than that, and frames that come twice, are dropped and counted.
 */
final class CaptureOrder {

  private final long latenessMicros;
  private final TreeMap<Long, GazeSample> waiting = new TreeMap<>();
  private long newestMicros = Long.MIN_VALUE;
  private long releasedMicros = Long.MIN_VALUE;
  private long dropped;

  CaptureOrder(long latenessMicros) {
    this.latenessMicros = latenessMicros;
  }

  void add(GazeSample sample) {
    boolean isNew =
        sample.captureMicros() > releasedMicros
            && waiting.putIfAbsent(sample.captureMicros(), sample) == null;
    if (!isNew) {
      dropped++;
    }
    advanceTo(sample.captureMicros());
  }

  /** Time has passed: the camera captured a frame then, with or without this face. */
  void advanceTo(long captureMicros) {
    newestMicros = Math.max(newestMicros, captureMicros);
  }

  /** Up to here nothing comes any more. */
  long completeMicros() {
    return newestMicros == Long.MIN_VALUE ? newestMicros : newestMicros - latenessMicros;
  }

  List<GazeSample> release() {
    List<GazeSample> ready = new ArrayList<>();
    while (!waiting.isEmpty() && waiting.firstKey() <= completeMicros()) {
      GazeSample sample = Objects.requireNonNull(waiting.remove(waiting.firstKey()));
      releasedMicros = sample.captureMicros();
      ready.add(sample);
    }
    // A frame before the horizon is too late even if none was released since.
    releasedMicros = Math.max(releasedMicros, completeMicros());
    return ready;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  long dropped() {
    return dropped;
  }

  void write(DataOutput out) throws IOException {
    out.writeLong(newestMicros);
    out.writeLong(releasedMicros);
    out.writeLong(dropped);
    Samples.write(out, waiting.values());
  }

  void read(DataInput in, boolean hasDriving) throws IOException {
    newestMicros = in.readLong();
    releasedMicros = in.readLong();
    dropped = in.readLong();
    for (GazeSample sample : Samples.read(in, hasDriving)) {
      waiting.put(sample.captureMicros(), sample);
    }
  }
}
