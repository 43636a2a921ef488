package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.domains.BufferFigures;
import io.gazeshift.adaptation.events.RunEvents;
import io.gazeshift.adaptation.schedule.FeatureDrift;
import io.gazeshift.common.kafka.RejectionLog;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.common.metrics.CappedTag;
import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.GaugeSpec;
import io.gazeshift.common.metrics.MeterSpec;
import io.gazeshift.common.metrics.TaggedGauges;
import io.gazeshift.common.metrics.TimerSpec;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.GateCheck;
import io.gazeshift.protocol.v1.LossPoint;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.LongStream;

/** The metrics of adaptation; those of runs are taken from their events. For one thread. */
public final class AdaptMeters {

  private static final String DOMAIN = "domain";

  public static final CounterSpec TRIGGERS =
      CounterSpec.of("gazeshift.adapt.triggers", "Runs that were begun, by why", DOMAIN, "cause");
  public static final TimerSpec RUNS =
      TimerSpec.millis(
          "gazeshift.adapt.runs",
          LongStream.of(1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600).map(s -> s * 1000),
          "Runs that ended and how long they took, by how: accepted, rejected (by the gate),"
              + " published_anyway (though rejected, where the gate only warns), failed, skipped"
              + " (nothing to change), declined; shadowed (the candidate goes on trial), then"
              + " promoted or dropped; rolled_back (a published head was taken back)",
          DOMAIN,
          "outcome");
  private static final List<String> OUTCOMES =
      List.of(
          "accepted",
          "rejected",
          "published_anyway",
          "failed",
          "skipped",
          "declined",
          "shadowed",
          "promoted",
          "dropped",
          "rolled_back");
  public static final CounterSpec GATE_REFUSED =
      CounterSpec.of(
          "gazeshift.adapt.gate.rejected",
          "Checks of the gate that were not passed",
          DOMAIN,
          "check");
  public static final GaugeSpec LOSS =
      GaugeSpec.of(
          "gazeshift.adapt.loss",
          "Loss terms at the end of the last run that trained: the mean absolute error (radians) of"
              + " each training, fixations, gaze_distribution or gaze_targets; with the"
              + " method of the paper weighted_l1, pcod, marginal",
          DOMAIN,
          "term");

  /** What events call the trainings, as the metric calls them. */
  private static final Map<String, String> TERMS =
      Map.of("law", "gaze_distribution", "places", "gaze_targets");

  public static final GaugeSpec SAMPLES =
      GaugeSpec.of(
          "gazeshift.adapt.samples", "Samples of the last run: source, target", DOMAIN, "of");
  public static final GaugeSpec BUFFER_SAMPLES =
      GaugeSpec.of("gazeshift.adapt.buffer.samples", "Samples kept to learn a domain from", DOMAIN);
  public static final GaugeSpec BUFFER_AGE =
      GaugeSpec.of(
          "gazeshift.adapt.buffer.age.seconds",
          "How long ago the oldest of these samples was seen",
          DOMAIN);
  public static final GaugeSpec GAZE =
      GaugeSpec.of(
          "gazeshift.adapt.gaze.degrees",
          "Where the predictions of these samples lie, in the axes that the model sees: mean_pitch,"
              + " mean_yaw, and, squared, variance_pitch, variance_yaw, covariance",
          DOMAIN,
          "of");
  public static final GaugeSpec DRIFT =
      GaugeSpec.of(
          "gazeshift.adapt.drift.discrepancy",
          "How far the buffer is from what the last run saw, when it was last looked: kernel"
              + " discrepancy of features (what the cameras see) and of gaze (where people look)",
          DOMAIN,
          "of");
  public static final GaugeSpec DRIFT_CHANCE =
      GaugeSpec.of(
          "gazeshift.adapt.drift.chance",
          "How likely chance alone gives so much; a run begins at half of adapt.drift-significance",
          DOMAIN,
          "of");
  public static final CounterSpec REFUSED =
      CounterSpec.of(
          "gazeshift.adapt.rejected", "Features that were not learnt from, by why", "reason");
  public static final CounterSpec UNREADABLE =
      CounterSpec.of(
          "gazeshift.adapt.unreadable",
          "Events, requests and published heads that could not be read or believed and were passed"
              + " over, by why; events and heads are read anew at every start",
          "topic",
          "reason");
  public static final CounterSpec RESTARTS =
      CounterSpec.of(
          "gazeshift.adapt.restarts", "Times the Kafka clients were opened again after a failure");
  public static final GaugeSpec DOMAINS =
      GaugeSpec.of("gazeshift.adapt.domains", "Domains this process looks after");
  public static final CounterSpec EVICTED =
      CounterSpec.of(
          "gazeshift.adapt.domains.evicted",
          "Domains that were forgotten because there were more than adapt.max-domains");
  public static final GaugeSpec WAITING =
      GaugeSpec.of("gazeshift.adapt.waiting", "Domains that wait for a run");
  public static final GaugeSpec LAG =
      GaugeSpec.of("gazeshift.adapt.lag", "Records of gaze.features not yet read");
  public static final GaugeSpec PROGRESS =
      GaugeSpec.of(
          "gazeshift.adapt.progress",
          "How much of the run under way is done, 0 to 1; 0 without one");

