package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.events.RunEvents;
import io.gazeshift.adaptation.publish.Heads;
import io.gazeshift.adaptation.publish.Publishing;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.shadow.Relapse;
import io.gazeshift.adaptation.shadow.ShadowTrials;
import io.gazeshift.adaptation.shadow.ShadowVerdict;
import io.gazeshift.adaptation.shadow.Watches;
import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes what came of candidates that ran beside the head in force, and takes back heads that
 * went wrong after they were published. What is not written is tried again after the next poll. For
 * the consumer's thread.
 */
final class Afterwards {

  private static final Logger log = LoggerFactory.getLogger(Afterwards.class);

  private final Heads heads;
  private final ShadowTrials trials;
  private final Watches watches;
  private final Publishing publishing;
  private final RunEvents events;
  private final AdaptMeters meters;
  private final InstantSource clock;

  Afterwards(
      Heads heads,
      ShadowTrials trials,
      Watches watches,
      Publishing publishing,
      RunEvents events,
      AdaptMeters meters,
      InstantSource clock) {
    this.heads = heads;
    this.trials = trials;
    this.watches = watches;
    this.publishing = publishing;
    this.events = events;
    this.meters = meters;
    this.clock = clock;
  }

  void goOn() {
    try {
      while (trials.next().isPresent()) {
        end(trials.next().get());
        trials.published();
      }
      while (watches.next().isPresent()) {
        takeBack(watches.next().get());
        watches.takenBack();
      }
    } catch (CommitAbortedException e) {
      log.info("not published yet: {}", e.getMessage());
    }
  }

  private void end(ShadowTrials.Judged judged) {
    Job job = judged.done().job();
    ShadowVerdict verdict = judged.verdict();
    heads.refresh();
    Heads.Facts facts = heads.facts(job.domain());
    Instant now = clock.instant();
    AdaptationEvent event;
    if (!verdict.promoted()) {
      event = events.shadowed(judged, 0, now);
      publishing.tell(job.partition(), event);
    } else if (facts.pinned() || facts.version() != job.parentVersion()) {
      event = events.shadowedInVain(judged, reason(job, facts), now);
      publishing.tell(job.partition(), event);
    } else {
      Publication next =
          heads.publication(
              job.domain(),
              judged.done().outcome().run().orElseThrow().account().head(),
              job.parentVersion(),
              judged.done().summary(verdict.explanation()));
      event =
          publishing.publish(
              job.partition(),
              next,
              events.shadowed(judged, next.version(), now),
              why -> events.shadowedInVain(judged, why, now));
    }
    meters.told(event);
    log.atInfo()
        .addKeyValue("domain", job.domain())
        .log("domain {}: the candidate: {}", job.domain(), event.getExplanation());
  }

  private static String reason(Job job, Heads.Facts facts) {
    return facts.version() == job.parentVersion()
        ? "head %d was pinned meanwhile".formatted(facts.version())
        : "head %d, by %s, has come into force meanwhile; the candidate ran beside head %d"
            .formatted(facts.version(), facts.author(), job.parentVersion());
  }

  private void takeBack(Watches.TakeBack found) {
    Relapse relapse = found.relapse();
    heads.refresh();
    Heads.Facts facts = heads.facts(found.domain());
    if (facts.version() != relapse.version() || facts.pinned()) {
      return;
    }
    AdaptationEvent event = restoreParent(found);
    if (event.getStage() == Stage.ROLLED_BACK) {
      found.partition().find(found.domain()).ifPresent(domain -> domain.takenBack(clock.instant()));
    }
    meters.told(event);
    log.atWarn()
        .addKeyValue("domain", found.domain())
        .addKeyValue("version", facts.version())
        .log(
            "domain {}: {}{}",
            found.domain(),
            event.getExplanation(),
            event.getPublishedVersion() == 0 ? "" : "; it is taken back");
  }

  private AdaptationEvent restoreParent(Watches.TakeBack found) {
    String domain = found.domain();
    Relapse relapse = found.relapse();
    Instant now = clock.instant();
    Publication next;
    try {
      next = heads.restore(domain, relapse.parentVersion(), relapse.explanation());
    } catch (UserError e) {
      AdaptationEvent event =
          events.notRolledBack(domain, relapse, String.valueOf(e.getMessage()), now);
      publishing.tell(found.partition(), event);
      return event;
    }
    return publishing.publish(
        found.partition(),
        next,
        events.rolledBack(domain, relapse, next.version(), now),
        why -> events.notRolledBack(domain, relapse, why, now));
  }
}
