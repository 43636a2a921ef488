package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.events.RunEvents;
import io.gazeshift.adaptation.publish.Heads;
import io.gazeshift.adaptation.publish.Publishing;
import io.gazeshift.adaptation.shadow.Relapse;
import io.gazeshift.adaptation.shadow.Watches;
import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a published head by its parent if the watch finds it worse. For the consumer's thread.
 */
final class AutomaticRollback {

  private static final Logger log = LoggerFactory.getLogger(AutomaticRollback.class);

  private final Heads heads;
  private final Watches watches;
  private final Publishing publishing;
  private final RunEvents events;
  private final AdaptMeters meters;

  AutomaticRollback(
      Heads heads, Watches watches, Publishing publishing, RunEvents events, AdaptMeters meters) {
    this.heads = heads;
    this.watches = watches;
    this.publishing = publishing;
    this.events = events;
    this.meters = meters;
  }

  /**
   * Rolls back every head that the watch has found worse. One that cannot be rolled back fails
   * alone.
   *
   * @throws io.gazeshift.common.kafka.CommitAbortedException if one could not be written yet; it
   *     and those after it are kept for the next call
   */
  void proceed(Instant now) {
    while (watches.next().isPresent()) {
      rollBack(watches.next().get(), now);
      watches.takenBack();
    }
  }

  private void rollBack(Watches.TakeBack found, Instant now) {
    heads.refresh();
    Heads.Facts facts = heads.facts(found.domain());
    if (facts.version() != found.relapse().version() || facts.pinned()) {
      return;
    }
    AdaptationEvent event =
        publishing.orFailure(
            found.partition(),
            () -> restoreParent(found, now),
            why -> events.notRolledBack(found.domain(), found.relapse(), why, now));
    if (event.getStage() == Stage.ROLLED_BACK) {
      found.partition().find(found.domain()).ifPresent(domain -> domain.takenBack(now));
    }
    meters.told(event);
    log.atWarn()
        .addKeyValue("domain", found.domain())
        .addKeyValue("version", facts.version())
        .log(
            "domain {}: {}{}",
            found.domain(),
            event.getExplanation(),
            event.getPublishedVersion() == 0
                ? ""
                : "; rolled back to head %d, published as head %d"
                    .formatted(found.relapse().parentVersion(), event.getPublishedVersion()));
  }

  private AdaptationEvent restoreParent(Watches.TakeBack found, Instant now) {
    String domain = found.domain();
    Relapse relapse = found.relapse();
    Publication next = heads.restore(domain, relapse.parentVersion(), relapse.explanation());
    return publishing.publish(
        found.partition(),
        next,
        events.rolledBack(domain, relapse, next.version(), now),
        why -> events.notRolledBack(domain, relapse, why, now));
  }
}
