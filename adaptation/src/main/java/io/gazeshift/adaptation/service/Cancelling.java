package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.protocol.v1.AdaptationRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Breaks off what somebody does not want: the run of a domain that is under way, the one that
 * waits, and what was asked for before. For the consumer's thread.
 */
final class Cancelling {

  private final RunQueue queue;
  private final RunCoordinator runs;

  Cancelling(RunQueue queue, RunCoordinator runs) {
    this.queue = queue;
    this.runs = runs;
  }

  /**
   * @param earlier requests of any domain that are open and were made before
   */
  void cancel(
      OwnedPartition partition, AdaptationRequest request, List<AdaptationRequest> earlier) {
    String domain = request.getDomain();
    String why = "cancelled by " + request.getAuthor();
    List<String> found = new ArrayList<>();
    Optional<Job> running = runs.current().filter(job -> job.domain().equals(domain));
    running.ifPresent(
        job -> {
          job.stop().because(why);
          found.add("run %s is broken off".formatted(job.id()));
        });
    Optional<RunQueue.Waiting> waiting = queue.remove(domain);
    waiting.ifPresent(
        run -> {
          runs.notStarted(run, partition, why);
          found.add("a run that waited is given up");
        });
    for (AdaptationRequest other : earlier) {
      boolean itsRunTells =
          running.filter(job -> job.why().requestId().equals(other.getRequestId())).isPresent()
              || waiting.filter(run -> run.requestId().equals(other.getRequestId())).isPresent();
      if (other.getDomain().equals(domain)
          && other.getKind() == AdaptationRequest.Kind.ADAPT
          && !itsRunTells) {
        runs.decline(partition, other, why);
        found.add("a request of %s is declined".formatted(other.getAuthor()));
      }
    }
    if (found.isEmpty()) {
      runs.decline(partition, request, "no run of this domain is under way or waits");
    } else {
      runs.cancelled(partition, request, "%s: %s".formatted(why, String.join("; ", found)));
    }
  }
}
