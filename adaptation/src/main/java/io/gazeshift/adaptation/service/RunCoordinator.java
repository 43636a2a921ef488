package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.domains.DomainState;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.run.Worker;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts queued runs one after another, reports their progress, and has their results published,
 * unless another process has had their partition meanwhile. For the consumer's thread.
 */
final class RunCoordinator {

  private static final Logger log = LoggerFactory.getLogger(RunCoordinator.class);

  private static final Duration PROGRESS_EVERY = Duration.ofSeconds(2);

  /** A requester hears this often that its request is still queued. */
  private static final Duration WAITING_EVERY = Duration.ofSeconds(10);

  /** A rebalance aborts a transaction or two. */
  private static final int MAX_PUBLISH_ATTEMPTS = 5;

  private final AssignedDomains domains;
  private final RunQueue queue;
  private final JobFactory jobs;
  private final Worker worker;
  private final RunResultPublisher results;
  private final RunAnnouncer announcer;
  private final PeriodicTimer progressTimer = new PeriodicTimer(PROGRESS_EVERY);
  private final PeriodicTimer waitingTimer = new PeriodicTimer(WAITING_EVERY);
  private Worker.@Nullable Done unpublished;
  private int attempts;

  RunCoordinator(
      AssignedDomains domains,
      RunQueue queue,
      JobFactory jobs,
      Worker worker,
      RunResultPublisher results,
      RunAnnouncer announcer) {
    this.domains = domains;
    this.queue = queue;
    this.jobs = jobs;
    this.worker = worker;
    this.results = results;
    this.announcer = announcer;
  }

  /** The run that is under way or not yet published. */
  Optional<Job> current() {
    return worker.running().or(() -> Optional.ofNullable(unpublished).map(Worker.Done::job));
  }

  int waiting() {
    return queue.size();
  }

  /** Publishes the run that has finished, starts the next one, and reports progress. */
  void proceed(Instant now) {
    if (unpublished == null) {
      unpublished = worker.fetch().orElse(null);
      attempts = 0;
    }
    if (unpublished != null) {
      finish(unpublished, now);
    }
    while (current().isEmpty() && queue.size() > 0) {
      queue.next().ifPresent(run -> start(run, now));
    }
    reportProgress();
    reportWaiting();
  }

  private void start(RunQueue.Waiting run, Instant now) {
    Optional<DomainState> domain = domains.ready(run.domain());
    if (domain.isEmpty()) {
      // The new owner of the domain answers the request.
      return;
    }
    try {
      // If the domain is pinned, the request is answered in the next scheduling round.
      jobs.create(run, domain.get(), now).ifPresent(this::start);
    } catch (UserError | IllegalArgumentException e) {
      log.atWarn()
          .addKeyValue("domain", run.domain())
          .log("domain {}: cannot start a run: {}", run.domain(), e.getMessage());
      announcer.notStarted(domain.get().partition(), run, String.valueOf(e.getMessage()), now);
    }
  }

  private void start(Job job) {
    announcer.started(job);
    progressTimer.restart();
    worker.start(job);
    log.atInfo()
        .addKeyValue("domain", job.domain())
        .addKeyValue("version", job.parentVersion())
        .log(
            "domain {}: started run {} with {} samples, active head {}: {}",
            job.domain(),
            job.id(),
            job.samples().size(),
            job.parentVersion(),
            job.why().decision().explanation());
  }

  private void finish(Worker.Done done, Instant now) {
    Job job = done.job();
    if (!domains.isStill(job.partition())) {
      log.atInfo()
          .addKeyValue("domain", job.domain())
          .log(
              "domain {}: discarded run {}: partition {} was reassigned",
              job.domain(),
              job.id(),
              job.partition().number());
      unpublished = null;
      return;
    }
    try {
      AdaptationEvent event = results.publish(done, now);
      finished(done, event, now);
      unpublished = null;
    } catch (CommitAbortedException e) {
      retryOrFail(done, e, now);
    } catch (BadRecordException | UserError e) {
      fail(done, String.valueOf(e.getMessage()), now);
    }
  }

