package io.gazeshift.daemon.adapt;

import io.gazeshift.daemon.infer.RefusalLog;
import io.gazeshift.daemon.trigger.Decision.Cause;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** What adaptation tells about itself. For one thread. */
final class AdaptMeters {

  private final MeterRegistry registry;
  private final RefusalLog refusals;
  private final Counter restarts;
  private final AtomicLong domains = new AtomicLong();
  private final AtomicLong samples = new AtomicLong();
  private final AtomicLong waiting = new AtomicLong();
  private final AtomicLong lag = new AtomicLong();
  private final AtomicReference<Double> progress = new AtomicReference<>(0.0);

  AdaptMeters(MeterRegistry registry, RefusalLog refusals) {
    this.registry = registry;
    this.refusals = refusals;
    this.restarts =
        Counter.builder("gazeshift.adapt.restarts")
            .description("Times the clients were opened again after a failure")
            .register(registry);
    gauge("gazeshift.adapt.domains", "Domains this process looks after", domains);
    gauge("gazeshift.adapt.buffer.samples", "Samples kept in all buffers", samples);
    gauge("gazeshift.adapt.waiting", "Domains that wait for a run", waiting);
    gauge("gazeshift.adapt.lag", "Records of gaze.features not yet read", lag);
    Gauge.builder("gazeshift.adapt.progress", progress, AtomicReference::get)
        .description("How much of the run under way is done, 0 to 1; 0 without one")
        .register(registry);
  }

  private void gauge(String name, String description, AtomicLong value) {
    Gauge.builder(name, value, AtomicLong::get).description(description).register(registry);
  }

  void refused(String reason, String explanation) {
    refusals.refused(reason, explanation);
    counter("gazeshift.adapt.refused", "Features that were not learnt from", "reason", reason);
  }

  void triggered(Cause cause) {
    String trigger = PastRuns.trigger(cause);
    counter("gazeshift.adapt.triggers", "Runs that were begun", "cause", trigger);
  }

  void ran(String outcome, Duration took) {
    Timer.builder("gazeshift.adapt.runs")
        .description("Runs that ended, and how long they took")
        .tag("outcome", outcome)
        .register(registry)
        .record(took);
  }

  void holds(long domainCount, long sampleCount, int waitingCount) {
    domains.set(domainCount);
    samples.set(sampleCount);
    waiting.set(waitingCount);
  }

  void lag(long records) {
    lag.set(records);
  }

  void progress(double fraction) {
    progress.set(fraction);
  }

  void rolledBack() {
    Counter.builder("gazeshift.adapt.rollbacks")
        .description("Heads that were taken back because their predictions went wrong")
        .register(registry)
        .increment();
  }

  void restarted() {
    restarts.increment();
  }

  private void counter(String name, String description, String tag, String value) {
    Counter.builder(name).description(description).tag(tag, value).register(registry).increment();
  }
}
