package io.gazeshift.adaptation.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.adaptation.domains.DomainState;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.publish.Heads;
import io.gazeshift.adaptation.request.OpenRequests;
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
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at every domain now and then and lets those that are due wait for a run. What takes long,
 * the test for drift, is spread over several looks. For one thread.
 */
final class DomainScheduler {

  private static final Logger log = LoggerFactory.getLogger(DomainScheduler.class);

  /** The consumer is polled between two looks. */
  private static final Duration LONGEST = Duration.ofMillis(500);

  private final AssignedDomains share;
  private final Heads heads;
  private final OpenRequests requests;
  private final TriggerPolicy policy;
  private final RunQueue queue;
  private final Refusals refusals;
  private final Cancelling cancelling;
  private final Deque<String> unseen = new ArrayDeque<>();

  /** Tells whoever asked that it cannot be. */
  interface Refusals {
    void declined(OwnedPartition partition, AdaptationRequest request, String why);
  }

  DomainScheduler(
      AssignedDomains share,
      Heads heads,
      OpenRequests requests,
      TriggerPolicy policy,
      RunQueue queue,
      Refusals refusals,
      Cancelling cancelling) {
    this.share = share;
    this.heads = heads;
    this.requests = requests;
    this.policy = policy;
    this.queue = queue;
    this.refusals = refusals;
    this.cancelling = cancelling;
  }

  /**
   * @param running the run under way, which is not begun twice
   * @param partitions how many gaze.features has
   */
  void look(Instant now, Optional<Job> running, int partitions) {
    heads.refresh();
    expire(now, running);
    for (AdaptationRequest request : requests.open(now)) {
      share
          .partition(partitionOf(request.getDomain(), partitions))
          .filter(OwnedPartition::isReplayed)
          .ifPresent(
              partition -> {
                if (request.getKind() == AdaptationRequest.Kind.CANCEL) {
                  cancelling.cancel(partition, request, before(request, requests.open(now)));
                } else if (!isRunning(request.getDomain(), running)) {
                  answer(partition, request, now);
                }
              });
    }
    decide(now, running);
  }

  private static List<AdaptationRequest> before(
      AdaptationRequest request, List<AdaptationRequest> open) {
    return open.subList(0, open.indexOf(request));
  }

  /** A domain that has nothing left is forgotten: its events tell the rest when it comes back. */
  private void expire(Instant now, Optional<Job> running) {
    for (DomainState domain : share.ready()) {
      domain.expire(now);
      boolean inUse = queue.contains(domain.name()) || isRunning(domain.name(), running);
      if (domain.samples() == 0 && domain.isIdle(now) && !inUse) {
        domain.partition().remove(domain.name());
        policy.forget(domain.name());
      }
    }
  }

  private void answer(OwnedPartition partition, AdaptationRequest request, Instant now) {
    String name = request.getDomain();
    if (queue.contains(name)) {
      queue.attach(request);
      return;
    }
    Heads.Facts head = heads.facts(name);
    Optional<DomainState> domain = partition.find(name);
    Decision decision =
        policy.decide(
            name,
            now,
            true,
            domain.map(DomainState::samples).orElse(0),
            domain.map(known -> known.history(now)).orElse(DomainHistory.NONE),
            () -> domain.orElseThrow().snapshot());
    if (head.pinned()) {
      decline(
          partition,
          request,
          "head %d is pinned (by %s); unpin it first".formatted(head.version(), head.author()));
    } else if (!decision.run()) {
      decline(partition, request, "too few samples: " + decision.explanation());
    } else if (!queue.offer(new RunQueue.Waiting(name, decision, Optional.of(request)))) {
      decline(partition, request, "%d domains wait already; ask later".formatted(queue.size()));
    }
  }

  private void decline(OwnedPartition partition, AdaptationRequest request, String why) {
    log.atInfo()
        .addKeyValue("domain", request.getDomain())
        .log("domain {}: a request is declined: {}", request.getDomain(), why);
    refusals.declined(partition, request, why);
  }

  private void decide(Instant now, Optional<Job> running) {
    if (unseen.isEmpty()) {
      share.ready().forEach(domain -> unseen.add(domain.name()));
    }
    long deadlineNanos = System.nanoTime() + LONGEST.toNanos();
    while (!unseen.isEmpty() && System.nanoTime() - deadlineNanos < 0) {
      String name = unseen.remove();
      share.ready(name).ifPresent(domain -> decide(domain, now, running));
    }
  }

  private void decide(DomainState domain, Instant now, Optional<Job> running) {
    String name = domain.name();
    if (queue.contains(name) || isRunning(name, running) || heads.facts(name).pinned()) {
      return;
    }
    Decision decision =
        policy.decide(name, now, false, domain.samples(), domain.history(now), domain::snapshot);
    if (decision.run() && queue.offer(new RunQueue.Waiting(name, decision, Optional.empty()))) {
      log.atInfo()
          .addKeyValue("domain", name)
          .log("domain {}: to be adapted: {}", name, decision.explanation());
    }
  }

  private static boolean isRunning(String domain, Optional<Job> running) {
    return running.filter(job -> job.domain().equals(domain)).isPresent();
  }

  /** Where a producer puts the samples of a domain: it keys them by its name. */
  static int partitionOf(String domain, int partitions) {
    byte[] key = domain.getBytes(UTF_8);
    return Utils.toPositive(Utils.murmur2(key)) % partitions;
  }
}
