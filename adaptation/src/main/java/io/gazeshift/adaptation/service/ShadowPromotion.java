package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.events.RunEvents;
import io.gazeshift.adaptation.publish.Heads;
import io.gazeshift.adaptation.publish.Publishing;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.shadow.ShadowTrials;
import io.gazeshift.adaptation.shadow.ShadowVerdict;
import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.protocol.v1.AdaptationEvent;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes candidates that have passed their shadow trial and drops the others. For the consumer's
 * thread.
 */
final class ShadowPromotion {

  private static final Logger log = LoggerFactory.getLogger(ShadowPromotion.class);

  private final Heads heads;
  private final ShadowTrials trials;
  private final Publishing publishing;
  private final RunEvents events;
  private final AdaptMeters meters;

  ShadowPromotion(
      Heads heads,
      ShadowTrials trials,
      Publishing publishing,
      RunEvents events,
      AdaptMeters meters) {
    this.heads = heads;
    this.trials = trials;
    this.publishing = publishing;
    this.events = events;
    this.meters = meters;
  }

  /**
   * Handles all trials that have finished. A candidate that can never be published fails alone.
   *
   * @throws io.gazeshift.common.kafka.CommitAbortedException if one could not be written yet; it
   *     and those after it are kept for the next call
   */
  void proceed(Instant now) {
    while (trials.next().isPresent()) {
      ShadowTrials.Judged judged = trials.next().get();
      AdaptationEvent event =
          publishing.orFailure(
              judged.done().job().partition(),
              () -> conclude(judged, now),
              why -> events.shadowedInVain(judged, why, now));
      trials.published();
      concluded(judged.done().job(), event, now);
    }
  }

  /** The end of a trial is the end of its run, as it is for a process that reads the events. */
  private void concluded(Job job, AdaptationEvent event, Instant now) {
    job.partition()
        .find(job.domain())
        .ifPresent(
            domain -> {
              if (event.getStage() == AdaptationEvent.Stage.FAILED) {
                domain.failed(now);
              } else {
                domain.ended(now, job.samples(), event);
              }
            });
    meters.told(event);
    log.atInfo()
        .addKeyValue("domain", job.domain())
        .log("domain {}: shadow trial finished: {}", job.domain(), event.getExplanation());
  }

  private AdaptationEvent conclude(ShadowTrials.Judged judged, Instant now) {
    Job job = judged.done().job();
    ShadowVerdict verdict = judged.verdict();
    heads.refresh();
    Heads.Facts facts = heads.facts(job.domain());
    if (verdict.promoted() && !facts.pinned() && facts.version() == job.parentVersion()) {
      return publish(judged, now);
    }
    AdaptationEvent event =
        verdict.promoted()
            ? events.shadowedInVain(judged, outdated(job, facts), now)
            : events.shadowed(judged, 0, now);
    publishing.tell(job.partition(), event);
    return event;
  }

  private AdaptationEvent publish(ShadowTrials.Judged judged, Instant now) {
    Job job = judged.done().job();
    Publication next =
        heads.publication(
            job.domain(),
            judged.done().outcome().run().orElseThrow().account().head(),
            job.parentVersion(),
            judged.done().summary(judged.verdict().explanation()));
    return publishing.publish(
        job.partition(),
        next,
        events.shadowed(judged, next.version(), now),
        why -> events.shadowedInVain(judged, why, now));
  }

  private static String outdated(Job job, Heads.Facts facts) {
    return facts.version() == job.parentVersion()
        ? "head %d was pinned meanwhile".formatted(facts.version())
        : "head %d, by %s, became active meanwhile; the candidate ran beside head %d"
            .formatted(facts.version(), facts.author(), job.parentVersion());
  }
}
