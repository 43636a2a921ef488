package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.common.kafka.CommitAbortedException;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens between two polls, in order: requests and triggers queue runs, runs start and
 * finish, and published heads are followed up. Knows no consumer. For the consumer's thread.
 */
final class AdaptationCoordinator {

  private static final Logger log = LoggerFactory.getLogger(AdaptationCoordinator.class);

  private final DomainScheduler scheduler;
  private final RequestHandler requests;
  private final RunCoordinator runs;
  private final ShadowPromotion promotion;
  private final AutomaticRollback rollback;
  private final HeadRepair repair;

  AdaptationCoordinator(
      DomainScheduler scheduler,
      RequestHandler requests,
      RunCoordinator runs,
      ShadowPromotion promotion,
      AutomaticRollback rollback,
      HeadRepair repair) {
    this.scheduler = scheduler;
    this.requests = requests;
    this.runs = runs;
    this.promotion = promotion;
    this.rollback = rollback;
    this.repair = repair;
  }

  /**
   * Repairs the heads of new partitions, and queues the runs that are requested or due.
   *
   * @param partitions the number of partitions of gaze.features
   */
  void schedule(Instant now, int partitions) {
    Optional<Job> running = runs.current();
    scheduler.refresh(now, running);
    repair.proceed(partitions);
    requests.handle(now, running, partitions);
    scheduler.schedule(now, running);
  }

  /** Moves runs, shadow trials and rollbacks forward; whatever is not written is retried. */
  void proceed(Instant now) {
    runs.proceed(now);
    try {
      promotion.proceed(now);
      rollback.proceed(now);
    } catch (CommitAbortedException e) {
      log.info("could not publish yet, retrying: {}", e.getMessage());
    }
  }

  /** The number of queued runs. */
  int waiting() {
    return runs.waiting();
  }

  /** The partition now belongs to another process. */
  void revoked(OwnedPartition partition) {
    runs.revoked(partition);
    scheduler.revoked(partition);
  }
}