  public static final GaugeSpec DEVICE =
      GaugeSpec.of(
          "gazeshift.adapt.device",
          "1 from the first run on; its label says where the last run was computed, cpu or cuda:N",
          "device");

  public static final List<MeterSpec> ALL =
      List.of(
          TRIGGERS,
          RUNS,
          GATE_REFUSED,
          LOSS,
          SAMPLES,
          BUFFER_SAMPLES,
          BUFFER_AGE,
          GAZE,
          DRIFT,
          DRIFT_CHANCE,
          REFUSED,
          UNREADABLE,
          RESTARTS,
          DOMAINS,
          EVICTED,
          WAITING,
          LAG,
          PROGRESS,
          DEVICE);

  private final BoundedMeters bounded;
  private final MeterRegistry registry;
  private final RejectionLog refusals;
  private final Counter restarts;
  private final Counter evicted;
  private final TaggedGauges loss;
  private final TaggedGauges samples;
  private final TaggedGauges bufferSamples;
  private final TaggedGauges bufferAge;
  private final TaggedGauges gaze;
  private final TaggedGauges drift;
  private final TaggedGauges driftChance;
  private final TaggedGauges device;
  private final Set<String> held = new HashSet<>();
  private final AtomicInteger holding = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong lag = new AtomicLong();
  private final AtomicReference<Double> progress = new AtomicReference<>(0.0);
  private final AtomicReference<String> lastDevice = new AtomicReference<>("");

  AdaptMeters(BoundedMeters bounded, RejectionLog refusals) {
    this.bounded = bounded;
    this.registry = bounded.registry();
    this.refusals = refusals;
    this.restarts = RESTARTS.in(registry);
    this.evicted = EVICTED.in(registry);
    this.loss = new TaggedGauges(LOSS, registry);
    this.samples = new TaggedGauges(SAMPLES, registry);
    this.bufferSamples = new TaggedGauges(BUFFER_SAMPLES, registry);
    this.bufferAge = new TaggedGauges(BUFFER_AGE, registry);
    this.gaze = new TaggedGauges(GAZE, registry);
    this.drift = new TaggedGauges(DRIFT, registry);
    this.driftChance = new TaggedGauges(DRIFT_CHANCE, registry);
    this.device = new TaggedGauges(DEVICE, registry);
    DOMAINS.in(registry, holding::get);
    WAITING.in(registry, waiting::get);
    LAG.in(registry, lag::get);
    PROGRESS.in(registry, progress::get);
  }

  void rejected(String reason, String explanation) {
    refusals.rejected(reason, explanation);
    passedOver(reason);
  }

  /** Expected, so counted without a log line. */
  void passedOver(String reason) {
    REFUSED.in(registry, reason).increment();
  }

  /** A record of a topic that every process reads in full. */
  void unreadable(String topic, BadRecordException.Reason reason) {
    UNREADABLE.in(registry, topic, reason.name()).increment();
  }

  /** An event of a run or request. */
  void told(AdaptationEvent event) {
    String domain = bounded.domain(event.getDomain());
    switch (event.getStage()) {
      case STARTED -> started(domain, event);
      case PROGRESS, UNRECOGNIZED -> {}
      case JUDGED -> judged(domain, event);
      case LEFT_ALONE -> ended(domain, event, "skipped");
      default -> ended(domain, event, event.getStage().name().toLowerCase(Locale.ROOT));
    }
  }

  private void started(String domain, AdaptationEvent event) {
    TRIGGERS.in(registry, domain, event.getTrigger()).increment();
    // Registered at zero before the first run ends, so that its first increase is visible.
    OUTCOMES.forEach(outcome -> RUNS.in(registry, domain, outcome));
  }

