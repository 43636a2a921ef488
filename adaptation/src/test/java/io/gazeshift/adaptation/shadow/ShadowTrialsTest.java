package io.gazeshift.adaptation.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.adaptation.buffer.BufferSettings;
import io.gazeshift.adaptation.buffer.TargetBuffer;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.method.AdaptationRun;
import io.gazeshift.adaptation.method.FeatureProjection;
import io.gazeshift.adaptation.method.SafeAccount;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.adaptation.publish.InMemoryHeads;
import io.gazeshift.adaptation.publish.InMemoryOutbox;
import io.gazeshift.adaptation.run.DomainKnowledge;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.run.RunOutcome;
import io.gazeshift.adaptation.run.StopSignal;
import io.gazeshift.adaptation.run.Worker;
import io.gazeshift.adaptation.schedule.Decision;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.safe.SafeResult;
import io.gazeshift.glsge.safe.SafeSettings;
import io.gazeshift.glsge.safe.Verdict;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.FeatureSample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ShadowTrialsTest {

  private static final int SAMPLES = 60;
  private static final Head SOURCE = Faces.head(0.7, 0.2, 3);
  private static final Head GOOD = Faces.head(1, 0.2, 0);
  private static final Head JITTERY = Faces.head(1, 4, 0);

  private final InMemoryHeads heads = new InMemoryHeads(SOURCE);
  private final OwnedPartition partition = new OwnedPartition(0, 0);
  private final OwnedPartition other = new OwnedPartition(1, 0);
  private final Faces faces = new Faces("cam0", 5);
  private final ShadowTrials trials =
      new ShadowTrials(
          Map.of("seat", SAMPLES, "desk", SAMPLES), Steadiness.DEFAULT, Faces.BACKBONE);

  @Test
  void onlyConfiguredDomainsHaveATrial() {
    assertThat(trials.isAskedFor("seat")).isTrue();
    assertThat(trials.isAskedFor("elsewhere")).isFalse();
  }

  @Test
  void aCandidateIsJudgedAfterTheConfiguredNumberOfFaces() {
    Worker.Done run = run("seat", partition, GOOD);
    trials.begin(run);
    show("seat", SAMPLES - 1);
    assertThat(trials.next()).isEmpty();
    show("seat", 1);
    ShadowTrials.Judged judged = trials.next().orElseThrow();
    assertThat(judged.done()).isSameAs(run);
    assertThat(judged.verdict().promoted()).as(judged.verdict().explanation()).isTrue();
    assertThat(judged.verdict().samples()).isEqualTo(SAMPLES);
  }

  @Test
  void aFinishedTrialStaysUntilItIsPublishedAndIsNotRepeated() {
    trials.begin(run("seat", partition, GOOD));
    show("seat", SAMPLES);
    assertThat(trials.next()).isPresent().isEqualTo(trials.next());
    trials.published();
    show("seat", 2 * SAMPLES);
    assertThat(trials.next()).as("faces without a trial change nothing").isEmpty();
  }

  @Test
  void aPassedCandidateBecomesTheActiveHeadEvenIfItsFirstTransactionIsAborted() {
    InMemoryOutbox outbox = new InMemoryOutbox(heads);
    outbox.abortNext(1);
    trials.begin(run("seat", partition, GOOD));
    show("seat", SAMPLES);
    assertThat(publishNext(outbox)).isFalse();
    assertThat(heads.active("seat")).isEmpty();
    assertThat(publishNext(outbox)).isTrue();
    assertThat(heads.load("seat")).isEqualTo(GOOD);
    assertThat(trials.next()).isEmpty();
  }

  @Test
  void anUnsteadyCandidateIsDroppedForItsJitter() {
    trials.begin(run("seat", partition, JITTERY));
    show("seat", SAMPLES);
    ShadowVerdict verdict = trials.next().orElseThrow().verdict();
    assertThat(verdict.promoted()).isFalse();
    assertThat(verdict.findings())
        .filteredOn(finding -> !finding.passed())
        .extracting(WatchFinding::name)
        .contains("jitter");
  }

  @Test
  void aHeadThatBecomesActiveMeanwhileEndsTheTrial() {
    trials.begin(run("seat", partition, GOOD));
    show("seat", 5);
    heads.publish("seat", JITTERY, false);
    trials.saw(partition, face("seat", heads.facts("seat").version()));
    ShadowVerdict verdict = trials.next().orElseThrow().verdict();
    assertThat(verdict.promoted()).isFalse();
    assertThat(verdict.samples()).isEqualTo(5);
  }

  @Test
  void aNewerCandidateStartsFromTheBeginning() {
    trials.begin(run("seat", partition, JITTERY));
    show("seat", SAMPLES - 1);
    Worker.Done newer = run("seat", partition, GOOD);
    trials.begin(newer);
    show("seat", SAMPLES - 1);
    assertThat(trials.next()).isEmpty();
    show("seat", 1);
    assertThat(trials.next().orElseThrow().done()).isSameAs(newer);
  }

  @Test
  void domainsAreJudgedByTheirOwnFacesInTheOrderTheyFinish() {
    trials.begin(run("seat", partition, GOOD));
    trials.begin(run("desk", partition, GOOD));
    show("seat", SAMPLES / 2);
    show("desk", SAMPLES);
    assertThat(trials.next().orElseThrow().done().job().domain()).isEqualTo("desk");
    show("seat", SAMPLES / 2);
    trials.published();
    assertThat(trials.next().orElseThrow().done().job().domain()).isEqualTo("seat");
  }

  @Test
  void aReassignedPartitionTakesItsTrialsAlongFinishedOrNot() {
    trials.begin(run("seat", partition, GOOD));
    show("seat", SAMPLES);
    trials.begin(run("desk", other, GOOD));
    show("desk", SAMPLES - 1);
    trials.forget(partition);
    assertThat(trials.next()).as("the finished one of that partition").isEmpty();
    show("desk", 1);
    assertThat(trials.next()).as("the other partition is not affected").isPresent();
    trials.published();
    trials.begin(run("desk", other, GOOD));
    trials.forget(other);
    show("desk", SAMPLES);
    assertThat(trials.next()).as("an unfinished one").isEmpty();
  }

  /** As the service does: a trial counts as published only once its transaction is committed. */
  private boolean publishNext(InMemoryOutbox outbox) {
    ShadowTrials.Judged judged = trials.next().orElseThrow();
    Head candidate = judged.done().outcome().run().orElseThrow().account().head();
    try {
      outbox.send(partition, heads.publication("seat", candidate, 0, "a test").records());
    } catch (CommitAbortedException e) {
      return false;
    }
    trials.published();
    return true;
  }

  private void show(String domain, int count) {
    for (int i = 0; i < count; i++) {
      trials.saw(partition, face(domain, 0));
    }
  }

  private FeatureSample face(String domain, long version) {
    FeatureSample face = faces.next(SOURCE, version);
    return face.toBuilder().setIdentity(face.getIdentity().toBuilder().setDomain(domain)).build();
  }

  private static Worker.Done run(String domain, OwnedPartition partition, Head candidate) {
    Matrix none = Matrix.zeros(1, 2);
    FeatureProjection features = new FeatureProjection(none, none);
    SafeResult result =
        new SafeResult(
            candidate,
            new Verdict(true, OptionalDouble.empty(), Optional.empty(), List.of("a test")),
            Optional.empty(),
            List.of());
    AdaptationRun run =
        new AdaptationRun(
            new SafeAccount(SafeSettings.DEFAULT, new SiteKnowledge.Unknown(), result),
            none,
            none,
            none,
            features,
            features,
            Duration.ZERO);
    Job job =
        new Job(
            new RunQueue.Waiting(
                domain, new Decision(true, Decision.Cause.FIRST, "a test"), Optional.empty()),
            new Job.Input(partition, 0, new TargetBuffer(BufferSettings.DEFAULT, 1).snapshot()),
            new Job.StartingHeads(SOURCE, SOURCE, 0),
            DomainKnowledge.UNKNOWN,
            Instant.EPOCH,
            new StopSignal(Duration.ofMinutes(1)));
    return new Worker.Done(
        job,
        new RunOutcome(
            Stage.JUDGED, "a test", Optional.of(run), Optional.empty(), Optional.empty()),
        "",
        Duration.ZERO);
  }
}
