package io.gazeshift.adaptation.domains;

import io.gazeshift.adaptation.buffer.BufferSettings;
import io.gazeshift.adaptation.buffer.TargetBuffer;
import io.gazeshift.adaptation.buffer.TargetSample;
import io.gazeshift.adaptation.buffer.TargetSnapshot;
import io.gazeshift.adaptation.schedule.DomainHistory;
import io.gazeshift.adaptation.schedule.DriftDetector;
import io.gazeshift.common.Micros;
import io.gazeshift.protocol.v1.AdaptationEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One domain: its recent samples and the history of its runs. The same records always give the same
 * state, on any process. For one thread.
 */
public final class DomainState {

  private static final Duration IDLE = Duration.ofMinutes(1);

  private final String name;
  private final OwnedPartition partition;
  private final TargetBuffer buffer;
  private DomainHistory history;
  private long lastMicros = Long.MIN_VALUE;
  private Instant lastFed = Instant.MIN;
  // Where the samples of the last run end, until they have been read that far.
  private long runEnd;

  public DomainState(
      String name, OwnedPartition partition, BufferSettings settings, Optional<PastRun> past) {
    this.name = name;
    this.partition = partition;
    this.buffer = new TargetBuffer(settings, name.hashCode());
    this.history = past.map(PastRun::history).orElse(DomainHistory.NONE);
    this.runEnd = past.map(run -> run.samplesEndIn(partition.number())).orElse(PastRun.NO_OFFSET);
  }

  public String name() {
    return name;
  }

  public OwnedPartition partition() {
    return partition;
  }

  /** When the record of its last sample was written, by the broker's clock. */
  public Instant lastFed() {
    return lastFed;
  }

  /** Notes when the record of a sample was written. */
  public void fed(Instant written) {
    lastFed = written;
  }

  /** Adds the sample of the record at this offset; offsets ascend. */
  public void offer(long offset, TargetSample sample) {
    readUpTo(offset);
    buffer.offer(sample);
    lastMicros = sample.captureMicros();
  }

  /** All its samples before this offset have been offered. */
  public void readUpTo(long offset) {
    if (runEnd != PastRun.NO_OFFSET && offset >= runEnd) {
      TargetSnapshot then = buffer.snapshot();
      // Of a run long ago too few samples may be left.
      history = history.withAdaptedTo(Optional.of(then).filter(DriftDetector::suffices));
      runEnd = PastRun.NO_OFFSET;
    }
  }

  public void expire(Instant now) {
    buffer.expire(Micros.of(now));
  }

  /** Whether no face has been seen for a while, so that no burst is being collected either. */
  public boolean isIdle(Instant now) {
    return lastMicros < Micros.of(now.minus(IDLE));
  }

  public int samples() {
    return buffer.size();
  }

  /** The figures of the buffer for metrics. */
  public BufferFigures figures(Instant now) {
    return BufferFigures.of(buffer, now);
  }

  public TargetSnapshot snapshot() {
    return buffer.snapshot();
  }

  /** As of this moment, see {@link DomainHistory#notAfter}. */
  public DomainHistory history(Instant now) {
    history = history.notAfter(now);
    return history;
  }

  /** Keeps the time since the last run unchanged. */
  public void clockWasSet(Duration by) {
    history = history.movedBy(by);
  }

  /** The end of a run that did not fail. */
  public void ended(Instant when, TargetSnapshot samples, AdaptationEvent event) {
    history = history.judged(when, samples, PastRun.setbacks(history.setbacks(), event));
  }

  public void takenBack(Instant when) {
    history = history.takenBack(when);
  }

  public void failed(Instant when) {
    history = history.failed(when);
  }
}
