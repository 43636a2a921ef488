package io.gazeshift.adaptation.run;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.engine.EngineException;
import io.gazeshift.adaptation.buffer.TargetSnapshot;
import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.config.LabelModelName;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.method.AdaptMethod;
import io.gazeshift.adaptation.method.GlsgeAccount;
import io.gazeshift.adaptation.method.LabelModels;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.adaptation.schedule.Decision;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.adaptation.synthetic.SyntheticDomain;
import io.gazeshift.backbone.samples.Evaluation;
import io.gazeshift.glsge.gate.Gate;
import io.gazeshift.glsge.gate.GateBounds;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.SourceSplit;
import io.gazeshift.glsge.train.StepLoss;
import io.gazeshift.glsge.train.TrainingListener;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.testing.TestHeads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunnerTest {

  private static final Duration GAP = Duration.ofMillis(500);

  private final SyntheticDomain world = new SyntheticDomain(8);
  private final SourceSplit bank = world.bank(1200);
  private final Head head = world.head(bank);
  private final TargetSnapshot samples = world.target(400, head);
  private final List<String> devices = new ArrayList<>();
  private final List<String> computedOn = new ArrayList<>();
  private final List<Double> progress = new ArrayList<>();

  @Test
  void aGpuWithoutMemoryLeavesTheRunToTheCpu() {
    Methods safe = Methods.configured(AdaptConfig.Method.SAFE, bank.adaptation());
    Methods full =
        (device, frames, site) -> {
          devices.add(device);
          return device.equals("cpu")
              ? safe.on(device, frames, site)
              : failing(new EngineException("CUDA out of memory. Tried to allocate 2 GiB"));
        };
    RunOutcome outcome =
        runner(full).run(job(new StopSignal(Duration.ofMinutes(1))), progress::add);
    assertThat(outcome.stage()).as(outcome.explanation()).isNotEqualTo(Stage.FAILED);
    assertThat(devices).startsWith("cuda:0", "cpu");
    assertThat(computedOn).isNotEmpty().containsOnly("cpu");
    assertThat(progress).isSorted().endsWith(1.0);
  }

  @Test
  void theLossesToldAreTheCandidatesAndNotThoseOfTheGate() {
    Methods configured = Methods.configured(AdaptConfig.Method.SAFE, bank.adaptation());
    Methods safe =
        (device, frames, site) -> {
          devices.add(device);
          return configured.on("cpu", frames, site);
        };
    List<StepLoss> told = new ArrayList<>();
    TrainingListener listener =
        new TrainingListener() {
          @Override
          public void done(double fraction) {
            progress.add(fraction);
          }

          @Override
          public void loss(StepLoss point) {
            told.add(point);
          }
        };
    // These few people are no likeness of the target's: so that the gate comes to the halves.
    Gate gate = new Gate(GateBounds.DEFAULT.withSteadySourceError(9));
    RunOutcome outcome =
        new Runner(safe, bank, gate, "cuda:0", GAP, computedOn::add)
            .run(job(new StopSignal(Duration.ofMinutes(10))), listener);
    assertThat(outcome.stage()).as(outcome.explanation()).isEqualTo(Stage.JUDGED);
    assertThat(devices).as("the candidate and both halves: %s", outcome.explanation()).hasSize(3);
    assertThat(told).isNotEmpty().isEqualTo(outcome.run().orElseThrow().account().losses());
    assertThat(outcome.judging().orElseThrow()).isPositive();
    assertThat(progress).isSorted().endsWith(1.0);
  }

  @Test
  void anyOtherFailureIsAnOutcomeWithItsReason() {
    RunOutcome outcome =
        runner((device, frames, site) -> failing(new EngineException("no kernel image")))
            .run(job(new StopSignal(Duration.ofMinutes(1))), progress::add);
    assertThat(outcome.stage()).isEqualTo(Stage.FAILED);
    assertThat(outcome.explanation()).contains("no kernel image");
    assertThat(outcome.run()).isEmpty();
  }

  @Test
  void aRunStopsWhenItsTimeIsOverOrOnRequest() {
    Methods configured = Methods.configured(AdaptConfig.Method.SAFE, bank.adaptation());
    Methods safe = (device, frames, site) -> configured.on("cpu", frames, site);
    RunOutcome late = runner(safe).run(job(new StopSignal(Duration.ZERO)), progress::add);
    assertThat(late.stage()).isEqualTo(Stage.FAILED);
    assertThat(late.explanation()).contains("adapt.time-limit");
    StopSignal stop = new StopSignal(Duration.ofMinutes(1));
    stop.request("its partition went away");
    RunOutcome stopped = runner(safe).run(job(stop), progress::add);
    assertThat(stopped.explanation()).isEqualTo("broken off: its partition went away");
  }

  @Test
  void whereOnlyTheMeanIsKnownTheGateGoesByIt() {
    Methods configured = Methods.configured(AdaptConfig.Method.SAFE, bank.adaptation());
    Methods safe = (device, frames, site) -> configured.on("cpu", frames, site);
    DomainKnowledge aside =
        new DomainKnowledge(new SiteKnowledge.Mean(Math.toRadians(4), 0), List.of());
    RunOutcome outcome =
        runner(safe).run(job(new StopSignal(Duration.ofMinutes(1)), aside, head), progress::add);
    assertThat(outcome.verdict().orElseThrow().checks())
        .filteredOn(check -> check.name().equals("jump"))
        .singleElement()
        .satisfies(
            check -> {
              assertThat(check.passed()).as(check.reason()).isTrue();
              assertThat(check.reason()).contains("off the site prior");
            });
  }

  @Test
  void aHeadThatNeedsNoChangeIsACandidateWhereAnotherIsActive() {
    Methods none =
        (device, frames, site) ->
            (start, told, cancelled) ->
                Methods.configured(AdaptConfig.Method.SAFE, bank.adaptation())
                    .on("cpu", frames, new SiteKnowledge.Mean(mean(frames, 0), mean(frames, 1)))
                    .run(start, told, cancelled);
    StopSignal stop = new StopSignal(Duration.ofMinutes(1));
    assertThat(runner(none).run(job(stop, DomainKnowledge.UNKNOWN, head), progress::add).stage())
        .isEqualTo(Stage.LEFT_ALONE);
    Head other = TestHeads.constant(8, 0.1f, 0);
    RunOutcome outcome = runner(none).run(job(stop, DomainKnowledge.UNKNOWN, other), progress::add);
    assertThat(outcome.stage()).isEqualTo(Stage.JUDGED);
    assertThat(outcome.run().orElseThrow().account().head()).isSameAs(head);
  }

  @Test
  void glsgeUsesTheLabelModelOfTheDomain() {
    StopSignal stop = new StopSignal(Duration.ofMinutes(5));
    LabelModels labels =
        new LabelModels(
            Optional.of(LabelModelName.TRUNCATED_GAUSSIAN), Map.of("seat", LabelModelName.UNIFORM));
    Methods glsge = onCpu(Methods.configured(AdaptConfig.Method.GLSGE, bank.adaptation(), labels));
    Runner alone = new Runner(glsge, bank, Gate.ofFiniteOutputs(), "cpu", GAP, computedOn::add);

    RunOutcome outcome = alone.run(job(stop), progress::add);

    assertThat(outcome.isAccepted()).as(outcome.explanation()).isTrue();
    assertThat(outcome.explanation()).contains("not judged (adapt.gate: off)");
    assertThat(outcome.run().orElseThrow().account())
        .isInstanceOfSatisfying(
            GlsgeAccount.class,
            account -> assertThat(account.labelModel()).isEqualTo(LabelModelName.UNIFORM));
  }

  @Test
  void aSitePriorThatIsNotKnownFailsTheRunWithTheRemedy() {
    LabelModels labels = new LabelModels(Optional.of(LabelModelName.SITE_PRIOR), Map.of());
    Methods glsge = onCpu(Methods.configured(AdaptConfig.Method.GLSGE, bank.adaptation(), labels));

    RunOutcome outcome =
        runner(glsge).run(job(new StopSignal(Duration.ofMinutes(1))), progress::add);

    assertThat(outcome.stage()).isEqualTo(Stage.FAILED);
    assertThat(outcome.explanation())
        .contains("label-model: 'site-prior' needs a prior with a spread, but there is no prior");
  }

  private static Methods onCpu(Methods methods) {
    return new Methods() {
      @Override
      public AdaptMethod on(String device, FixatedFrames frames, SiteKnowledge site) {
        return methods.on("cpu", frames, site);
      }

      @Override
      public Methods forDomain(String domain) {
        return onCpu(methods.forDomain(domain));
      }
    };
  }

  private double mean(FixatedFrames frames, int axis) {
    Matrix gaze = Evaluation.predict(head, frames.features());
    return IntStream.range(0, gaze.rows()).mapToDouble(i -> gaze.get(i, axis)).average().orElse(0);
  }

  private Runner runner(Methods methods) {
    return new Runner(methods, bank, new Gate(), "cuda:0", GAP, computedOn::add);
  }

  private static AdaptMethod failing(RuntimeException problem) {
    return (start, told, cancelled) -> {
      throw problem;
    };
  }

  private Job job(StopSignal stop) {
    return job(stop, DomainKnowledge.UNKNOWN, head);
  }

  private Job job(StopSignal stop, DomainKnowledge knowledge, Head active) {
    return new Job(
        new RunQueue.Waiting(
            "seat", new Decision(true, Decision.Cause.FIRST, "a test"), Optional.empty()),
        new Job.Input(new OwnedPartition(0, 0), 0, samples),
        new Job.StartingHeads(head, active, 0),
        knowledge,
        Instant.EPOCH,
        stop);
  }
}
