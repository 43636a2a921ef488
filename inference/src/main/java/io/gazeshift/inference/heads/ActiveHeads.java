package io.gazeshift.inference.heads;

import io.gazeshift.glsge.head.Head;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The active head of each domain: its own, or the source head if it has none. A swap is one
 * reference, so a batch sees the old head or the new one, never half of each. Thread-safe.
 */
public final class ActiveHeads {

  private final VersionedHead source;
  private final Map<String, VersionedHead> byDomain = new ConcurrentHashMap<>();

  public ActiveHeads(Head source) {
    this.source = new VersionedHead(source, VersionedHead.SOURCE_VERSION);
  }

  public VersionedHead headFor(String domain) {
    return byDomain.getOrDefault(domain, source);
  }

  /** From the next batch on, this head predicts for the domain. */
  public void swap(String domain, VersionedHead head) {
    if (head.head().inputs() != source.head().inputs()) {
      throw new IllegalArgumentException(
          "head %d of domain %s expects %d features, but the backbone produces %d"
              .formatted(head.version(), domain, head.head().inputs(), source.head().inputs()));
    }
    byDomain.put(domain, head);
  }

  /** How many domains have a head of their own. */
  public int size() {
    return byDomain.size();
  }
}
