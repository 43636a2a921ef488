package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.events.RunEvents;
import io.gazeshift.adaptation.publish.Heads;
import io.gazeshift.adaptation.publish.Outbox;
import io.gazeshift.adaptation.request.OpenRequests;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.glsge.train.StepLoss;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the events that carry no head: a run starts, makes progress or cannot start, and answers
 * to requests. An event that cannot be written is dropped. For the consumer's thread.
 */
final class RunAnnouncer {

  private static final Logger log = LoggerFactory.getLogger(RunAnnouncer.class);

  private final Heads heads;
  private final Outbox outbox;
  private final RunEvents events;
  private final OpenRequests requests;
  private final AdaptMeters meters;

  RunAnnouncer(
      Heads heads, Outbox outbox, RunEvents events, OpenRequests requests, AdaptMeters meters) {
    this.heads = heads;
    this.outbox = outbox;
    this.events = events;
    this.requests = requests;
    this.meters = meters;
  }

  void started(Job job) {
    writeAndCount(job.partition(), events.started(job));
  }

  void progress(Job job, double fraction, Optional<StepLoss> loss) {
    write(job.partition(), events.progress(job, fraction, loss));
  }

  /** The fraction done of the current run, 0 without one. */
  void measure(double fraction) {
    meters.progress(fraction);
  }

  /** Tells the requester that the run is still queued. */
  void waiting(OwnedPartition partition, RunQueue.Waiting run, int runsBefore) {
    write(partition, events.waiting(run, runsBefore));
  }

  /** A queued run is given up. It counts as a failure, so that it is not retried immediately. */
  void notStarted(OwnedPartition partition, RunQueue.Waiting run, String why, Instant now) {
    long version = heads.facts(run.domain()).version();
    writeAndCount(partition, events.notStarted(run, version, why, now));
    partition.find(run.domain()).ifPresent(domain -> domain.failed(now));
    requests.answered(run.requestId());
  }

  void declined(OwnedPartition partition, AdaptationRequest request, String why) {
    writeAndCount(partition, events.declined(request, why));
    requests.answered(request.getRequestId());
  }

  void cancelled(OwnedPartition partition, AdaptationRequest request, String what) {
    write(partition, events.cancelled(request, what));
    requests.answered(request.getRequestId());
  }

  /** The last event of a run has been written. */
  void finished(Job job, AdaptationEvent event) {
    requests.answered(job.why().requestId());
    meters.told(event);
  }

  private void writeAndCount(OwnedPartition partition, AdaptationEvent event) {
    write(partition, event);
    meters.told(event);
  }

  private void write(OwnedPartition partition, AdaptationEvent event) {
    try {
      outbox.send(partition, List.of(Outbox.record(event)));
    } catch (CommitAbortedException | BadRecordException e) {
      log.atInfo()
          .addKeyValue("domain", event.getDomain())
          .log(
              "domain {}: dropped a {} event that could not be written: {}",
              event.getDomain(),
              event.getStage(),
              e.getMessage());
    }
  }
}
