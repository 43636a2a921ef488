package io.gazeshift.adaptation.buffer;

import io.gazeshift.glsge.linalg.Matrix;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * The bounded, varied memory of one domain. Bursts are kept by where they look and by the capture
 * session they come from; when it is full, the most crowded group makes room, so that no direction,
 * no session and no hour crowds out the others. A still face is kept once. Not thread-safe.
 */
public final class TargetBuffer {

  /** One direction of gaze in one capture session. */
  private record Group(String camera, long captureSession, int pitchCell, int yawCell) {}

  private final BufferSettings settings;
  private final SplittableRandom random;
  private final BurstCollector collector;
  private final Map<Group, BurstReservoir> groups = new LinkedHashMap<>();
  private int bursts;

  public TargetBuffer(BufferSettings settings, long seed) {
    this.settings = settings;
    this.random = new SplittableRandom(seed);
    this.collector = new BurstCollector(settings.burstFrames(), settings.gap(), settings.pause());
  }

  /** Takes an admitted frame; frames of a track come in the order they were taken. */
  public void offer(TargetSample sample) {
    collector.offer(sample).ifPresent(this::keep);
  }

  private void keep(Burst burst) {
    BurstReservoir own = groups.computeIfAbsent(groupOf(burst), g -> new BurstReservoir());
    if (own.refresh(burst)) {
      return;
    }
    if (bursts < settings.capacityBursts()) {
      own.add(burst);
      bursts++;
      return;
    }
    BurstReservoir fullest =
        groups.values().stream().max(Comparator.comparingInt(BurstReservoir::size)).orElseThrow();
    if (own.size() == fullest.size()) {
      own.exchange(burst, random);
    } else {
      own.add(burst);
      fullest.shrink(random);
    }
  }

  private Group groupOf(Burst burst) {
    return new Group(
        burst.track().camera(),
        burst.track().captureSession(),
        (int) Math.round(burst.gaze().pitchDeg() / settings.cellDegrees()),
        (int) Math.round(burst.gaze().yawDeg() / settings.cellDegrees()));
  }

  /** Drops what is older than the age limit. */
  public void expire(long nowMicros) {
    long oldest = nowMicros - settings.maxAge().toNanos() / 1000;
    for (BurstReservoir group : groups.values()) {
      bursts -= group.dropBefore(oldest);
    }
    groups.values().removeIf(group -> group.size() == 0);
  }

  /** How many frames are kept. */
  public int size() {
    return bursts * settings.burstFrames();
  }

  /** When the oldest burst that is kept was seen; the largest number where none is. */
  public long oldestMicros() {
    return bursts().mapToLong(Burst::captureMicros).min().orElse(Long.MAX_VALUE);
  }

  /** The mean prediction of each burst, pitch and yaw in radians, in no order. */
  public Matrix gaze() {
    return Matrix.of(
        bursts()
            .map(burst -> new double[] {burst.gaze().pitchRad(), burst.gaze().yawRad()})
            .toArray(double[][]::new));
  }

  private Stream<Burst> bursts() {
    return groups.values().stream().flatMap(group -> group.bursts().stream());
  }

  /** What is kept now, oldest first. */
  public TargetSnapshot snapshot() {
    return new TargetSnapshot(
        bursts().sorted(Comparator.comparingLong(Burst::captureMicros)).toList());
  }
}
