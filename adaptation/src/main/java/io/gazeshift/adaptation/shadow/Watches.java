package io.gazeshift.adaptation.shadow;

import io.gazeshift.adaptation.domains.FaceObserver;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.publish.Heads;
import io.gazeshift.common.UserError;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.protocol.v1.FeatureSample;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the active head of each domain for a while after its publication, and lists those that
 * have to be rolled back. For one thread.
 */
public final class Watches implements FaceObserver {

  private static final Logger log = LoggerFactory.getLogger(Watches.class);

  /** A head of a domain; empty if it is no longer watched. */
  private record Watched(OwnedPartition partition, long version, Optional<HeadWatch> watch) {}

  /** A head that has to be rolled back. */
  public record TakeBack(OwnedPartition partition, String domain, Relapse relapse) {}

  private final Heads heads;
  private final String fingerprint;
  private final WatchSettings settings;
  private final Map<String, Watched> byDomain = new HashMap<>();
  private final Deque<TakeBack> relapsed = new ArrayDeque<>();

  public Watches(Heads heads, String fingerprint, WatchSettings settings) {
    this.heads = heads;
    this.fingerprint = fingerprint;
    this.settings = settings;
  }

  @Override
  public void saw(OwnedPartition partition, FeatureSample face) {
    String domain = face.getIdentity().getDomain();
    Heads.Facts facts = heads.facts(domain);
    if (facts.version() == 0) {
      return;
    }
    Watched watched = byDomain.get(domain);
    if (watched == null || watched.version != facts.version()) {
      watched = new Watched(partition, facts.version(), begin(domain, facts));
      byDomain.put(domain, watched);
    }
    watched
        .watch
        .flatMap(watch -> watch.offer(face))
        .ifPresent(relapse -> relapsed.add(new TakeBack(partition, domain, relapse)));
    if (watched.watch.filter(HeadWatch::isOver).isPresent()) {
      byDomain.put(domain, new Watched(partition, facts.version(), Optional.empty()));
    }
  }

  /** A head that a person has restored or pinned is never rolled back automatically. */
  private Optional<HeadWatch> begin(String domain, Heads.Facts facts) {
    if (facts.pinned() || facts.restored()) {
      return Optional.empty();
    }
    try {
      VersionedHead parent =
          new VersionedHead(heads.load(domain, facts.parentVersion()), facts.parentVersion());
      return Optional.of(new HeadWatch(facts.version(), parent, fingerprint, settings));
    } catch (UserError e) {
      log.atInfo()
          .addKeyValue("domain", domain)
          .addKeyValue("version", facts.version())
          .log("domain {}: not watching head {}: {}", domain, facts.version(), e.getMessage());
      return Optional.empty();
    }
  }

  /** The next head to roll back, until {@link #takenBack}. */
  public Optional<TakeBack> next() {
    return Optional.ofNullable(relapsed.peek());
  }

  public void takenBack() {
    relapsed.remove();
  }

  @Override
  public void forget(OwnedPartition partition) {
    byDomain.values().removeIf(watched -> watched.partition.equals(partition));
    relapsed.removeIf(relapse -> relapse.partition.equals(partition));
  }
}
