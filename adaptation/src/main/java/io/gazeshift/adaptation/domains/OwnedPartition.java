package io.gazeshift.adaptation.domains;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A partition of gaze.features while it is assigned to this process. A partition that is revoked
 * and assigned again is a new object, so that a run can tell. For one thread.
 */
public final class OwnedPartition {

  private final int number;
  private final long replayEnd;
  private final Map<String, DomainState> domains = new HashMap<>();
  private long position;
  private boolean replayed;

  /**
   * @param replayEnd the end of the partition when it was assigned; nothing is decided before
   */
  public OwnedPartition(int number, long replayEnd) {
    this.number = number;
    this.replayEnd = replayEnd;
  }

  public int number() {
    return number;
  }

  /** Every record before this offset has been read. */
  public long position() {
    return position;
  }

  public DomainState domain(String name, Function<String, DomainState> made) {
    return domains.computeIfAbsent(name, made);
  }

  public Optional<DomainState> find(String name) {
    return Optional.ofNullable(domains.get(name));
  }

  public Collection<DomainState> domains() {
    return domains.values();
  }

  public void remove(String name) {
    domains.remove(name);
  }

  /** Returns true once, when the replay is complete. */
  public boolean readUpTo(long offset) {
    position = offset;
    if (replayed || offset < replayEnd) {
      return false;
    }
    replayed = true;
    domains.values().forEach(domain -> domain.readUpTo(offset));
    return true;
  }

  public boolean isReplayed() {
    return replayed;
  }
}
