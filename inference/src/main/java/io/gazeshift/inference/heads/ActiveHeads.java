package io.gazeshift.inference.heads;

import io.gazeshift.glsge.data.HeadAccuracy;
import io.gazeshift.glsge.head.Head;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The active head of each domain: its own, or the source head if it has none. A swap is one
 * reference, so a batch sees the old head or the new one, never half of each. Thread-safe.
 */
public final class ActiveHeads {

  private final VersionedHead source;
  private final Optional<HeadAccuracy> accuracy;
  private final Map<String, VersionedHead> byDomain = new ConcurrentHashMap<>();

  /** With a source head whose accuracy is not known. */
  public ActiveHeads(Head source) {
    this(source, Optional.empty());
  }

  /**
   * Begins with the source head for every domain.
   *
   * @param accuracy of the source head, if it is known
   */
  public ActiveHeads(Head source, Optional<HeadAccuracy> accuracy) {
    this.source = new VersionedHead(source, VersionedHead.SOURCE_VERSION);
    this.accuracy = accuracy;
  }

  /**
   * How far predictions are off on people that the source head has not seen. Adapted heads have not
   * been measured and are taken for as accurate.
   */
  public Optional<HeadAccuracy> accuracy() {
    return accuracy;
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