  private void judged(String domain, AdaptationEvent event) {
    boolean published = event.getPublishedVersion() != 0;
    if (event.getTrigger().equals(RunEvents.SHADOW)) {
      ended(domain, event, published ? "promoted" : "dropped");
      return;
    }
    boolean accepted = event.getVerdict().getAccepted();
    ended(domain, event, accepted ? "accepted" : published ? "published_anyway" : "rejected");
    for (GateCheck check : event.getVerdict().getChecksList()) {
      // Registered at zero before the first failure, so that its first increase is visible.
      GATE_REFUSED.in(registry, domain, check.getName()).increment(check.getPassed() ? 0 : 1);
    }
    samples.set(event.getSourceSamples(), domain, "source");
    samples.set(event.getTargetSamples(), domain, "target");
  }

  private void ended(String domain, AdaptationEvent event, String outcome) {
    long micros = event.getFinishedMicros() - event.getStartedMicros();
    RUNS.in(registry, domain, outcome).record(Math.max(0, micros), TimeUnit.MICROSECONDS);
    if (event.getLossesCount() > 0) {
      losses(domain, event.getLossesList());
    }
  }

  private void losses(String domain, List<LossPoint> points) {
    Map<String, Double> last = new HashMap<>();
    for (LossPoint point : points) {
      if (point.getStage().isEmpty()) {
        last.put("weighted_l1", point.getWeightedL1());
        last.put("pcod", point.getPcod());
        last.put("marginal", point.getMarginal());
      } else {
        last.put(TERMS.getOrDefault(point.getStage(), point.getStage()), point.getWeightedL1());
      }
    }
    // Terms of an earlier run with another method are removed.
    loss.removeIf(tags -> tags.get(0).equals(domain) && !last.containsKey(tags.get(1)));
    last.forEach((term, value) -> loss.set(value, domain, term));
  }

  /**
   * What is here of each domain; those of others are no longer told.
   *
   * @param figures of a domain; asked for only where they are told
   */
  void holds(Set<String> present, Function<String, BufferFigures> figures, int waitingCount) {
    held.removeIf(
        domain -> {
          boolean gone = !present.contains(domain);
          if (gone) {
            forget(domain);
          }
          return gone;
        });
    for (String domain : present) {
      if (!bounded.domain(domain).equals(CappedTag.OTHER)) {
        held.add(domain);
        tell(domain, figures.apply(domain));
      }
    }
    holding.set(present.size());
    waiting.set(waitingCount);
  }

  private void tell(String domain, BufferFigures figures) {
    bufferSamples.set(figures.samples(), domain);
    bufferAge.set(figures.age().toMillis() / 1000.0, domain);
    figures
        .gaze()
        .ifPresent(
            law -> {
              gaze.set(law.meanX(), domain, "mean_pitch");
              gaze.set(law.meanY(), domain, "mean_yaw");
              gaze.set(law.covariance().xx(), domain, "variance_pitch");
              gaze.set(law.covariance().yy(), domain, "variance_yaw");
              gaze.set(law.covariance().xy(), domain, "covariance");
            });
  }

  private void forget(String domain) {
    bufferSamples.remove(domain);
    bufferAge.remove(domain);
    List.of("mean_pitch", "mean_yaw", "variance_pitch", "variance_yaw", "covariance")
        .forEach(of -> gaze.remove(domain, of));
    for (String of : List.of("features", "gaze")) {
      drift.remove(domain, of);
      driftChance.remove(domain, of);
    }
  }

  /** The result of a test for drift. */
  void looked(String name, FeatureDrift found) {
    String domain = bounded.domain(name);
    if (!domain.equals(CappedTag.OTHER)) {
      drift.set(found.features().discrepancy(), domain, "features");
      drift.set(found.gaze().discrepancy(), domain, "gaze");
      driftChance.set(found.features().pValue(), domain, "features");
      driftChance.set(found.gaze().pValue(), domain, "gaze");
    }
  }

  void lag(long records) {
    lag.set(records);
  }

  void progress(double fraction) {
    progress.set(fraction);
  }

  /** The device of the last run. */
  void computedOn(String name) {
    String before = lastDevice.getAndSet(name);
    if (!before.equals(name)) {
      device.remove(before);
      device.set(1, name);
    }
  }

  /** A domain was forgotten to make room for another. */
  void evicted() {
    evicted.increment();
  }

  void restarted() {
    restarts.increment();
  }
}
