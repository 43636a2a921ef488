package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.config.AdaptConfig.GateMode;
import io.gazeshift.adaptation.events.RunEvents;
import io.gazeshift.adaptation.publish.Heads;
import io.gazeshift.adaptation.publish.Publishing;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.run.RunOutcome;
import io.gazeshift.adaptation.run.Worker;
import io.gazeshift.adaptation.shadow.ShadowTrials;
import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import java.time.Instant;

/**
 * Decides what becomes of a finished run: publishes its candidate, starts a shadow trial of it, or
 * only writes the event. For the consumer's thread.
 */
final class RunResultPublisher {

  private final Heads heads;
  private final ShadowTrials trials;
  private final Publishing publishing;
  private final RunEvents events;
  private final GateMode gate;

  RunResultPublisher(
      Heads heads, ShadowTrials trials, Publishing publishing, RunEvents events, GateMode gate) {
    this.heads = heads;
    this.trials = trials;
    this.publishing = publishing;
    this.events = events;
    this.gate = gate;
  }

  /**
   * Returns the event that was written.
   *
   * @throws io.gazeshift.common.kafka.CommitAbortedException if nothing was written; retry after
   *     the next poll, unless it is lasting
   * @throws io.gazeshift.protocol.BadRecordException if the head or the event makes no valid record
   * @throws io.gazeshift.common.UserError if the domain can have no further version
   */
  AdaptationEvent publish(Worker.Done done, Instant now) {
    Job job = done.job();
    RunOutcome outcome = unlessOutdated(job, done.outcome());
    boolean passed =
        outcome.stage() == Stage.JUDGED && (outcome.isAccepted() || gate == GateMode.WARN);
    if (!passed) {
      AdaptationEvent event = events.ended(done, outcome, 0, now);
      publishing.tell(job.partition(), event);
      return event;
    }
    if (trials.isAskedFor(job.domain())) {
      AdaptationEvent event = events.inShadow(done, now);
      publishing.tell(job.partition(), event);
      trials.begin(done);
      return event;
    }
    Publication next =
        heads.publication(
            job.domain(),
            outcome.run().orElseThrow().account().head(),
            job.parentVersion(),
            done.summary(outcome.explanation()));
    return publishing.publish(
        job.partition(),
        next,
        events.ended(done, outcome, next.version(), now),
        why -> events.ended(done, outcome.butFailed(why), 0, now));
  }

  /** The event of a run whose end could not be written, for metrics. */
  AdaptationEvent unwritten(Worker.Done done, Instant now) {
    return events.ended(done, done.outcome(), 0, now);
  }

  /**
   * While the run was under way, a person may have published or pinned a head, or cancelled the run
   * just after it finished.
   */
  private RunOutcome unlessOutdated(Job job, RunOutcome outcome) {
    if (outcome.stage() != Stage.JUDGED) {
      return outcome;
    }
    if (job.stop().reason().isPresent()) {
      return outcome.butFailed("broken off: " + job.stop().reason().get());
    }
    heads.refresh();
    Heads.Facts facts = heads.facts(job.domain());
    if (facts.version() != job.parentVersion()) {
      return outcome.butFailed(
          "head %d, by %s, became active meanwhile; the candidate was judged against head %d"
              .formatted(facts.version(), facts.author(), job.parentVersion()));
    }
    return facts.pinned()
        ? outcome.butFailed("head %d was pinned meanwhile".formatted(facts.version()))
        : outcome;
  }
}
