package io.gazeshift.inference.targets;

import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.MeterSpec;
import io.gazeshift.common.metrics.SummarySpec;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The meters of what people look at. Each meter is looked up once, because this is done for every
 * face. Targets are configured, so there are no more of them than the configuration has. For one
 * thread.
 */
public final class TargetMeters {

  public static final CounterSpec FRAMES =
      CounterSpec.of(
          "gazeshift.target.frames",
          "Committed predictions in domains with targets, by the target that is most probably looked"
              + " at, or elsewhere",
          "domain",
          "target");
  public static final SummarySpec SIGMA =
      new SummarySpec(
          "gazeshift.target.sigma.degrees",
          List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0, 20.0, 30.0),
          List.of("domain"),
          "How far predictions may be off: 68 percent of the errors are expected to be smaller; only"
              + " of models that say how accurate they are");

  public static final List<MeterSpec> ALL = List.of(FRAMES, SIGMA);

  private record DomainTarget(String domain, String target) {}

  private final MeterRegistry registry;
  private final Map<DomainTarget, Counter> frames = new HashMap<>();
  private final Map<String, DistributionSummary> sigmas = new HashMap<>();

  public TargetMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  /**
   * A prediction was committed.
   *
   * @param domain one of a bounded number of names
   */
  public void committed(String domain, LookSummary look) {
    look.target()
        .ifPresent(
            target ->
                frames
                    .computeIfAbsent(
                        new DomainTarget(domain, target),
                        key -> FRAMES.in(registry, key.domain, key.target))
                    .increment());
    look.sigmaRad()
        .ifPresent(
            sigma ->
                sigmas
                    .computeIfAbsent(domain, key -> SIGMA.in(registry, key))
                    .record(Math.toDegrees(sigma)));
  }
}
