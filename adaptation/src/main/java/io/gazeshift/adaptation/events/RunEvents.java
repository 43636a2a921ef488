package io.gazeshift.adaptation.events;

import io.gazeshift.adaptation.glance.GlanceMark;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.run.RunOutcome;
import io.gazeshift.adaptation.run.Worker;
import io.gazeshift.adaptation.schedule.Decision.Cause;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.adaptation.shadow.Relapse;
import io.gazeshift.adaptation.shadow.ShadowTrials;
import io.gazeshift.common.Micros;
import io.gazeshift.glsge.gate.GateVerdict;
import io.gazeshift.glsge.train.StepLoss;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.AdaptationRequest;
import io.gazeshift.protocol.v1.LossPoint;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Creates the events about runs and requests in gaze.adaptations. */
public final class RunEvents {

  /** The trigger of events about shadow trials. */
  public static final String SHADOW = "shadow";

  private static final String ROLLBACK = "rollback";

  /** An event must fit into its topic, however many glances a domain has. */
  private static final int MOST_GLANCES = 10_000;

  private final String instance;
  private final int sourceSamples;
  private final InstantSource clock;

  public RunEvents(String instance, int sourceSamples, InstantSource clock) {
    this.instance = instance;
    this.sourceSamples = sourceSamples;
    this.clock = clock;
  }

  public AdaptationEvent started(Job job) {
    return of(job, Stage.STARTED).setExplanation(job.why().decision().explanation()).build();
  }

  public AdaptationEvent progress(Job job, double fraction, Optional<StepLoss> loss) {
    AdaptationEvent.Builder event = of(job, Stage.PROGRESS).setProgress(fraction);
    loss.map(RunEvents::loss).ifPresent(event::addLosses);
    return event.build();
  }

  /** Tells a requester that its run is queued. */
  public AdaptationEvent waiting(RunQueue.Waiting run, int before) {
    return of(run.domain(), "waiting-" + run.requestId(), run.decision().cause(), Stage.PROGRESS)
        .setRequestId(run.requestId())
        .setExplanation("waits for %d other run(s)".formatted(before))
        .build();
  }

  public AdaptationEvent declined(AdaptationRequest request, String why) {
    return of(
            request.getDomain(), "declined-" + request.getRequestId(), Cause.MANUAL, Stage.DECLINED)
        .setRequestId(request.getRequestId())
        .setExplanation(why)
        .setStartedMicros(request.getRequestedMicros())
        .setFinishedMicros(Micros.of(clock.instant()))
        .build();
  }

  /** Answers a request to cancel. */
  public AdaptationEvent cancelled(AdaptationRequest request, String what) {
    return declined(request, what).toBuilder()
        .setRunId("cancelled-" + request.getRequestId())
        .setStage(Stage.CANCELLED)
        .build();
  }

  /** A run that could not start. */
  public AdaptationEvent notStarted(
      RunQueue.Waiting run, long parentVersion, String why, Instant now) {
    return of(
            run.domain(),
            "%s-%d".formatted(run.domain(), now.toEpochMilli()),
            run.decision().cause(),
            Stage.FAILED)
        .setRequestId(run.requestId())
        .setExplanation(why)
        .setParentVersion(parentVersion)
        .setStartedMicros(Micros.of(now))
        .setFinishedMicros(Micros.of(now))
        .build();
  }

  /** The end of a run; the version is 0 if it published none. */
  public AdaptationEvent ended(
      Worker.Done done, RunOutcome outcome, long publishedVersion, Instant now) {
    AdaptationEvent.Builder event =
        of(done.job(), outcome.stage())
            .setExplanation(outcome.explanation())
            .setFinishedMicros(Micros.of(now))
            .setPublishedVersion(publishedVersion)
            .setProgress(1)
            .setReport(done.report());
    outcome.verdict().ifPresent(verdict -> event.setVerdict(VerdictRecords.of(verdict)));
    if (outcome.verdict().map(GateVerdict::lookedAtGlances).orElse(false)) {
      done.job().knowledge().judges().stream()
          .limit(MOST_GLANCES)
          .map(glance -> GlanceMark.of(done.job().domain(), glance))
          .forEach(event::addJudgedGlances);
    }
    outcome
        .run()
        .ifPresent(run -> run.account().losses().forEach(point -> event.addLosses(loss(point))));
    return event.build();
  }

  /** A candidate whose shadow trial starts. */
  public AdaptationEvent inShadow(Worker.Done done, Instant now) {
    return ended(done, done.outcome(), 0, now).toBuilder().setStage(Stage.SHADOWED).build();
  }

  /** The end of a shadow trial; the version is 0 if the candidate was dropped. */
  public AdaptationEvent shadowed(ShadowTrials.Judged judged, long publishedVersion, Instant now) {
    return ended(judged.done(), judged.done().outcome(), publishedVersion, now).toBuilder()
        .setTrigger(SHADOW)
        .setVerdict(judged.verdict().toMessage())
        .setExplanation(judged.verdict().explanation())
        .build();
  }

  /** A candidate that passed its shadow trial but could not be published. */
  public AdaptationEvent shadowedInVain(ShadowTrials.Judged judged, String why, Instant now) {
    return shadowed(judged, 0, now).toBuilder()
        .setStage(Stage.FAILED)
        .setExplanation("%s, but %s".formatted(judged.verdict().explanation(), why))
        .build();
  }

  /** A rollback that failed. */
  public AdaptationEvent notRolledBack(String domain, Relapse relapse, String why, Instant now) {
    return rolledBack(domain, relapse, 0, now).toBuilder()
        .setStage(Stage.FAILED)
        .setExplanation("%s, but %s".formatted(relapse.explanation(), why))
        .build();
  }

  /** An automatic rollback; the version is the one under which the parent was published again. */
  public AdaptationEvent rolledBack(
      String domain, Relapse relapse, long publishedVersion, Instant now) {
    return AdaptationEvent.newBuilder()
        .setDomain(domain)
        .setRunId("%s-%s-%d".formatted(ROLLBACK, domain, relapse.version()))
        .setTrigger(ROLLBACK)
        .setStage(Stage.ROLLED_BACK)
        .setVerdict(relapse.toMessage())
        .setExplanation(relapse.explanation())
        .setParentVersion(relapse.version())
        .setPublishedVersion(publishedVersion)
        .setStartedMicros(Micros.of(now))
        .setFinishedMicros(Micros.of(now))
        .setInstance(instance)
        .build();
  }

  private static LossPoint loss(StepLoss point) {
    return LossPoint.newBuilder()
        .setStage(point.stage())
        .setStep(point.step())
        .setWeightedL1(point.terms().l1())
        .setPcod(point.terms().discrepancySquared())
        .setMarginal(point.terms().marginal())
        .build();
  }

  private AdaptationEvent.Builder of(Job job, Stage stage) {
    return of(job.domain(), job.id(), job.why().decision().cause(), stage)
        .setRequestId(job.why().requestId())
        .setSourceSamples(sourceSamples)
        .setTargetSamples(job.samples().size())
        .setStartedMicros(Micros.of(job.started()))
        .setParentVersion(job.parentVersion())
        .setFeaturesPartition(job.partition().number())
        .setFeaturesEndOffset(job.samplesEnd());
  }

  private AdaptationEvent.Builder of(String domain, String runId, Cause cause, Stage stage) {
    return AdaptationEvent.newBuilder()
        .setDomain(domain)
        .setRunId(runId)
        .setTrigger(PastRuns.trigger(cause))
        .setStage(stage)
        .setInstance(instance);
  }
}
