package io.gazeshift.daemon.meters;

import io.gazeshift.common.metrics.CappedTag;
import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.GaugeSpec;
import io.gazeshift.common.metrics.Levels;
import io.gazeshift.common.metrics.MeterSpec;
import io.gazeshift.common.metrics.TimerSpec;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.GateCheck;
import io.gazeshift.protocol.v1.LossPoint;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * What adaptation tells about itself: of its runs by the events it publishes, of the time between
 * them by whoever keeps the buffers. Thread-safe.
 */
public final class AdaptationMeters {

  private static final String DOMAIN = "domain";

  public static final CounterSpec TRIGGERS =
      CounterSpec.of(
          "gazeshift.adapt.triggers", "Adaptations that were begun, by why", DOMAIN, "cause");
  public static final TimerSpec RUNS =
      TimerSpec.millis(
          "gazeshift.adapt.runs",
          LongStream.of(1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600).map(s -> s * 1000),
          "Adaptations that are over and how long they took, by how they ended: accepted, refused"
              + " (by the gate), failed, left_alone, shadowed, rolled_back or declined",
          DOMAIN,
          "outcome");
  public static final CounterSpec GATE_REFUSED =
      CounterSpec.of(
          "gazeshift.adapt.gate.refused",
          "Checks of the gate that were not passed",
          DOMAIN,
          "check");
  public static final GaugeSpec LOSS =
      GaugeSpec.of(
          "gazeshift.adapt.loss",
          "Loss terms at the last step of the last adaptation: weighted_l1, pcod, marginal",
          DOMAIN,
          "term");
  public static final GaugeSpec SAMPLES =
      GaugeSpec.of(
          "gazeshift.adapt.samples",
          "Samples of the last adaptation: source, target",
          DOMAIN,
          "of");
  public static final GaugeSpec BUFFER_SAMPLES =
      GaugeSpec.of(
          "gazeshift.adapt.buffer.samples", "Samples in the target buffer of a domain", DOMAIN);
  public static final GaugeSpec BUFFER_AGE =
      GaugeSpec.seconds(
          "gazeshift.adapt.buffer.age", "Age of the newest sample in the target buffer", DOMAIN);
  public static final CounterSpec REFUSED =
      CounterSpec.of(
          "gazeshift.adapt.refused", "Features that were not learnt from, by why", "reason");
  public static final GaugeSpec DRIFT =
      GaugeSpec.of(
          "gazeshift.adapt.drift",
          "Discrepancy between what a domain shows now and what it showed at its last adaptation,"
              + " of: features, gaze",
          DOMAIN,
          "of");
  public static final GaugeSpec LABEL_MEAN =
      GaugeSpec.of(
          "gazeshift.adapt.label.mean",
          "Mean of the gaze that adaptation takes the domain to have, in radians, by axis: pitch,"
              + " yaw",
          DOMAIN,
          "axis");
  public static final GaugeSpec LABEL_COVARIANCE =
      GaugeSpec.of(
          "gazeshift.adapt.label.covariance",
          "Covariance of the same, in square radians: pitch_pitch, pitch_yaw, yaw_yaw",
          DOMAIN,
          "entry");

  public static final List<MeterSpec> ALL =
      List.of(
          TRIGGERS,
          RUNS,
          GATE_REFUSED,
          LOSS,
          SAMPLES,
          BUFFER_SAMPLES,
          BUFFER_AGE,
          REFUSED,
          DRIFT,
          LABEL_MEAN,
          LABEL_COVARIANCE);

  private final MeterRegistry registry;
  private final CappedTag domains = new CappedTag(CappedTag.USUAL);
  private final Levels loss;
  private final Levels samples;
  private final Levels bufferSamples;
  private final Levels bufferAge;
  private final Levels drift;
  private final Levels labelMean;
  private final Levels labelCovariance;

  public AdaptationMeters(MeterRegistry registry) {
    this.registry = registry;
    this.loss = new Levels(LOSS, registry);
    this.samples = new Levels(SAMPLES, registry);
    this.bufferSamples = new Levels(BUFFER_SAMPLES, registry);
    this.bufferAge = new Levels(BUFFER_AGE, registry);
    this.drift = new Levels(DRIFT, registry);
    this.labelMean = new Levels(LABEL_MEAN, registry);
    this.labelCovariance = new Levels(LABEL_COVARIANCE, registry);
  }

  /** An event that this process has published. */
  public void told(AdaptationEvent event) {
    String domain = domains.of(event.getDomain());
    switch (event.getStage()) {
      case STARTED -> TRIGGERS.in(registry, domain, event.getTrigger()).increment();
      case JUDGED -> judged(domain, event);
      case FAILED, LEFT_ALONE, SHADOWED, ROLLED_BACK, DECLINED ->
          ended(domain, event, event.getStage().name().toLowerCase(Locale.ROOT));
      case PROGRESS, UNRECOGNIZED -> {}
    }
  }

  private void judged(String domain, AdaptationEvent event) {
    ended(domain, event, event.getVerdict().getAccepted() ? "accepted" : "refused");
    for (GateCheck check : event.getVerdict().getChecksList()) {
      // There at zero before it is ever failed: a counter that is new has not grown yet.
      GATE_REFUSED.in(registry, domain, check.getName()).increment(check.getPassed() ? 0 : 1);
    }
    samples.set(event.getSourceSamples(), domain, "source");
    samples.set(event.getTargetSamples(), domain, "target");
    if (event.getLossesCount() > 0) {
      LossPoint last = event.getLosses(event.getLossesCount() - 1);
      loss.set(last.getWeightedL1(), domain, "weighted_l1");
      loss.set(last.getPcod(), domain, "pcod");
      loss.set(last.getMarginal(), domain, "marginal");
    }
  }

  private void ended(String domain, AdaptationEvent event, String outcome) {
    long micros = event.getFinishedMicros() - event.getStartedMicros();
    RUNS.in(registry, domain, outcome).record(Math.max(0, micros), TimeUnit.MICROSECONDS);
  }

  /** What a target buffer holds now. */
  public void buffer(String domain, int samples, double newestAgeSeconds) {
    bufferSamples.set(samples, domains.of(domain));
    bufferAge.set(newestAgeSeconds, domains.of(domain));
  }

  /** A feature that was not learnt from. */
  public void refused(String reason) {
    REFUSED.in(registry, reason).increment();
  }

  /** What the test for drift found, of features or gaze. */
  public void drift(String domain, String of, double discrepancy) {
    drift.set(discrepancy, domains.of(domain), of);
  }

  /** Mean (pitch, yaw) and covariance of the gaze that a domain is taken to have. */
  public void labels(String domain, double[] mean, double[][] covariance) {
    String capped = domains.of(domain);
    labelMean.set(mean[0], capped, "pitch");
    labelMean.set(mean[1], capped, "yaw");
    labelCovariance.set(covariance[0][0], capped, "pitch_pitch");
    labelCovariance.set(covariance[0][1], capped, "pitch_yaw");
    labelCovariance.set(covariance[1][1], capped, "yaw_yaw");
  }
}
