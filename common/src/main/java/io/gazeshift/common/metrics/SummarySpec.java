package io.gazeshift.common.metrics;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/**
 * A histogram of sizes.
 *
 * @param buckets their upper ends
 */
public record SummarySpec(String name, List<Double> buckets, List<String> tags, String sentence)
    implements MeterSpec {

  public SummarySpec {
    buckets = List.copyOf(buckets);
    tags = List.copyOf(tags);
  }

  @Override
  public Meter.Type type() {
    return Meter.Type.DISTRIBUTION_SUMMARY;
  }

  @Override
  public String unit() {
    return "";
  }

  /** The registry's summary for these values of its tags; made where it is not there yet. */
  public DistributionSummary in(MeterRegistry registry, String... values) {
    return DistributionSummary.builder(name)
        .description(sentence)
        .tags(tagged(values))
        .serviceLevelObjectives(buckets.stream().mapToDouble(Double::doubleValue).toArray())
        .register(registry);
  }
}
