package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.buffer.Admission;
import io.gazeshift.adaptation.buffer.BufferSettings;
import io.gazeshift.adaptation.buffer.TargetSample;
import io.gazeshift.adaptation.config.AdaptConfig.GateMode;
import io.gazeshift.adaptation.domains.DomainLimit;
import io.gazeshift.adaptation.domains.DomainState;
import io.gazeshift.adaptation.domains.FaceObserver;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.events.ContestedHeads;
import io.gazeshift.adaptation.events.GlanceLooks;
import io.gazeshift.adaptation.events.PastRuns;
import io.gazeshift.adaptation.events.RunEvents;
import io.gazeshift.adaptation.method.AdaptationRun;
import io.gazeshift.adaptation.method.FeatureProjection;
import io.gazeshift.adaptation.method.SafeAccount;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.adaptation.publish.InMemoryHeads;
import io.gazeshift.adaptation.publish.InMemoryOutbox;
import io.gazeshift.adaptation.publish.Publishing;
import io.gazeshift.adaptation.request.OpenRequests;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.run.KnowledgeSource;
import io.gazeshift.adaptation.run.RunListener;
import io.gazeshift.adaptation.run.RunOutcome;
import io.gazeshift.adaptation.run.Worker;
import io.gazeshift.adaptation.schedule.Decision;
import io.gazeshift.adaptation.schedule.DriftDetector;
import io.gazeshift.adaptation.schedule.QuietHours;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.adaptation.schedule.TriggerPolicy;
import io.gazeshift.adaptation.schedule.TriggerSettings;
import io.gazeshift.adaptation.shadow.Faces;
import io.gazeshift.adaptation.shadow.ShadowTrials;
import io.gazeshift.adaptation.shadow.Steadiness;
import io.gazeshift.adaptation.shadow.WatchSettings;
import io.gazeshift.adaptation.shadow.Watches;
import io.gazeshift.adaptation.synthetic.SyntheticDomain;
import io.gazeshift.common.kafka.RejectionLog;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.glsge.gate.GateCheck;
import io.gazeshift.glsge.gate.GateVerdict;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.safe.SafeResult;
import io.gazeshift.glsge.safe.SafeSettings;
import io.gazeshift.glsge.safe.Verdict;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.AdaptationRequest;
import io.gazeshift.protocol.v1.AdaptationRequest.Kind;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** The coordinator's classes around heads and an outbox in memory, with one partition. */
final class TestCoordinator implements AutoCloseable {

  static final Instant NOW = Instant.ofEpochSecond(3600);

  /** Bursts of four frames before a run of its own accord, and before one on request. */
  static final int ENOUGH = 10;

  static final int ENOUGH_ON_REQUEST = 2;
  static final int SHADOW_FACES = 120;
  static final Head SOURCE = Faces.head(0.7, 0.2, 3);
  static final Head CANDIDATE = Faces.head(1, 0.2, 0);

  private static final int WIDTH = 3;

  final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  final AdaptMeters meters =
      new AdaptMeters(
          BoundedMeters.of(registry),
          new RejectionLog(InstantSource.fixed(NOW), "ignored", line -> {}));
  final InMemoryHeads heads = new InMemoryHeads(SOURCE);
  final InMemoryOutbox outbox = new InMemoryOutbox(heads);
  final RunQueue queue = new RunQueue();
  final OpenRequests requests = new OpenRequests();
  final ContestedHeads contested = new ContestedHeads();
  final ShadowTrials trials =
      new ShadowTrials(Map.of("shadowed", SHADOW_FACES), Steadiness.DEFAULT, Faces.BACKBONE);
  final Watches watches =
      new Watches(
          heads,
          Faces.BACKBONE,
          new WatchSettings(
              Steadiness.DEFAULT,
              Duration.ofSeconds(2),
              40,
              Duration.ofSeconds(4),
              Duration.ofSeconds(10)));
  final AssignedDomains domains;
  final OwnedPartition partition;
  final DomainScheduler scheduler;
  final RequestHandler requestHandler;
  final RunCoordinator runs;
  final RunAnnouncer announcer;
  final AdaptationCoordinator coordinator;
  private final Worker worker;
  private final SyntheticDomain samples = new SyntheticDomain(WIDTH);

