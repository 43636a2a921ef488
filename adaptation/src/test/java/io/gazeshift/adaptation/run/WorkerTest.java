package io.gazeshift.adaptation.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.adaptation.buffer.TargetSnapshot;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.events.RunEvents;
import io.gazeshift.adaptation.schedule.Decision;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.adaptation.synthetic.SyntheticDomain;
import io.gazeshift.glsge.train.StepLoss;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.LossPoint;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkerTest {

  private final SyntheticDomain world = new SyntheticDomain(8);

  @Test
  void workThatBreaksIsAJobThatFailedAndTheNextCanStart() {
    Worker.Work broken =
        (job, progress) -> {
          throw new NoClassDefFoundError("a library is missing");
        };
    try (Worker worker = new Worker(broken, RunListener.NONE)) {
      for (int i = 0; i < 2; i++) {
        worker.start(job());
        Worker.Done done =
            await().atMost(Duration.ofMinutes(1)).until(worker::fetch, Optional::isPresent).get();
        assertThat(done.outcome().stage()).isEqualTo(Stage.FAILED);
        assertThat(done.outcome().explanation()).contains("a library is missing");
        assertThat(worker.running()).isEmpty();
      }
    }
  }

  @Test
  void theNewestLossIsToldWhileTheRunIsUnderWay() {
    Worker.Work training =
        (job, progress) -> {
          progress.loss(StepLoss.absolute("noise", 80, 0.5));
          progress.loss(StepLoss.absolute("noise", 160, 0.25));
          return new Worker.Done(job, RunOutcome.failed("a test"), "", Duration.ZERO);
        };
    Job job = job();
    try (Worker worker = new Worker(training, RunListener.NONE)) {
      assertThat(worker.loss()).isEmpty();
      worker.start(job);
      await().atMost(Duration.ofMinutes(1)).until(worker::fetch, Optional::isPresent);
      RunEvents events = new RunEvents("here", 100, InstantSource.fixed(Instant.EPOCH));
      assertThat(events.progress(job, 0.5, worker.loss()).getLossesList())
          .containsExactly(
              LossPoint.newBuilder().setStage("noise").setStep(160).setWeightedL1(0.25).build());
    }
  }

  private Job job() {
    var head = world.head(world.bank(100));
    TargetSnapshot samples = world.target(100, head);
    return new Job(
        new RunQueue.Waiting(
            "seat", new Decision(true, Decision.Cause.FIRST, "a test"), Optional.empty()),
        new Job.Input(new OwnedPartition(0, 0), 0, samples),
        new Job.StartingHeads(head, head, 0),
        DomainKnowledge.UNKNOWN,
        Instant.EPOCH,
        new StopSignal(Duration.ofMinutes(1)));
  }
}
