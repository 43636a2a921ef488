package io.gazeshift.adaptation.domains;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A partition of gaze.features while it is this process's. One that goes away and comes back is
 * another one, by which a run knows whether it was away. For one thread.
 */
public final class OwnedPartition {

  private final int number;
  private final long replayEnd;
  private final Map<String, DomainState> domains = new HashMap<>();
  private long position;
  private boolean replayed;

  /**
   * @param replayEnd where the partition ended when it was assigned: before that nothing is decided
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

  /** Answers whether this is when it has been read as far as it reached when it was assigned. */
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
