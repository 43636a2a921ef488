package io.gazeshift.adaptation.buffer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Cuts the stream of each track into bursts with pauses between them, so that a buffer spans
 * minutes and not the last few seconds. Not thread-safe.
 */
final class BurstCollector {

  /** Faces come and go; those not seen for so long are forgotten once there are many. */
  private static final int MANY_TRACKS = 64;

  private static final long FORGET_MICROS = 60_000_000;

  private final int frames;
  private final long gapMicros;
  private final long pauseMicros;
  private final Map<Track, Collected> byTrack = new HashMap<>();

  /** What is known of one track. */
  private static final class Collected {
    private List<TargetSample> open = new ArrayList<>();
    private long lastMicros = Long.MIN_VALUE;
    private long resumeMicros = Long.MIN_VALUE;
  }

  /**
   * @param frames in a burst
   * @param gap a longer time between two frames breaks a burst off
   * @param pause from the end of a burst to the beginning of the next
   */
  BurstCollector(int frames, Duration gap, Duration pause) {
    this.frames = frames;
    this.gapMicros = gap.toNanos() / 1000;
    this.pauseMicros = pause.toNanos() / 1000;
  }

  /** Takes the next frame; answers the burst that it completes. */
  Optional<Burst> offer(TargetSample sample) {
    long now = sample.captureMicros();
    forgetLongUnseen(now);
    Collected track = byTrack.computeIfAbsent(sample.track(), t -> new Collected());
    if (track.lastMicros != Long.MIN_VALUE && now < track.lastMicros - pauseMicros) {
      // The camera's clock was set back: what was planned by it means nothing any more.
      track.resumeMicros = Long.MIN_VALUE;
    }
    boolean follows = now > track.lastMicros && now - track.lastMicros <= gapMicros;
    if (!track.open.isEmpty() && !follows) {
      track.open.clear();
    }
    track.lastMicros = now;
    if (now < track.resumeMicros) {
      return Optional.empty();
    }
    track.open.add(sample);
    if (track.open.size() < frames) {
      return Optional.empty();
    }
    Burst burst = new Burst(track.open);
    track.open = new ArrayList<>();
    track.resumeMicros = now + pauseMicros;
    return Optional.of(burst);
  }

  private void forgetLongUnseen(long nowMicros) {
    if (byTrack.size() >= MANY_TRACKS) {
      byTrack.values().removeIf(track -> nowMicros - track.lastMicros > FORGET_MICROS);
    }
  }
}
