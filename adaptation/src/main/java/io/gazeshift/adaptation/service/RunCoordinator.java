package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.buffer.TargetSnapshot;
import io.gazeshift.adaptation.config.AdaptConfig.GateMode;
import io.gazeshift.adaptation.domains.DomainState;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.events.RunEvents;
import io.gazeshift.adaptation.publish.Heads;
import io.gazeshift.adaptation.publish.Outbox;
import io.gazeshift.adaptation.publish.Publishing;
import io.gazeshift.adaptation.request.OpenRequests;
import io.gazeshift.adaptation.run.Frames;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.run.Places;
import io.gazeshift.adaptation.run.RunOutcome;
import io.gazeshift.adaptation.run.Stop;
import io.gazeshift.adaptation.run.Worker;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.adaptation.shadow.ShadowTrials;
import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.AdaptationRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the runs that wait, tells of them while they are under way, and publishes what came of
 * them, unless their partition was away meanwhile. For the consumer's thread.
 */
final class RunCoordinator {

  private static final Logger log = LoggerFactory.getLogger(RunCoordinator.class);

  private static final Duration TELL_EVERY = Duration.ofSeconds(2);

  /** Whoever waits hears this often that it is not forgotten. */
  private static final Duration TELL_WAITING_EVERY = Duration.ofSeconds(10);

  /** A rebalance refuses a transaction or two. */
  private static final int MOST_TRIES = 5;

  private final AssignedDomains share;
  private final Heads heads;
  private final RunQueue queue;
  private final OpenRequests requests;
  private final ShadowTrials trials;
  private final Worker worker;
  private final Outbox outbox;
  private final Publishing publishing;
  private final RunEvents events;
  private final AdaptMeters meters;
  private final Rules rules;
  private final InstantSource clock;
  private final Pace telling = new Pace(TELL_EVERY);
  private final Pace tellingWaiting = new Pace(TELL_WAITING_EVERY);
  private Worker.@Nullable Done unpublished;
  private int tries;

  /** What runs are subject to. */
  record Rules(Places places, Duration timeLimit, GateMode gate) {}

  RunCoordinator(
      AssignedDomains share,
      Heads heads,
      RunQueue queue,
      OpenRequests requests,
      ShadowTrials trials,
      Worker worker,
      Outbox outbox,
      Publishing publishing,
      RunEvents events,
      AdaptMeters meters,
      Rules rules,
      InstantSource clock) {
    this.share = share;
    this.heads = heads;
    this.queue = queue;
    this.requests = requests;
    this.trials = trials;
    this.worker = worker;
    this.outbox = outbox;
    this.publishing = publishing;
    this.events = events;
    this.meters = meters;
    this.rules = rules;
    this.clock = clock;
  }

  /** The run under way or not yet published. */
  Optional<Job> current() {
    return worker.running().or(() -> Optional.ofNullable(unpublished).map(Worker.Done::job));
  }

  void goOn() {
    if (unpublished == null) {
      unpublished = worker.fetch().orElse(null);
      tries = 0;
    }
    if (unpublished != null) {
      end(unpublished);
    }
    while (current().isEmpty() && queue.size() > 0) {
      queue.next().ifPresent(this::start);
    }
    tell();
  }

  private void start(RunQueue.Waiting next) {
    Optional<DomainState> domain = share.ready(next.domain());
    Heads.Facts facts = heads.facts(next.domain());
    if (domain.isEmpty() || facts.pinned()) {
      // Whoever asked is answered at the next look, here or where the domain is now.
      return;
    }
    OwnedPartition partition = domain.get().partition();
    Instant now = clock.instant();
    try {
      Head parent = heads.load(next.domain());
      TargetSnapshot samples = domain.get().snapshot();
      Job job =
          new Job(
              next,
              partition,
              partition.position(),
              samples,
              heads.origin(next.domain()),
              parent,
              facts.version(),
              rules.places.of(next.domain(), Frames.rotations(samples.training())),
              now,
              new Stop(rules.timeLimit));
      tell(partition, events.started(job));
      telling.restart();
      worker.start(job);
      log.atInfo()
          .addKeyValue("domain", job.domain())
          .addKeyValue("version", job.parentVersion())
          .log(
              "domain {}: run {} begins with {} samples, head {} is in force: {}",
              job.domain(),
              job.id(),
              samples.size(),
              job.parentVersion(),
              next.decision().explanation());
    } catch (UserError | IllegalArgumentException e) {
      log.atWarn()
          .addKeyValue("domain", next.domain())
          .log("domain {}: cannot be adapted: {}", next.domain(), e.getMessage());
      notStarted(next, partition, String.valueOf(e.getMessage()));
    }
  }

  /** A run that waited comes to nothing, which counts as a failure: it is not begun at once. */
  void notStarted(RunQueue.Waiting run, OwnedPartition partition, String why) {
    Instant now = clock.instant();
    long version = heads.facts(run.domain()).version();
    tell(partition, events.notStarted(run, version, why, now));
    partition.find(run.domain()).ifPresent(domain -> domain.failed(now));
    requests.answered(run.requestId());
  }