  /** Runs are finished at once, as the work says. */
  TestCoordinator(GateMode gate, Worker.Work work) {
    List<FaceObserver> observers = List.of(trials, watches);
    this.domains =
        new AssignedDomains(
            new Admission(new Admission.Rules(0, 0, Duration.ofHours(24)), Faces.BACKBONE, WIDTH),
            BufferSettings.DEFAULT,
            new PastRuns(),
            meters,
            observers,
            new DomainLimit(1000, false, Set.of(), domain -> heads.facts(domain).version() > 0));
    domains.assign(0, 0);
    this.partition = domains.partition(0).orElseThrow();
    partition.readUpTo(0);
    TriggerPolicy policy =
        new TriggerPolicy(
            new TriggerSettings(
                Duration.ofHours(6),
                4 * ENOUGH,
                4 * ENOUGH_ON_REQUEST,
                Duration.ofMinutes(5),
                0,
                QuietHours.NONE,
                Duration.ofDays(1)),
            DriftDetector.of(0, SOURCE),
            (domain, drift) -> {});
    RunEvents events = new RunEvents("here", 100, InstantSource.fixed(NOW));
    Publishing publishing = new Publishing(heads, outbox);
    this.worker = new Worker(work, RunListener.NONE);
    this.announcer = new RunAnnouncer(heads, outbox, events, requests, meters);
    this.scheduler = new DomainScheduler(domains, heads, policy, queue);
    this.requestHandler =
        new RequestHandler(
            domains, requests, scheduler, new RunCanceller(queue, announcer), announcer);
    this.runs =
        new RunCoordinator(
            domains,
            queue,
            new JobFactory(
                heads, KnowledgeSource.UNKNOWN, new GlanceLooks(), Duration.ofMinutes(1)),
            worker,
            new RunResultPublisher(heads, trials, publishing, events, gate),
            announcer);
    this.coordinator =
        new AdaptationCoordinator(
            scheduler,
            requestHandler,
            runs,
            new ShadowPromotion(heads, trials, publishing, events, meters),
            new AutomaticRollback(heads, watches, publishing, events, meters),
            new HeadRepair(domains, heads, outbox, contested));
  }

  static TestCoordinator accepting() {
    return new TestCoordinator(GateMode.ENFORCE, (job, progress) -> done(job, judged(true)));
  }

  /** A domain with so many bursts of four frames. */
  DomainState domain(String name, int bursts) {
    DomainState domain =
        partition.domain(
            name,
            made -> new DomainState(made, partition, BufferSettings.DEFAULT, Optional.empty()));
    for (int burst = 0; domain.samples() < 4 * bursts; burst++) {
      for (TargetSample sample : samples.burst(burst, 0, 0, 4, SOURCE)) {
        domain.offer(0, sample);
      }
    }
    return domain;
  }

  static Worker.Done done(Job job, RunOutcome outcome) {
    return new Worker.Done(job, outcome, "report.html", Duration.ofSeconds(3));
  }

  static RunOutcome judged(boolean accepted) {
    Matrix none = Matrix.zeros(1, 2);
    FeatureProjection features = new FeatureProjection(none, none);
    SafeResult result =
        new SafeResult(
            CANDIDATE,
            new Verdict(true, OptionalDouble.empty(), Optional.empty(), List.of("a test")),
            Optional.empty(),
            List.of());
    return new RunOutcome(
        Stage.JUDGED,
        accepted ? "all 1 checks passed" : "too far",
        Optional.of(
            new AdaptationRun(
                new SafeAccount(SafeSettings.DEFAULT, new SiteKnowledge.Unknown(), result),
                none,
                none,
                none,
                features,
                features,
                Duration.ZERO)),
        Optional.of(
            new GateVerdict(
                accepted,
                List.of(new GateCheck("jump", accepted, accepted ? 1 : 9, 5, "too far")))),
        Optional.of(Duration.ZERO));
  }

  /** A request that was just made, and is open. */
  AdaptationRequest request(Kind kind, String domain, String id) {
    AdaptationRequest request =
        AdaptationRequest.newBuilder()
            .setKind(kind)
            .setDomain(domain)
            .setRequestId(id)
            .setAuthor("person test")
            .build();
    requests.add(request, NOW);
    return request;
  }

  static RunQueue.Waiting waiting(String domain, Optional<AdaptationRequest> request) {
    return new RunQueue.Waiting(
        domain, new Decision(true, Decision.Cause.FIRST, "a test"), request);
  }

  void schedule() {
    coordinator.schedule(NOW, 1);
  }

  void proceed() {
    coordinator.proceed(NOW);
  }

  double counted(String meter, String tag, String value) {
    return registry.find(meter).tag(tag, value).counters().stream()
        .mapToDouble(counter -> counter.count())
        .sum();
  }

  long runsCounted(String outcome) {
    return registry.find("gazeshift.adapt.runs").tag("outcome", outcome).timers().stream()
        .mapToLong(timer -> timer.count())
        .sum();
  }

  @Override
  public void close() {
    worker.close();
  }
}
