package io.gazeshift.adaptation.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.request.OpenRequests;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.protocol.v1.AdaptationRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Utils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles open requests for the domains of this process: queues a run, declines, or cancels. For
 * one thread.
 */
final class RequestHandler {

  private static final Logger log = LoggerFactory.getLogger(RequestHandler.class);

  private final AssignedDomains domains;
  private final OpenRequests requests;
  private final DomainScheduler scheduler;
  private final RunCanceller canceller;
  private final RunAnnouncer announcer;

  RequestHandler(
      AssignedDomains domains,
      OpenRequests requests,
      DomainScheduler scheduler,
      RunCanceller canceller,
      RunAnnouncer announcer) {
    this.domains = domains;
    this.requests = requests;
    this.scheduler = scheduler;
    this.canceller = canceller;
    this.announcer = announcer;
  }

  /**
   * @param running the run under way; a request to adapt its domain waits until it has finished
   * @param partitions the number of partitions of gaze.features
   */
  void handle(Instant now, Optional<Job> running, int partitions) {
    for (AdaptationRequest request : requests.open(now)) {
      domains
          .partition(partitionOf(request.getDomain(), partitions))
          .filter(OwnedPartition::isReplayed)
          .ifPresent(partition -> handle(partition, request, now, running));
    }
  }

  private void handle(
      OwnedPartition partition, AdaptationRequest request, Instant now, Optional<Job> running) {
    if (request.getKind() == AdaptationRequest.Kind.CANCEL) {
      canceller.cancel(partition, request, running, openBefore(request, now), now);
    } else if (running.filter(job -> job.domain().equals(request.getDomain())).isEmpty()) {
      scheduler.request(partition, request, now).ifPresent(why -> decline(partition, request, why));
    }
  }

  private List<AdaptationRequest> openBefore(AdaptationRequest request, Instant now) {
    List<AdaptationRequest> open = requests.open(now);
    return open.subList(0, open.indexOf(request));
  }

  private void decline(OwnedPartition partition, AdaptationRequest request, String why) {
    log.atInfo()
        .addKeyValue("domain", request.getDomain())
        .log("domain {}: declined a request: {}", request.getDomain(), why);
    announcer.declined(partition, request, why);
  }

  /** The partition to which producers write the samples of a domain; its name is their key. */
  static int partitionOf(String domain, int partitions) {
    byte[] key = domain.getBytes(UTF_8);
    return Utils.toPositive(Utils.murmur2(key)) % partitions;
  }
}