  private void end(Worker.Done done) {
    Job job = done.job();
    if (!share.isStill(job.partition())) {
      log.atInfo()
          .addKeyValue("domain", job.domain())
          .log(
              "domain {}: run {} is not published: its partition {} went to another process",
              job.domain(),
              job.id(),
              job.partition().number());
      unpublished = null;
      return;
    }
    try {
      publish(done);
      unpublished = null;
    } catch (CommitAbortedException e) {
      log.atInfo()
          .addKeyValue("domain", job.domain())
          .log(
              "domain {}: run {} is not published yet: {}", job.domain(), job.id(), e.getMessage());
      if (++tries == MOST_TRIES) {
        log.atWarn()
            .addKeyValue("domain", job.domain())
            .log("domain {}: run {} is given up, nothing was published", job.domain(), job.id());
        share.ready(job.domain()).ifPresent(domain -> domain.failed(clock.instant()));
        unpublished = null;
      }
    }
  }

  private void publish(Worker.Done done) {
    Job job = done.job();
    Instant now = clock.instant();
    RunOutcome outcome = stillWanted(job, done.outcome());
    boolean passed =
        outcome.stage() == Stage.JUDGED && (outcome.isAccepted() || rules.gate == GateMode.WARN);
    boolean shadow = passed && trials.isAskedFor(job.domain());
    AdaptationEvent event;
    if (passed && !shadow) {
      Publication next =
          heads.publication(
              job.domain(),
              outcome.run().orElseThrow().account().head(),
              job.parentVersion(),
              done.summary(outcome.explanation()));
      event =
          publishing.publish(
              job.partition(),
              next,
              events.ended(done, outcome, next.version(), now),
              why -> events.ended(done, outcome.butFailed(why), 0, now));
    } else {
      event = shadow ? events.inShadow(done, now) : events.ended(done, outcome, 0, now);
      publishing.tell(job.partition(), event);
    }

    if (shadow) {
      trials.begin(done);
    }
    requests.answered(job.why().requestId());
    share
        .ready(job.domain())
        .ifPresent(
            domain -> {
              if (event.getStage() == Stage.FAILED) {
                domain.failed(now);
              } else {
                domain.ended(now, job.samples(), event);
              }
            });
    meters.told(event);
    log.atInfo()
        .addKeyValue("domain", job.domain())
        .addKeyValue(
            "version",
            event.getPublishedVersion() == 0 ? job.parentVersion() : event.getPublishedVersion())
        .log(
            "domain {}: run {} ended after {} s: {}{}: {}",
            job.domain(),
            job.id(),
            done.took().toSeconds(),
            name(event),
            event.getPublishedVersion() == 0
                ? ""
                : ", head " + event.getPublishedVersion() + " is published",
            event.getExplanation());
  }

  /**
   * While it ran, somebody may have put another head in force, or have pinned this one; or it was
   * to be broken off, but was over.
   */
  private RunOutcome stillWanted(Job job, RunOutcome outcome) {
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
          "head %d, by %s, has come into force meanwhile; the candidate was judged against head %d"
              .formatted(facts.version(), facts.author(), job.parentVersion()));
    }
    return facts.pinned()
        ? outcome.butFailed("head %d was pinned meanwhile".formatted(facts.version()))
        : outcome;
  }

  private static String name(AdaptationEvent event) {
    if (event.getStage() == Stage.JUDGED) {
      return event.getVerdict().getAccepted()
          ? "accepted"
          : event.getPublishedVersion() == 0 ? "refused" : "published anyway";
    }
    return event.getStage().name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private void tell(OwnedPartition partition, AdaptationEvent event) {
    outbox.tell(partition, event);
    meters.told(event);
  }

  private void tell() {
    Optional<Job> running = worker.running();
    meters.progress(running.isPresent() ? worker.progress() : 0);
    if (running.isPresent() && share.isStill(running.get().partition()) && telling.isDue()) {
      outbox.tell(
          running.get().partition(),
          events.progress(running.get(), worker.progress(), worker.loss()));
    }
    List<RunQueue.Waiting> waiting = queue.all();
    if (waiting.stream().anyMatch(run -> run.request().isPresent()) && tellingWaiting.isDue()) {
      for (int i = 0; i < waiting.size(); i++) {
        tellWaiting(waiting.get(i), i + (running.isPresent() ? 1 : 0));
      }
    }
  }

  private void tellWaiting(RunQueue.Waiting run, int before) {
    if (run.request().isPresent()) {
      share
          .ready(run.domain())
          .ifPresent(domain -> outbox.tell(domain.partition(), events.waiting(run, before)));
    }
  }

  /** Whoever asked that a run be broken off is told that it is. */
  void cancelled(OwnedPartition partition, AdaptationRequest request, String what) {
    outbox.tell(partition, events.cancelled(request, what));
    requests.answered(request.getRequestId());
  }

  /** Whoever asked is told, and not again. */
  void decline(OwnedPartition partition, AdaptationRequest request, String why) {
    tell(partition, events.declined(request, why));
    requests.answered(request.getRequestId());
  }

  /** What goes with a partition that is another process's now. */
  void revoked(OwnedPartition partition) {
    partition.domains().forEach(domain -> queue.remove(domain.name()));
    worker
        .running()
        .filter(job -> job.partition().equals(partition))
        .ifPresent(job -> job.stop().because("its partition went to another process"));
  }
}