  private void finished(Worker.Done done, AdaptationEvent event, Instant now) {
    Job job = done.job();
    domains
        .ready(job.domain())
        .ifPresent(
            domain -> {
              if (event.getStage() == Stage.FAILED) {
                domain.failed(now);
              } else {
                domain.ended(now, job.samples(), event);
              }
            });
    announcer.finished(job, event);
    boolean published = event.getPublishedVersion() != 0;
    log.atInfo()
        .addKeyValue("domain", job.domain())
        .addKeyValue("version", published ? event.getPublishedVersion() : job.parentVersion())
        .log(
            "domain {}: run {} finished after {} s: {}{}: {}",
            job.domain(),
            job.id(),
            done.took().toSeconds(),
            outcome(event),
            published ? ", published head " + event.getPublishedVersion() : "",
            event.getExplanation());
  }

  private static String outcome(AdaptationEvent event) {
    return switch (event.getStage()) {
      case JUDGED ->
          event.getVerdict().getAccepted()
              ? "accepted"
              : event.getPublishedVersion() == 0 ? "rejected" : "published despite rejection";
      case LEFT_ALONE -> "skipped, no change";
      case SHADOWED -> "shadow trial started";
      default -> event.getStage().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    };
  }

  private void retryOrFail(Worker.Done done, CommitAbortedException problem, Instant now) {
    Job job = done.job();
    if (problem.isLasting() || ++attempts >= MAX_PUBLISH_ATTEMPTS) {
      fail(done, String.valueOf(problem.getMessage()), now);
      return;
    }
    log.atInfo()
        .addKeyValue("domain", job.domain())
        .log(
            "domain {}: could not publish run {} yet, retrying: {}",
            job.domain(),
            job.id(),
            problem.getMessage());
  }

  /**
   * What cannot be published is a failure of this run alone: its domain backs off, and the others
   * go on. If even the failure cannot be written, only this process knows of it.
   */
  private void fail(Worker.Done done, String why, Instant now) {
    Job job = done.job();
    log.atWarn()
        .addKeyValue("domain", job.domain())
        .log("domain {}: could not publish run {}: {}", job.domain(), job.id(), why);
    if (done.outcome().stage() == Stage.FAILED) {
      finished(done, results.unwritten(done, now), now);
      unpublished = null;
      return;
    }
    attempts = 0;
    unpublished = done.butFailed("could not be published: " + why);
    finish(unpublished, now);
  }

  private void reportProgress() {
    Optional<Job> running = worker.running();
    announcer.measure(running.isPresent() ? worker.progress() : 0);
    if (running.isPresent()
        && domains.isStill(running.get().partition())
        && progressTimer.isDue()) {
      announcer.progress(running.get(), worker.progress(), worker.loss());
    }
  }

  private void reportWaiting() {
    List<RunQueue.Waiting> waiting = queue.all();
    if (waiting.stream().noneMatch(run -> run.request().isPresent()) || !waitingTimer.isDue()) {
      return;
    }
    int running = worker.running().isPresent() ? 1 : 0;
    for (int i = 0; i < waiting.size(); i++) {
      RunQueue.Waiting run = waiting.get(i);
      int before = i + running;
      if (run.request().isPresent()) {
        domains
            .ready(run.domain())
            .ifPresent(domain -> announcer.waiting(domain.partition(), run, before));
      }
    }
  }

  /** Stops and forgets the runs of a partition that now belongs to another process. */
  void revoked(OwnedPartition partition) {
    partition.domains().forEach(domain -> queue.remove(domain.name()));
    worker
        .running()
        .filter(job -> job.partition().equals(partition))
        .ifPresent(job -> job.stop().request("its partition went to another process"));
  }
}
