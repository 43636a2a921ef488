package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.protocol.v1.AdaptationRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cancels the current run of a domain, its queued run, and its earlier requests. For the consumer's
 * thread.
 */
final class RunCanceller {

  private final RunQueue queue;
  private final RunAnnouncer announcer;

  RunCanceller(RunQueue queue, RunAnnouncer announcer) {
    this.queue = queue;
    this.announcer = announcer;
  }

  /**
   * @param current the run under way, of any domain
   * @param earlier open requests for any domain that precede this one
   */
  void cancel(
      OwnedPartition partition,
      AdaptationRequest request,
      Optional<Job> current,
      List<AdaptationRequest> earlier,
      Instant now) {
    String domain = request.getDomain();
    String why = "cancelled by " + request.getAuthor();
    List<String> found = new ArrayList<>();
    Optional<Job> running = current.filter(job -> job.domain().equals(domain));
    running.ifPresent(
        job -> {
          job.stop().request(why);
          found.add("run %s is broken off".formatted(job.id()));
        });
    Optional<RunQueue.Waiting> waiting = queue.remove(domain);
    waiting.ifPresent(
        run -> {
          announcer.notStarted(partition, run, why, now);
          found.add("a run that waited is given up");
        });
    for (AdaptationRequest other : earlier) {
      boolean answeredByItsRun =
          running.filter(job -> job.why().requestId().equals(other.getRequestId())).isPresent()
              || waiting.filter(run -> run.requestId().equals(other.getRequestId())).isPresent();
      if (other.getDomain().equals(domain)
          && other.getKind() == AdaptationRequest.Kind.ADAPT
          && !answeredByItsRun) {
        announcer.declined(partition, other, why);
        found.add("a request of %s is declined".formatted(other.getAuthor()));
      }
    }
    if (found.isEmpty()) {
      announcer.declined(partition, request, "no run of this domain is under way or waits");
    } else {
      announcer.cancelled(partition, request, "%s: %s".formatted(why, String.join("; ", found)));
    }
  }
}
