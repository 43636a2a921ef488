package io.gazeshift.adaptation.domains;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Bounds the domains of a process. Their names come from records, so that a client with write
 * access can invent any number of them. For one thread.
 */
public final class DomainLimit {

  private final int most;
  private final boolean onlyConfigured;
  private final Set<String> configured;
  private final Predicate<String> hasHead;

  /**
   * @param most how many domains there may be
   * @param onlyConfigured whether all others are ignored
   * @param configured the domains that the configuration names
   * @param hasHead whether a domain has a head of its own
   */
  public DomainLimit(
      int most, boolean onlyConfigured, Set<String> configured, Predicate<String> hasHead) {
    this.most = most;
    this.onlyConfigured = onlyConfigured;
    this.configured = Set.copyOf(configured);
    this.hasHead = hasHead;
  }

  /** Whether samples of this domain are used at all. */
  public boolean isAllowed(String domain) {
    return !onlyConfigured || configured.contains(domain);
  }

  public boolean isReached(int domains) {
    return domains >= most;
  }

  /**
   * The domain to forget in favour of a new one: of the least important the one whose last sample
   * is the longest ago. Empty if all are more important than the new one, so that invented names
   * never displace a configured domain or one that was adapted before.
   */
  public Optional<DomainState> displacedBy(String newcomer, Collection<DomainState> present) {
    return present.stream()
        .min(
            Comparator.comparingInt((DomainState domain) -> importance(domain.name()))
                .thenComparingLong(DomainState::lastFed))
        .filter(domain -> importance(domain.name()) <= importance(newcomer));
  }

  private int importance(String domain) {
    if (configured.contains(domain)) {
      return 2;
    }
    return hasHead.test(domain) ? 1 : 0;
  }
}
