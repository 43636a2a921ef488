package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.buffer.Admission;
import io.gazeshift.adaptation.buffer.BufferSettings;
import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.config.WatchConfig;
import io.gazeshift.adaptation.domains.DomainLimit;
import io.gazeshift.adaptation.events.RunEvents;
import io.gazeshift.adaptation.method.LabelModels;
import io.gazeshift.adaptation.publish.AdaptClients;
import io.gazeshift.adaptation.publish.Heads;
import io.gazeshift.adaptation.publish.Outbox;
import io.gazeshift.adaptation.publish.PublishedHeads;
import io.gazeshift.adaptation.publish.Publishing;
import io.gazeshift.adaptation.report.ReportFiles;
import io.gazeshift.adaptation.report.ReportWriter;
import io.gazeshift.adaptation.run.Methods;
import io.gazeshift.adaptation.run.RunOutcome;
import io.gazeshift.adaptation.run.Runner;
import io.gazeshift.adaptation.run.Source;
import io.gazeshift.adaptation.run.Worker;
import io.gazeshift.adaptation.schedule.DriftDetector;
import io.gazeshift.adaptation.schedule.QuietHours;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.adaptation.schedule.TriggerPolicy;
import io.gazeshift.adaptation.schedule.TriggerSettings;
import io.gazeshift.adaptation.shadow.GazeRange;
import io.gazeshift.adaptation.shadow.ShadowTrials;
import io.gazeshift.adaptation.shadow.Steadiness;
import io.gazeshift.adaptation.shadow.WatchSettings;
import io.gazeshift.adaptation.shadow.Watches;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.RejectionLog;
import io.gazeshift.glsge.gate.Gate;
import io.gazeshift.protocol.Topics;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/**
 * The composition root of adaptation: turns the configuration into settings, keeps what lives as
 * long as the process, and wires each {@link AdaptationLoop}.
 */
final class AdaptSetup {

  private final AdaptConfig config;
  private final Source source;
  private final DomainRules rules;
  private final AdaptRuntime runtime;
  private final Supplier<Heads> heads;
  private final AdaptClients clients;
  private final AdaptMeters meters;
  private final ReportWriter reports;
  private final RunEvents events;

  AdaptSetup(
      KafkaAccess kafka,
      AdaptConfig config,
      Source source,
      HeadKeys keys,
      DomainRules rules,
      AdaptRuntime runtime) {
    this.config = config;
    this.source = source;
    this.rules = rules;
    this.runtime = runtime;
    this.clients = AdaptClients.of(kafka, config);
    RejectionLog refusals =
        new RejectionLog(
            runtime.clock(),
            "not learnt from",
            LoggerFactory.getLogger(AdaptationService.class)::warn);
    this.meters = new AdaptMeters(runtime.meters(), refusals);
    this.heads =
        () ->
            new PublishedHeads(
                kafka,
                source.head(),
                keys.trusted(),
                keys.signer(),
                runtime.clock(),
                reason -> meters.unreadable(Topics.MODELS.name(), reason));
    this.reports =
        new ReportWriter(ReportFiles.in(config.reportDir(), config.reportsKept(), source)::write);
    this.events = new RunEvents(config.instance(), source.trainingSamples(), runtime.clock());
  }

  AdaptClients clients() {
    return clients;
  }

  AdaptMeters meters() {
    return meters;
  }

  ReportWriter reports() {
    return reports;
  }

  BufferSettings buffer() {
    BufferSettings usual = BufferSettings.DEFAULT;
    return new BufferSettings(
        config.samples().capacity(),
        usual.burstFrames(),
        usual.gap(),
        config.samples().pause(),
        usual.cellDegrees(),
        config.samples().maxAge());
  }

  Admission admission() {
    AdaptConfig.Samples samples = config.samples();
    return new Admission(
        new Admission.Rules(samples.minQuality(), samples.minOpenness(), samples.maxAge()),
        source.fingerprint(),
        source.featureSize());
  }

  private DomainLimit limit(Heads heads) {
    return new DomainLimit(
        config.domains().most(),
        config.domains().onlyConfigured(),
        rules.configured(),
        domain -> heads.facts(domain).version() > 0);
  }

