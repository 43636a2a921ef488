package io.gazeshift.adaptation.domains;

import java.time.Duration;
import java.time.Instant;
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

  /** Ten bursts: of a face that is there to stay, and not of a name that appears once. */
  private static final int LEARNT_SAMPLES = 40;

  /** How long after its last sample a domain still counts as being learnt. */
  private static final Duration LEARNT_FOR = Duration.ofMinutes(10);

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
   * is the longest ago. Empty if all are more important than the new one, or newer. Configured
   * domains are the most important, then those with a head of their own, then those that are being
   * learnt: a flood of invented names displaces only names that came to little themselves.
   *
   * @param written when the record of the new domain was
   */
  public Optional<DomainState> displacedBy(
      String newcomer, Instant written, Collection<DomainState> present) {
    return present.stream()
        .min(
            Comparator.comparingInt((DomainState domain) -> importance(domain, written))
                .thenComparing(DomainState::lastFed))
        .filter(
            domain -> {
              int difference = importance(domain, written) - importance(newcomer);
              return difference < 0 || (difference == 0 && !domain.lastFed().isAfter(written));
            });
  }

  private int importance(DomainState domain, Instant now) {
    boolean isLearnt =
        domain.samples() >= LEARNT_SAMPLES && domain.lastFed().isAfter(now.minus(LEARNT_FOR));
    return Math.max(isLearnt ? 1 : 0, importance(domain.name()));
  }

  private int importance(String domain) {
    if (configured.contains(domain)) {
      return 3;
    }
    return hasHead.test(domain) ? 2 : 0;
  }
}
