package io.gazeshift.adaptation.service;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.gazeshift.adaptation.domains.DomainState;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.publish.Heads;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.schedule.Decision;
import io.gazeshift.adaptation.schedule.DomainHistory;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.adaptation.schedule.TriggerPolicy;
import io.gazeshift.protocol.v1.AdaptationRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which domains are adapted, and queues a run for each. The expensive part, the test for
 * drift, is spread over several rounds. For one thread.
 */
final class DomainScheduler {

  private static final Logger log = LoggerFactory.getLogger(DomainScheduler.class);

  /** The consumer must be polled between two rounds. */
  private static final Duration LONGEST_ROUND = Duration.ofMillis(500);

  private final AssignedDomains domains;
  private final Heads heads;
  private final TriggerPolicy policy;
  private final RunQueue queue;
  private final Deque<String> unseen = new ArrayDeque<>();

  DomainScheduler(AssignedDomains domains, Heads heads, TriggerPolicy policy, RunQueue queue) {
    this.domains = domains;
    this.heads = heads;
    this.policy = policy;
    this.queue = queue;
  }

  /**
   * Updates the heads and drops old samples. A domain without samples is forgotten: its events
   * restore its history when it comes back.
   *
   * @param running the run under way
   */
  void refresh(Instant now, Optional<Job> running) {
    heads.refresh();
    for (DomainState domain : domains.ready()) {
      domain.expire(now);
      boolean inUse = queue.contains(domain.name()) || isRunning(domain.name(), running);
      if (domain.samples() == 0 && domain.isIdle(now) && !inUse) {
        domain.partition().remove(domain.name());
      }
    }
    policy.keepOnly(domains.ready().stream().map(DomainState::name).collect(toUnmodifiableSet()));
  }

  /**
   * Queues a requested run.
   *
   * @return why the request is declined, or empty
   */
  Optional<String> request(OwnedPartition partition, AdaptationRequest request, Instant now) {
    String name = request.getDomain();
    if (queue.contains(name)) {
      queue.attach(request);
      return Optional.empty();
    }
    Heads.Facts head = heads.facts(name);
    if (head.pinned()) {
      return Optional.of(
          "head %d is pinned (by %s); unpin it first".formatted(head.version(), head.author()));
    }
    Optional<DomainState> domain = partition.find(name);
    Decision decision =
        policy.decide(
            name,
            now,
            true,
            domain.map(DomainState::samples).orElse(0),
            domain.map(known -> known.history(now)).orElse(DomainHistory.NONE),
            () -> domain.orElseThrow().snapshot());
    if (!decision.run()) {
      return Optional.of("too few samples: " + decision.explanation());
    }
    return queue.offer(new RunQueue.Waiting(name, decision, Optional.of(request)))
        ? Optional.empty()
        : Optional.of("%d domains wait already; ask later".formatted(queue.size()));
  }

  /** Queues the domains that are due, as far as the time for one round allows. */
  void schedule(Instant now, Optional<Job> running) {
    if (unseen.isEmpty()) {
      domains.ready().forEach(domain -> unseen.add(domain.name()));
    }
    long deadlineNanos = System.nanoTime() + LONGEST_ROUND.toNanos();
    while (!unseen.isEmpty() && System.nanoTime() - deadlineNanos < 0) {
      domains.ready(unseen.remove()).ifPresent(domain -> schedule(domain, now, running));
    }
  }

  private void schedule(DomainState domain, Instant now, Optional<Job> running) {
    String name = domain.name();
    if (queue.contains(name) || isRunning(name, running) || heads.facts(name).pinned()) {
      return;
    }
    Decision decision =
        policy.decide(name, now, false, domain.samples(), domain.history(now), domain::snapshot);
    if (decision.run() && queue.offer(new RunQueue.Waiting(name, decision, Optional.empty()))) {
      log.atInfo()
          .addKeyValue("domain", name)
          .log("domain {}: queued a run: {}", name, decision.explanation());
    }
  }

  private static boolean isRunning(String domain, Optional<Job> running) {
    return running.filter(job -> job.domain().equals(domain)).isPresent();
  }

  /** Forgets the domains of a partition that now belongs to another process. */
  void revoked(OwnedPartition partition) {
    partition.domains().forEach(domain -> policy.forget(domain.name()));
  }
}