  TriggerPolicy openPolicy() {
    AdaptConfig.Triggers triggers = config.triggers();
    QuietHours quiet =
        triggers
            .quietHours()
            .map(hours -> new QuietHours(hours.from(), hours.to(), ZoneId.systemDefault()))
            .orElse(QuietHours.NONE);
    TriggerSettings settings =
        new TriggerSettings(
            triggers.interval(),
            triggers.minSamples(),
            triggers.minSamplesRequested(),
            triggers.driftInterval(),
            triggers.driftSignificance(),
            quiet,
            triggers.maxBackOff());
    return new TriggerPolicy(
        settings,
        DriftDetector.of(triggers.driftSignificance(), source.head().head()),
        meters::looked);
  }

  WatchSettings watching() {
    WatchConfig watch = config.watch();
    return new WatchSettings(
        new Steadiness(
            GazeRange.PLAUSIBLE, watch.jitterRatio(), watch.jitterSlackDeg(), watch.outsideRise()),
        watch.window(),
        watch.minFaces(),
        watch.patience(),
        watch.lasts());
  }

  private Worker openWorker() {
    Runner runner =
        new Runner(
            Methods.configured(
                config.method(),
                source.split().adaptation(),
                new LabelModels(config.labelModel(), rules.labelModels())),
            source.split(),
            config.gate() == AdaptConfig.GateMode.OFF ? Gate.ofFiniteOutputs() : new Gate(),
            config.device(),
            buffer().gap(),
            meters::computedOn);
    return new Worker(
        (job, progress) -> {
          long began = System.nanoTime();
          RunOutcome outcome = runner.run(job, progress);
          String report = reports.write(job, outcome);
          return new Worker.Done(job, outcome, report, Duration.ofNanos(System.nanoTime() - began));
        },
        runtime.listener());
  }

  /**
   * Opens the Kafka clients and wires a loop around them.
   *
   * @param polled is called after every successful poll
   */
  AdaptationLoop openLoop(Runnable polled) {
    SharedRecords shared = new SharedRecords(meters, runtime.clock());
    LoopResources resources =
        new LoopResources(clients, openWorker(), shared, heads, runtime.clock().instant());
    WatchSettings watching = watching();
    ShadowTrials trials =
        new ShadowTrials(rules.shadowSamples(), watching.steadiness(), source.fingerprint());
    Watches watches = new Watches(resources.heads(), source.fingerprint(), watching);
    AssignedDomains domains =
        new AssignedDomains(
            admission(),
            buffer(),
            shared.runs(),
            meters,
            List.of(trials, watches),
            limit(resources.heads()));
    return new AdaptationLoop(
        resources,
        domains,
        coordinator(resources, domains, shared, trials, watches),
        meters,
        runtime.clock(),
        polled);
  }

  private AdaptationCoordinator coordinator(
      LoopResources resources,
      AssignedDomains domains,
      SharedRecords shared,
      ShadowTrials trials,
      Watches watches) {
    Heads active = resources.heads();
    Outbox outbox = resources.outbox();
    RunQueue queue = new RunQueue();
    Publishing publishing = new Publishing(active, outbox);
    RunAnnouncer announcer = new RunAnnouncer(active, outbox, events, shared.requests(), meters);
    DomainScheduler scheduler = new DomainScheduler(domains, active, openPolicy(), queue);
    return new AdaptationCoordinator(
        scheduler,
        new RequestHandler(
            domains, shared.requests(), scheduler, new RunCanceller(queue, announcer), announcer),
        new RunCoordinator(
            domains,
            queue,
            new JobFactory(active, rules.knowledge(), shared.looks(), config.timeLimit()),
            resources.worker(),
            new RunResultPublisher(active, trials, publishing, events, config.gate()),
            announcer),
        new ShadowPromotion(active, trials, publishing, events, meters),
        new AutomaticRollback(active, watches, publishing, events, meters),
        new HeadRepair(domains, active, outbox, shared.contested()));
  }
}
