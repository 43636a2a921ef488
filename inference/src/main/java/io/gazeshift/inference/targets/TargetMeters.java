package io.gazeshift.inference.targets;

import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.MeterSpec;
import io.gazeshift.common.metrics.SummarySpec;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/**
 * The meters of what people look at. Targets are configured, so there are no more of them than the
 * configuration has.
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

  private final MeterRegistry registry;

  public TargetMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  /**
   * A prediction was committed.
   *
   * @param domain one of a bounded number of names
   */
  public void committed(String domain, LookSummary look) {
    look.target().ifPresent(target -> FRAMES.in(registry, domain, target).increment());
    look.sigmaRad().ifPresent(sigma -> SIGMA.in(registry, domain).record(Math.toDegrees(sigma)));
  }
}
