package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.buffer.Admission;
import io.gazeshift.adaptation.buffer.BufferSettings;
import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.config.WatchConfig;
import io.gazeshift.adaptation.events.RunEvents;
import io.gazeshift.adaptation.publish.AdaptClients;
import io.gazeshift.adaptation.publish.Heads;
import io.gazeshift.adaptation.report.ReportFiles;
import io.gazeshift.adaptation.report.ReportWriter;
import io.gazeshift.adaptation.run.Methods;
import io.gazeshift.adaptation.run.Places;
import io.gazeshift.adaptation.run.RunListener;
import io.gazeshift.adaptation.run.RunOutcome;
import io.gazeshift.adaptation.run.Runner;
import io.gazeshift.adaptation.run.Source;
import io.gazeshift.adaptation.run.Worker;
import io.gazeshift.adaptation.schedule.DriftDetector;
import io.gazeshift.adaptation.schedule.QuietHours;
import io.gazeshift.adaptation.schedule.TriggerPolicy;
import io.gazeshift.adaptation.schedule.TriggerSettings;
import io.gazeshift.adaptation.shadow.GazeRange;
import io.gazeshift.adaptation.shadow.Steadiness;
import io.gazeshift.adaptation.shadow.WatchSettings;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.RejectionLog;
import io.gazeshift.glsge.gate.Gate;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/**
 * What the configuration makes of adaptation, for as long as the process lives; and the parts that
 * each loop opens anew.
 */
record AdaptSetup(
    AdaptConfig config,
    Source source,
    AdaptClients clients,
    AdaptMeters meters,
    ReportWriter reports,
    RunListener listener,
    RunEvents events,
    RunCoordinator.Rules rules,
    Map<String, Integer> shadows,
    Supplier<Heads> heads) {

  static AdaptSetup of(
      KafkaAccess kafka,
      AdaptConfig config,
      Source source,
      Places places,
      Map<String, Integer> shadows,
      Supplier<Heads> heads,
      RunListener listener,
      MeterRegistry registry,
      InstantSource clock) {
    RejectionLog refusals =
        new RejectionLog(
            clock, "not learnt from", LoggerFactory.getLogger(AdaptationService.class)::warn);
    return new AdaptSetup(
        config,
        source,
        AdaptClients.of(kafka, config),
        new AdaptMeters(registry, refusals),
        new ReportWriter(ReportFiles.in(config.reportDir(), config.reportsKept(), source)::write),
        listener,
        new RunEvents(config.instance(), source.bank().all().size(), clock),
        new RunCoordinator.Rules(places, config.timeLimit(), config.gate()),
        Map.copyOf(shadows),
        heads);
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

  Heads openHeads() {
    return heads.get();
  }

  Worker openWorker() {
    Runner runner =
        new Runner(
            Methods.configured(config.method(), source.bank()),
            source.bank(),
            new Gate(),
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
        listener);
  }
}
