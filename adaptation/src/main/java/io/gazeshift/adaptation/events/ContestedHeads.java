package io.gazeshift.adaptation.events;

import io.gazeshift.inference.swap.RejectionEvents;
import io.gazeshift.protocol.v1.AdaptationEvent;
import java.util.HashMap;
import java.util.Map;

/**
 * Versions of which inference has met two heads: it rejected a record whose number the active head
 * already had. Compaction then keeps the rejected one, so that a process that starts later uses
 * another head under the same number. Only these events still tell. For one thread.
 */
public final class ContestedHeads {

  private final Map<String, Long> byDomain = new HashMap<>();

  public void note(AdaptationEvent event) {
    long rejected = event.getRefusedVersion();
    if (event.getTrigger().equals(RejectionEvents.TRIGGER)
        && rejected > 0
        && rejected == event.getParentVersion()) {
      byDomain.merge(event.getDomain(), rejected, Math::max);
    }
  }

  /** Whether two heads of a domain had this version, and no later one was contested. */
  public boolean isContested(String domain, long version) {
    return version > 0 && byDomain.getOrDefault(domain, 0L) == version;
  }
}
