package io.gazeshift.adaptation.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.run.DomainKnowledge;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.run.Methods;
import io.gazeshift.adaptation.run.RunOutcome;
import io.gazeshift.adaptation.run.Runner;
import io.gazeshift.adaptation.run.StopSignal;
import io.gazeshift.adaptation.schedule.Decision;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.adaptation.synthetic.SyntheticDomain;
import io.gazeshift.glsge.gate.Gate;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.safe.SourceSplit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ReportWriterTest {

  private final SyntheticDomain world = new SyntheticDomain(8);
  private final SourceSplit bank = world.bank(1200);
  private final Head head = world.head(bank);
  private final Job job = job();
  private final RunOutcome outcome =
      new Runner(
              Methods.configured(AdaptConfig.Method.SAFE, bank.adaptation()),
              bank,
              new Gate(),
              "cpu",
              Duration.ofMillis(500),
              device -> {})
          .run(job, progress -> {});
  private final ConcurrentLinkedQueue<String> written = new ConcurrentLinkedQueue<>();
  private final CountDownLatch disk = new CountDownLatch(1);

  @Test
  void aDiskThatHangsDelaysNoRunAndTheNextRunsGoWithoutReports() {
    List<String> pages = new ArrayList<>();
    try (ReportWriter writer = new ReportWriter(this::hang)) {
      for (int i = 0; i < 8; i++) {
        pages.add(writer.write(job, outcome));
      }
      assertThat(written).isEmpty();
      // One is being written, four wait.
      assertThat(pages.subList(0, 5)).containsOnly("seat-19700101T000000000Z.html");
      assertThat(pages.subList(5, 8)).containsOnly("");
      disk.countDown();
      await().atMost(Duration.ofMinutes(1)).until(() -> written.size() == 5);
    }
  }

  @Test
  void whatIsBeingWrittenWhenItClosesIsWritten() {
    disk.countDown();
    try (ReportWriter writer = new ReportWriter(this::hang)) {
      writer.write(job, outcome);
      assertThat(writer.write(job, RunOutcome.failed("it broke")))
          .as("nothing to report")
          .isEmpty();
    }
    assertThat(written).containsExactly("seat");
  }

  private void hang(Job reported, RunOutcome known) {
    try {
      disk.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    written.add(reported.domain());
  }

  private Job job() {
    return new Job(
        new RunQueue.Waiting(
            "seat", new Decision(true, Decision.Cause.FIRST, "a test"), Optional.empty()),
        new Job.Input(new OwnedPartition(0, 0), 0, world.target(400, head)),
        new Job.StartingHeads(head, head, 0),
        DomainKnowledge.UNKNOWN,
        Instant.EPOCH,
        new StopSignal(Duration.ofMinutes(1)));
  }
}
